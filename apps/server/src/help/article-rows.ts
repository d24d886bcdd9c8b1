import { ArticleText } from '@moqi/api/article'
import { Refusal } from '@moqi/domain/refusal'
import type { ArticleText as Text } from '@moqi/domain/help/article-text'
import type { ColumnType } from 'kysely'
import { type Db, isDuplicate } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Operator } from '#src/platform/actor.ts'

/** What was done to an article. */
export type ArticleDeed = 'publish' | 'rollBack' | 'keep' | 'takeAway'
/** JSON, which is parsed when it is read. */
type Json = ColumnType<unknown, string | null, string>

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** Only added to, counted from 1 within an article; the newest one holds. Times are ms since epoch. */
    article_version: {
      column_id: string
      version_no: number
      deed: ArticleDeed
      /** An `ArticleText`; null with `leads_to`: taken away; null without: the product's own text. */
      content: Json
      leads_to: string | null
      /** The product's own text as it was then. */
      shipped: Json
      operator_id: string
      operator_name: string
      made_at: number
      reason: string
    }
    /** What one operator writes and nobody else sees. `based_on` is the version it was begun on. */
    article_draft: {
      column_id: string
      operator_id: string
      operator_name: string
      content: Json
      based_on: number
      revision: number
      saved_at: number
    }
    /** What a reader said of the version that was shown, 0 for the product's own; once a reader and article. */
    article_feedback: {
      feedback_id: string
      column_id: string
      reader_key: string
      version_no: number
      helpful: boolean
      reason: string
      given_at: number
    }
  }
}

/** One version, read. */
export type VersionRow = {
  columnId: string
  versionNo: number
  deed: ArticleDeed
  text: Text | null
  leadsTo: string | null
  shipped: Text | null
  who: string
  madeAt: number
  reason: string
}

const readText = (json: unknown): Text | null => (json === null ? null : ArticleText.parse(json))
const written = (text: Text | null): string | null => (text === null ? null : JSON.stringify(ArticleText.parse(text)))

/** Whether two texts say the same in every field. */
export const isSameText = (a: Text | null, b: Text | null): boolean => written(a) === written(b)

const versions = (db: Db) =>
  db
    .selectFrom('article_version')
    .select(['column_id', 'version_no', 'deed', 'content', 'leads_to', 'shipped'])
    .select(['operator_name', 'made_at', 'reason'])

type Stored = Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirstOrThrow']>>

const read = (row: Stored): VersionRow => ({
  columnId: row.column_id,
  versionNo: row.version_no,
  deed: row.deed,
  text: readText(row.content),
  leadsTo: row.leads_to,
  shipped: readText(row.shipped),
  who: row.operator_name,
  madeAt: row.made_at,
  reason: row.reason,
})

/** How many versions there are of all articles: it grows with every one that is committed. */
export const countVersions = async (db: Db): Promise<number> => {
  const { number } = await db
    .selectFrom('article_version')
    .select((eb) => eb.fn.countAll().as('number'))
    .executeTakeFirstOrThrow()
  return Number(number)
}

/** The version that holds, of each article an operator has touched. */
export const newestVersions = async (db: Db): Promise<VersionRow[]> => {
  const rows = await versions(db).distinctOn('column_id').orderBy('column_id').orderBy('version_no', 'desc').execute()
  return rows.map(read)
}

/** One version, or the newest of the article; null where there is none. */
export async function findVersion(db: Db, columnId: string, versionNo?: number): Promise<VersionRow | null> {
  const row = await versions(db)
    .where('column_id', '=', columnId)
    .$if(versionNo !== undefined, (query) => query.where('version_no', '=', versionNo ?? 0))
    .orderBy('version_no', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? read(row) : null
}

/** Versions of one article, the newest first, older than `before`. */
export async function versionsBefore(db: Db, columnId: string, before: number, limit: number): Promise<VersionRow[]> {
  const rows = await versions(db)
    .where('column_id', '=', columnId)
    .where('version_no', '<', before)
    .orderBy('version_no', 'desc')
    .limit(limit)
    .execute()
  return rows.map(read)
}

/** What is added of a version by whoever makes it. */
export type NewVersion = Pick<VersionRow, 'columnId' | 'deed' | 'text' | 'leadsTo' | 'shipped' | 'reason'>

/**
 * Adds the version behind `basedOn`, the newest that the operator has seen, and answers its number. Throws
 * `help/changed` when somebody else has added one since, also at the same moment: a number is given once.
 */
export async function addVersion(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { operatorId, operatorName }: Operator,
  { basedOn, ...version }: NewVersion & { basedOn: number },
): Promise<number> {
  const newest = await findVersion(tx, version.columnId)
  if ((newest?.versionNo ?? 0) !== basedOn) throw new Refusal('help/changed')
  const row = {
    column_id: version.columnId,
    version_no: basedOn + 1,
    deed: version.deed,
    content: written(version.text),
    leads_to: version.leadsTo,
    shipped: written(version.shipped),
    operator_id: operatorId,
    operator_name: operatorName,
    made_at: now(),
    reason: version.reason,
  }
  try {
    await tx.insertInto('article_version').values(row).execute()
  } catch (error) {
    throw isDuplicate(error) ? new Refusal('help/changed', {}, { cause: error }) : error
  }
  return row.version_no
}
