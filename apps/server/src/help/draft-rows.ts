import { ArticleText } from '@moqi/api/article'
import type { ArticleText as Text } from '@moqi/domain/help/article-text'
import { Refusal } from '@moqi/domain/refusal'
import type { Operator } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** What one operator has written and not published. Times are ms. */
export type DraftRow = {
  columnId: string
  operatorId: string
  operatorName: string
  text: Text
  basedOn: number
  revision: number
  savedAt: number
}

/** All drafts, or those of one article; the newest first. */
export async function readDrafts(db: Db, columnId?: string): Promise<DraftRow[]> {
  const rows = await db
    .selectFrom('article_draft')
    .$if(columnId !== undefined, (query) => query.where('column_id', '=', columnId ?? ''))
    .select(['column_id', 'operator_id', 'operator_name', 'content', 'based_on', 'revision', 'saved_at'])
    .orderBy('saved_at', 'desc')
    .execute()
  return rows.map((row) => ({
    columnId: row.column_id,
    operatorId: row.operator_id,
    operatorName: row.operator_name,
    text: ArticleText.parse(row.content),
    basedOn: row.based_on,
    revision: row.revision,
    savedAt: row.saved_at,
  }))
}

type Place = { columnId: string; operatorId: string }

/** The operator's draft as it was saved last. Throws `help/draft-changed` when it was saved again or is gone. */
export async function takeDraft(tx: Db, { columnId, operatorId }: Place, revision: number): Promise<DraftRow> {
  const gone = await tx
    .deleteFrom('article_draft')
    .where('column_id', '=', columnId)
    .where('operator_id', '=', operatorId)
    .where('revision', '=', revision)
    .returning(['operator_name', 'content', 'based_on', 'saved_at'])
    .executeTakeFirst()
  if (!gone) throw new Refusal('help/draft-changed')
  return {
    columnId,
    operatorId,
    operatorName: gone.operator_name,
    text: ArticleText.parse(gone.content),
    basedOn: gone.based_on,
    revision,
    savedAt: gone.saved_at,
  }
}

type Saved = { columnId: string; text: Text; basedOn: number; revision: number }

/**
 * Puts the text in the place of the draft that the writer has seen (`revision`, 0 for none) and answers when. Throws
 * `help/draft-changed` when it was saved from another window since.
 */
export async function keepDraft(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { operatorId, operatorName }: Operator,
  { columnId, text, basedOn, revision }: Saved,
): Promise<{ revision: number; saveTime: number }> {
  const saveTime = now()
  const content = JSON.stringify(ArticleText.parse(text))
  const said = { operator_name: operatorName, content, based_on: basedOn, revision: revision + 1, saved_at: saveTime }
  const kept =
    revision === 0
      ? await tx
          .insertInto('article_draft')
          .values({ column_id: columnId, operator_id: operatorId, ...said })
          .onConflict((conflict) => conflict.columns(['column_id', 'operator_id']).doNothing())
          .returning('revision')
          .executeTakeFirst()
      : await tx
          .updateTable('article_draft')
          .set(said)
          .where('column_id', '=', columnId)
          .where('operator_id', '=', operatorId)
          .where('revision', '=', revision)
          .returning('revision')
          .executeTakeFirst()
  if (!kept) throw new Refusal('help/draft-changed')
  return { revision: kept.revision, saveTime }
}
