import { type AppealEvent, appealLifecycle, type AppealReason } from '@moqi/domain/spaces/appeal-lifecycle'
import { appealLimits, objectionEnd } from '@moqi/domain/spaces/appeal-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import { dayMs } from '@moqi/domain/time/civil-date'
import type { Selectable, Updateable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { DirectoryTables } from '#src/platform/database/directory-tables.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** An appeal as it is kept. */
export type AppealRow = Selectable<DirectoryTables['appeal']>

/** Who appeals about which company, and where the papers are. */
export type AppealOf = {
  tenantId: string
  accountId: string
  papersIn: string
  reason: AppealReason
  statement: string
}

/**
 * Begins an appeal. Throws `appeal/pending` where one about the company is under way, `request/too-often` for one more
 * of the person's than there may be. Appeals of one company take turns by the caller's lock.
 */
export async function openAppeal(deps: Pick<Deps, 'now' | 'newId'>, tx: Db, of: AppealOf): Promise<AppealRow> {
  const { tenantId, accountId } = of
  const at = deps.now()
  const before = await tx
    .selectFrom('appeal')
    .where('tenant_id', '=', tenantId)
    .select(['account_id', 'submitted_at', 'ended_at'])
    .execute()
  if (before.some(({ ended_at }) => ended_at === null)) throw new Refusal('appeal/pending')
  const own = before.filter((row) => row.account_id === accountId && row.submitted_at > at - appealLimits.days * dayMs)
  if (own.length >= appealLimits.count)
    throw new Refusal('request/too-often', {
      message: `您近${appealLimits.days}天对该企业申诉次数过多，请联系客服办理`,
    })
  return tx
    .insertInto('appeal')
    .values({
      appeal_id: deps.newId(),
      tenant_id: tenantId,
      account_id: accountId,
      papers_tenant_id: of.papersIn,
      reason: of.reason,
      statement: of.statement,
      state: appealLifecycle.initial,
      submitted_at: at,
      object_until: objectionEnd(at),
      objection: null,
      objected_by: null,
      objected_at: null,
      first_operator_id: null,
      ended_at: null,
      end_reason: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

type AppealFacts = Pick<
  Updateable<DirectoryTables['appeal']>,
  'objection' | 'objected_by' | 'objected_at' | 'ended_at' | 'end_reason'
>

/** Moves an appeal. Throws `appeal/changed` when it cannot be moved so, or has been moved. */
export async function moveAppeal(
  tx: Db,
  { appeal_id, state }: AppealRow,
  event: AppealEvent,
  facts: AppealFacts,
): Promise<void> {
  const { after, refusal } = appealLifecycle
  const moved = await tx
    .updateTable('appeal')
    .set({ ...facts, state: after(state, event) })
    .where('appeal_id', '=', appeal_id)
    .where('state', '=', state)
    .executeTakeFirst()
  if (moved.numUpdatedRows !== 1n) throw new Refusal(refusal)
}

/** The appeal of that id, locked where it is to be moved. Throws `appeal/not-found`. */
export async function requireAppeal(db: Db, appealId: string, lock = false): Promise<AppealRow> {
  const row = isUuid(appealId)
    ? await db
        .selectFrom('appeal')
        .where('appeal_id', '=', appealId)
        .selectAll()
        .$if(lock, (query) => query.forUpdate())
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('appeal/not-found')
  return row
}

/** The newest appeal about a company: a person's, or the one under way. */
export const newestAppeal = (
  db: Db,
  { tenantId, accountId }: { tenantId: string; accountId?: string },
): Promise<AppealRow | undefined> =>
  db
    .selectFrom('appeal')
    .where('tenant_id', '=', tenantId)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .$if(accountId === undefined, (query) => query.where('ended_at', 'is', null))
    .orderBy('submitted_at', 'desc')
    .selectAll()
    .executeTakeFirst()

/** Notes who would grant it first. Throws `appeal/changed` where somebody was faster. */
export async function noteFirstOfAppeal(tx: Db, { appeal_id }: AppealRow, operatorId: string): Promise<void> {
  const noted = await tx
    .updateTable('appeal')
    .set({ first_operator_id: operatorId })
    .where('appeal_id', '=', appeal_id)
    .where('ended_at', 'is', null)
    .where('first_operator_id', 'is', null)
    .executeTakeFirst()
  if (noted.numUpdatedRows !== 1n) throw new Refusal('appeal/changed')
}

const wishPauseMs = 7 * dayMs

/** When the person asked to be invited, while that is fresh; null otherwise. */
export async function joinWish(
  { now }: Pick<Deps, 'now'>,
  db: Db,
  { tenantId, accountId }: { tenantId: string; accountId: string },
): Promise<number | null> {
  const row = await db
    .selectFrom('join_wish')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('asked_at', '>', now() - wishPauseMs)
    .select('asked_at')
    .executeTakeFirst()
  return row?.asked_at ?? null
}

/** Notes that the person asks to be invited. Throws `request/too-often` where that was within a week. */
export async function noteJoinWish(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { tenantId, accountId }: { tenantId: string; accountId: string },
): Promise<void> {
  const at = now()
  const noted = await tx
    .insertInto('join_wish')
    .values({ tenant_id: tenantId, account_id: accountId, asked_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'account_id'])
        .doUpdateSet({ asked_at: at })
        .where('join_wish.asked_at', '<=', at - wishPauseMs),
    )
    .executeTakeFirst()
  if (noted.numInsertedOrUpdatedRows !== 1n)
    throw new Refusal('request/too-often', { message: '已向管理员发出过申请，7天内无需重复申请' })
}
