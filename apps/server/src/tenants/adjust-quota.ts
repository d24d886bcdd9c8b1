import type { proposal } from '@moqi/api/proposal'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { type Adjustment, adjustmentText, checkAdjustment } from '@moqi/domain/operators/proposal'
import { Refusal } from '@moqi/domain/refusal'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import { addPlatformLog } from '#src/cores/operator/platform-log.ts'
import { propose } from '#src/cores/operator/proposal.ts'
import { adjustQuota } from '#src/cores/quota/adjust-quota.ts'
import { hasCopies } from '#src/cores/quota/has-copies.ts'
import type { Operator } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { requireTenant, type SpaceRow } from './find-tenants.ts'

type Calls = typeof proposal

/** Proposes that a space be given 份 or some be taken back; nothing changes before another operator agrees. */
export const proposeAdjustment: Handler<Calls['proposeAdjustment']> = async (deps, operator, input) => {
  const { operatorId, address } = operator
  const reason = fieldOf('reason', checkReason(input.reason))
  const { copies, packId = null, months = null } = input
  const details = fieldOf('copies', checkAdjustment({ copies, packId, months }))
  const space = await deps.db.directory((directory) => requireTenant(directory, input.tenantId))
  const { tenant_id: tenantId, name } = space
  const proposalId = await deps.db.write(tenantId, async (tx) => {
    if (!(await hasCopies(deps, tx, tenantId, details))) throw new Refusal('quota/pack-changed')
    const detail = `${name}　${adjustmentText(details)}　${reason}`
    await addOperatorLog(deps, tx, { operatorId, address, verb: 'propose', detail })
    return propose(deps, tx, operatorId, { tenantId, kind: 'adjust', reason, details })
  })
  return { proposalId }
}

type Agreed = { space: SpaceRow; reason: string; adjustment: Adjustment }

/** Adjusts what a space has left, as two operators want it; both sides' logs say so. Runs in the tenant. */
export async function adjustAsAgreed(
  deps: Deps,
  tx: Db,
  { operatorId, address }: Operator,
  { space: { tenant_id: tenantId, name }, reason, adjustment }: Agreed,
): Promise<void> {
  await adjustQuota(deps, tx, { tenantId, reason, adjustment })
  const detail = `${adjustmentText(adjustment)}。原因：${reason}`
  await addPlatformLog(deps, tx, { tenantId, operatorId, lookId: null, verb: 'adjust', detail })
  await addOperatorLog(deps, tx, { operatorId, address, verb: 'adjust', detail: `${name}　${detail}` })
}
