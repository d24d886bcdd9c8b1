import type { contractFreezing } from '@moqi/api/contract-freezing'
import type { Input } from '@moqi/api/call'
import { flagOf } from '@moqi/api/wire/flag'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { freezeText, type ProposalDetails, type ProposalKind, proposalText } from '@moqi/domain/operators/proposal'
import { Refusal } from '@moqi/domain/refusal'
import {
  countFreezable,
  type FlaggedRange,
  freezeFlagged,
  requireFreezing,
  thawFlagged,
} from '#src/cores/contract/freeze-contracts.ts'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import { propose } from '#src/cores/operator/proposal.ts'
import type { Operator } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { pageOf, readCursor } from '#src/platform/keyset.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { requireTenant, type SpaceRow } from './find-tenants.ts'

type Calls = typeof contractFreezing
const pageSize = 20

/** The range as it was asked for. Throws `field/invalid`. */
function rangeOf({ launcherId, beginTime, endTime }: Input<Calls['weighContractFreeze']>): FlaggedRange {
  if (!Number.isSafeInteger(beginTime) || !Number.isSafeInteger(endTime) || endTime < beginTime)
    throw new Refusal('field/invalid', { field: 'endTime', message: '结束日期不能早于开始日期' })
  if (launcherId !== undefined && !isUuid(launcherId))
    throw new Refusal('field/invalid', { field: 'launcherId', message: '请选择发起人' })
  return { fromAt: beginTime, untilAt: endTime, launcherId: launcherId ?? null }
}

/** How many contracts a freezing would hold. */
export const weighContractFreeze: Handler<Calls['weighContractFreeze']> = async (deps, _operator, input) => {
  const { tenant_id: tenantId } = await deps.db.directory((directory) => requireTenant(directory, input.tenantId))
  const range = rangeOf(input)
  const contractNumber = await deps.db.read(tenantId, (home) => countFreezable(home, tenantId, range))
  return { contractNumber, needsSecond: flagOf(deps.config.freezers === 2) }
}

type Wish = { space: SpaceRow; kind: Extract<ProposalKind, 'freezeContracts' | 'thawContracts'>; reason: string }

/** Keeps for a second operator what one alone may not do; both read what it comes to. Runs in the space. */
async function proposeIt(
  deps: Deps,
  tx: Db,
  { operatorId, address }: Operator,
  { space: { tenant_id: tenantId, name }, kind, reason }: Wish,
  details: ProposalDetails & { number: number },
): Promise<{ isDone: 0; contractNumber: number }> {
  await propose(deps, tx, operatorId, { tenantId, kind, reason, details })
  const detail = `${name}　${proposalText(details)}　${reason}`
  await addOperatorLog(deps, tx, { operatorId, address, verb: 'propose', detail })
  return { isDone: 0, contractNumber: details.number }
}

/** Freezes the flagged contracts of a space, at once or by a second operator's word. */
export const freezeContracts: Handler<Calls['freezeContracts']> = async (deps, operator, input) => {
  const reason = fieldOf('reason', checkReason(input.reason))
  const range = rangeOf(input)
  const space = await deps.db.directory((directory) => requireTenant(directory, input.tenantId))
  return deps.db.write(space.tenant_id, async (tx) => {
    if (deps.config.freezers === 1)
      return { isDone: 1, contractNumber: await freezeFlagged(deps, tx, operator, { space, range, reason }) }
    const number = await countFreezable(tx, space.tenant_id, range)
    if (number === 0) throw new Refusal('freezing/none')
    return proposeIt(deps, tx, operator, { space, kind: 'freezeContracts', reason }, { ...range, number })
  })
}

/** Lets them go on. */
export const thawContracts: Handler<Calls['thawContracts']> = async (deps, operator, { freezingId, ...input }) => {
  const reason = fieldOf('reason', checkReason(input.reason))
  const { space, number } = await deps.db.directory(async (directory) => {
    const freezing = await requireFreezing(directory, freezingId)
    return { space: await requireTenant(directory, freezing.tenant_id), number: freezing.number }
  })
  return deps.db.write(space.tenant_id, async (tx) => {
    if (deps.config.freezers === 1)
      return { isDone: 1, contractNumber: await thawFlagged(deps, tx, operator, { space, freezingId, reason }) }
    return proposeIt(deps, tx, operator, { space, kind: 'thawContracts', reason }, { freezingId, number })
  })
}

/** Freezings of contracts, the newest first. */
export const listContractFreezings: Handler<Calls['listContractFreezings']> = async ({ db }, _operator, input) => {
  const after = readCursor(input.cursor)
  const rows = await db.directory((directory) =>
    directory
      .selectFrom('contract_freezing as f')
      .leftJoin('space as s', 's.tenant_id', 'f.tenant_id')
      .$if(after !== null, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('f.frozen_at', 'f.freezing_id'), '<', tuple(after?.at ?? 0, after?.id ?? '')),
        ),
      )
      .orderBy('f.frozen_at', 'desc')
      .orderBy('f.freezing_id', 'desc')
      .limit(pageSize + 1)
      .selectAll('f')
      .select('s.name as space_name')
      .execute(),
  )
  const { page, nextCursor } = pageOf(rows, pageSize, (row) => ({ at: row.frozen_at, id: row.freezing_id }))
  return {
    freezingArray: page.map((row) => ({
      freezingId: row.freezing_id,
      tenantId: row.tenant_id,
      spaceName: row.space_name ?? '已注销的空间',
      what: freezeText({
        fromAt: row.from_at,
        untilAt: row.until_at,
        launcherId: row.launcher_id,
        number: row.number,
      }),
      contractNumber: row.number,
      reason: row.reason,
      freezeTime: row.frozen_at,
      operatorName: row.operator_name,
      thawed:
        row.thawed_at === null
          ? null
          : { time: row.thawed_at, reason: row.thaw_reason ?? '', operatorName: row.thawed_by ?? '' },
    })),
    nextCursor,
  }
}
