import { contractLifecycle } from '@moqi/domain/contract/contract-lifecycle'
import { type ContractFreeze, freezeText } from '@moqi/domain/operators/proposal'
import { Refusal } from '@moqi/domain/refusal'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import { addPlatformLog } from '#src/cores/operator/platform-log.ts'
import type { Operator } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { isUuid } from '#src/platform/uuid.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** Contracts that were frozen together, of a space found within these times (ms): part of the directory. */
    contract_freezing: {
      freezing_id: string
      tenant_id: string
      launcher_id: string | null
      from_at: number
      until_at: number
      number: number
      reason: string
      frozen_at: number
      operator_name: string
      thawed_at: number | null
      thaw_reason: string | null
      thawed_by: string | null
    }
    /** A contract that a freezing holds, and why; null `thawed_at` while it does. */
    contract_freeze: {
      tenant_id: string
      contract_id: string
      freezing_id: string
      reason: string
      frozen_at: number
      thawed_at: number | null
    }
  }
}

const open = contractLifecycle.states.filter((state) => contractLifecycle.can(state, 'signed'))

/** A space as operators see it. */
type Space = { tenant_id: string; name: string }
/** Of which flagged contracts: those found within these times (ms), of one launcher or of all. */
export type FlaggedRange = Omit<ContractFreeze, 'number'>

const freezable = (tx: Db, tenantId: string, { fromAt, untilAt, launcherId }: FlaggedRange) =>
  tx
    .selectFrom('contract as c')
    .where('c.tenant_id', '=', tenantId)
    .where('c.state', 'in', open)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('contract_flag as f')
          .whereRef('f.tenant_id', '=', 'c.tenant_id')
          .whereRef('f.contract_id', '=', 'c.contract_id')
          .where('f.found_at', '>=', fromAt)
          .where('f.found_at', '<=', untilAt)
          .$if(launcherId !== null, (flags) => flags.where('f.launcher_id', '=', launcherId))
          .select('f.kind'),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contract_freeze as z')
            .whereRef('z.tenant_id', '=', 'c.tenant_id')
            .whereRef('z.contract_id', '=', 'c.contract_id')
            .where('z.thawed_at', 'is', null)
            .select('z.freezing_id'),
        ),
      ),
    )

/** How many contracts would be frozen: flagged, being signed, and not frozen yet. Read in their space. */
export async function countFreezable(tx: Db, tenantId: string, range: FlaggedRange): Promise<number> {
  const { number } = await freezable(tx, tenantId, range)
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  return Number(number)
}

type Freezing = { space: Space; range: FlaggedRange; reason: string }

/**
 * Freezes all of them together, at once: none can be signed from now on, and a job writes it to their logs. Both sides'
 * logs say so; answers how many. Throws `freezing/none`. Runs in the space.
 */
export async function freezeFlagged(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  { operatorId, operatorName, address }: Operator,
  { space: { tenant_id: tenantId, name }, range, reason }: Freezing,
): Promise<number> {
  const rows = await freezable(tx, tenantId, range).select('c.contract_id').execute()
  if (rows.length === 0) throw new Refusal('freezing/none')
  const [freezingId, at] = [deps.newId(), deps.now()]
  await tx
    .insertInto('contract_freezing')
    .values({
      freezing_id: freezingId,
      tenant_id: tenantId,
      launcher_id: range.launcherId,
      from_at: range.fromAt,
      until_at: range.untilAt,
      number: rows.length,
      reason,
      frozen_at: at,
      operator_name: operatorName,
      thawed_at: null,
      thaw_reason: null,
      thawed_by: null,
    })
    .execute()
  for (let from = 0; from < rows.length; from += atOnce) {
    const values = rows.slice(from, from + atOnce).map(({ contract_id }) => ({
      tenant_id: tenantId,
      contract_id,
      freezing_id: freezingId,
      reason,
      frozen_at: at,
      thawed_at: null,
    }))
    await tx.insertInto('contract_freeze').values(values).execute()
  }
  await enqueue(tx, 'noteFreezing', { tenantId, freezingId, verb: 'freeze', reason, at })
  const detail = `${freezeText({ ...range, number: rows.length })}。原因：${reason}`
  await addPlatformLog(deps, tx, { tenantId, operatorId, lookId: null, verb: 'freezeContracts', detail })
  await addOperatorLog(deps, tx, { operatorId, address, verb: 'freezeContracts', detail: `${name}　${detail}` })
  return rows.length
}

/** Rows written by one statement, whose parameters are numbered up to 65,535. */
const atOnce = 5000

type Thawing = { space: Space; freezingId: string; reason: string }

/** Undoes a freezing: its contracts can be signed again, unless another holds them. Throws `freezing/changed`. */
export async function thawFlagged(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  { operatorId, operatorName, address }: Operator,
  { space: { tenant_id: tenantId, name }, freezingId, reason }: Thawing,
): Promise<number> {
  const at = deps.now()
  const undone = await tx
    .updateTable('contract_freezing')
    .set({ thawed_at: at, thaw_reason: reason, thawed_by: operatorName })
    .where('freezing_id', '=', freezingId)
    .where('tenant_id', '=', tenantId)
    .where('thawed_at', 'is', null)
    .returning('number')
    .executeTakeFirst()
  if (!undone) throw new Refusal('freezing/changed')
  await tx
    .updateTable('contract_freeze')
    .set({ thawed_at: at })
    .where('tenant_id', '=', tenantId)
    .where('freezing_id', '=', freezingId)
    .execute()
  await enqueue(tx, 'noteFreezing', { tenantId, freezingId, verb: 'thaw', reason, at })
  const detail = `${undone.number}份合同恢复签署。原因：${reason}`
  await addPlatformLog(deps, tx, { tenantId, operatorId, lookId: null, verb: 'thawContracts', detail })
  await addOperatorLog(deps, tx, { operatorId, address, verb: 'thawContracts', detail: `${name}　${detail}` })
  return undone.number
}

/** A freezing that still holds. Throws `freezing/not-found`, or `freezing/changed` for one that is undone. */
export async function requireFreezing(directory: Db, freezingId: string) {
  const row = isUuid(freezingId)
    ? await directory
        .selectFrom('contract_freezing')
        .where('freezing_id', '=', freezingId)
        .select(['tenant_id', 'number', 'thawed_at'])
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('freezing/not-found')
  if (row.thawed_at !== null) throw new Refusal('freezing/changed')
  return row
}
