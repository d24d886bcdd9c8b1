import type { bulletin } from '@moqi/api/bulletin'
import type { BulletinStanding } from '@moqi/domain/bulletins/bulletin-rules'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { likeText, pageOf, readCursor } from '#src/platform/keyset.ts'

const pageSize = 20

/** All of them or what is looked for, the newest first, each with how many have closed it. */
export const listBulletins: Handler<typeof bulletin.listBulletins> = async ({ db, now }, _operator, input) => {
  const after = readCursor(input.cursor)
  const words = likeText(input.search)
  const rows = await db.directory((directory) =>
    standing(directory, input.standing, now())
      .$if(words !== null, (query) => query.where('words', 'like', words ?? ''))
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('created_at', 'bulletin_id'), '<', tuple(after?.at ?? 0, after?.id ?? '')),
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy('bulletin_id', 'desc')
      .limit(pageSize + 1)
      .selectAll()
      .select((eb) =>
        eb
          .selectFrom('bulletin_dismissal')
          .whereRef('bulletin_dismissal.bulletin_id', '=', 'bulletin.bulletin_id')
          .whereRef('bulletin_dismissal.edition', '=', 'bulletin.edition')
          .select((inner) => inner.fn.countAll().as('number'))
          .as('dismissed'),
      )
      .execute(),
  )
  const { page, nextCursor } = pageOf(rows, pageSize, (row) => ({ at: row.created_at, id: row.bulletin_id }))
  return {
    bulletinArray: page.map((row) => ({
      bulletinId: row.bulletin_id,
      bulletinState: row.state,
      words: row.words,
      level: row.level,
      audience: row.audience,
      beginTime: row.begins_at,
      endTime: row.ends_at,
      revision: row.revision,
      createTime: row.created_at,
      changeTime: row.changed_at,
      changedBy: row.changed_by,
      publishTime: row.published_at,
      dismissed: Number(row.dismissed),
    })),
    nextCursor,
  }
}

/** Those that stand so at `now`; what was thrown away is nowhere. */
function standing(directory: Db, wished: BulletinStanding | undefined, now: number) {
  const all = directory.selectFrom('bulletin').where('state', '!=', 'dropped')
  if (wished === undefined) return all
  if (wished === 'draft') return all.where('state', '=', 'draft')
  const published = all.where('state', '=', 'published')
  if (wished === 'over') return published.where('ends_at', '<=', now)
  return published.where('ends_at', '>', now).where('begins_at', wished === 'coming' ? '>' : '<=', now)
}
