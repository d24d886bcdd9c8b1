import type { bulletin } from '@moqi/api/bulletin'
import {
  bulletinAudienceLabels,
  bulletinFault,
  bulletinLevelLabels,
  bulletinLifecycle,
  bulletinLimits,
  type BulletinText,
} from '@moqi/domain/bulletins/bulletin-rules'
import type { EventOf } from '@moqi/domain/lifecycle'
import type { OperatorVerb } from '@moqi/domain/operators/operator-verbs'
import { Refusal } from '@moqi/domain/refusal'
import { formatDate } from '@moqi/domain/time/format-date'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import type { Operator } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { type BulletinRow, requireBulletin } from './bulletin-rows.ts'

type Calls = typeof bulletin
type Event = EventOf<typeof bulletinLifecycle>

const verbs = {
  save: 'saveBulletin',
  publish: 'publishBulletin',
  takeBack: 'takeBackBulletin',
  drop: 'dropBulletin',
} as const satisfies Record<Event, OperatorVerb>

const textOf = ({ words, level, audience, begins_at, ends_at }: BulletinRow): BulletinText => ({
  words,
  level,
  audience,
  beginsAt: begins_at,
  endsAt: ends_at,
})

const invalid = (field: string, message: string) => new Refusal('field/invalid', { field, message })
/** As the wire names them. */
const wireFields = { words: 'words', level: 'level', audience: 'audience', beginsAt: 'beginTime', endsAt: 'endTime' }

function requireWhole(text: BulletinText): void {
  const fault = bulletinFault(text)
  if (fault) throw invalid(wireFields[fault.field], fault.message)
}

const noteDeed = (
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  { operatorId, address }: Operator,
  event: Event,
  { words, level, audience, beginsAt, endsAt }: BulletinText,
): Promise<void> => {
  const detail = [
    words,
    bulletinLevelLabels[level],
    bulletinAudienceLabels[audience],
    `${formatDate(beginsAt)} 至 ${formatDate(endsAt)}`,
  ].join('　')
  return addOperatorLog(deps, tx, { operatorId, address, verb: verbs[event], detail })
}

/** A new draft, or another text for one that nobody is shown. */
export const saveBulletin: Handler<Calls['saveBulletin']> = async (
  deps,
  operator,
  { bulletinId, revision = 0, words, level, audience, beginTime, endTime },
) => {
  const text: BulletinText = { words: words.trim(), level, audience, beginsAt: beginTime, endsAt: endTime }
  requireWhole(text)
  const said = { words: text.words, level, audience, begins_at: beginTime, ends_at: endTime }
  const changed = { changed_at: deps.now(), changed_by: operator.operatorName }
  return deps.db.directoryWrite(async (tx) => {
    await noteDeed(deps, tx, operator, 'save', text)
    if (bulletinId === undefined) {
      await requireRoom(tx)
      const id = deps.newId()
      const state = bulletinLifecycle.initial
      const born = { bulletin_id: id, state, edition: 0, revision: 1, created_at: deps.now(), published_at: null }
      await tx
        .insertInto('bulletin')
        .values({ ...born, ...said, ...changed })
        .execute()
      return { bulletinId: id, revision: 1 }
    }
    const row = await requireBulletin(tx, bulletinId, revision)
    const state = bulletinLifecycle.after(row.state, 'save')
    await tx
      .updateTable('bulletin')
      .set({ state, ...said, ...changed, revision: row.revision + 1 })
      .where('bulletin_id', '=', bulletinId)
      .execute()
    return { bulletinId, revision: row.revision + 1 }
  })
}

async function requireRoom(tx: Db): Promise<void> {
  const { number } = await tx
    .selectFrom('bulletin')
    .where('state', '=', 'draft')
    .select((eb) => eb.fn.countAll().as('number'))
    .executeTakeFirstOrThrow()
  if (Number(number) >= bulletinLimits.drafts)
    throw invalid('words', `草稿已达${bulletinLimits.drafts}条，请先发布或删除一些`)
}

/** It is shown from its beginning to its end; published anew it is shown again to who had closed it. */
export const publishBulletin: Handler<Calls['publishBulletin']> = (deps, operator, seen) =>
  move(deps, operator, seen, 'publish', async (tx, row) => {
    requireWhole(textOf(row))
    if (row.ends_at <= deps.now()) throw invalid('endTime', '结束时间已过，请修改后再发布')
    const open = await tx
      .selectFrom('bulletin')
      .where('state', '=', 'published')
      .where('ends_at', '>', deps.now())
      .select((eb) => eb.fn.countAll().as('number'))
      .executeTakeFirstOrThrow()
    if (Number(open.number) >= bulletinLimits.published)
      throw invalid('words', `同时展示的公告最多${bulletinLimits.published}条，请先撤下一条`)
    return { edition: row.edition + 1, published_at: deps.now() }
  })

/** Nobody is shown it from now on; it can be changed and published again. */
export const takeBackBulletin: Handler<Calls['takeBackBulletin']> = (deps, operator, seen) =>
  move(deps, operator, seen, 'takeBack')

/** A draft that nobody wants. */
export const dropBulletin: Handler<Calls['dropBulletin']> = (deps, operator, seen) => move(deps, operator, seen, 'drop')

type Seen = { bulletinId: string; revision: number }

async function move(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  operator: Operator,
  { bulletinId, revision }: Seen,
  event: Event,
  more: (tx: Db, row: BulletinRow) => Promise<Partial<BulletinRow>> = async () => ({}),
): Promise<null> {
  await deps.db.directoryWrite(async (tx) => {
    const row = await requireBulletin(tx, bulletinId, revision)
    const state = bulletinLifecycle.after(row.state, event)
    const { edition = row.edition, published_at = row.published_at } = await more(tx, row)
    const changed = { changed_at: deps.now(), changed_by: operator.operatorName, revision: row.revision + 1 }
    await tx
      .updateTable('bulletin')
      .set({ state, edition, published_at, ...changed })
      .where('bulletin_id', '=', bulletinId)
      .execute()
    await noteDeed(deps, tx, operator, event, textOf(row))
  })
  return null
}
