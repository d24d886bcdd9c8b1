import type { proposal } from '@moqi/api/proposal'
import { checkReason } from '@moqi/domain/contract/draft-text'
import type { ProposalKind } from '@moqi/domain/operators/proposal'
import { Refusal } from '@moqi/domain/refusal'
import { freezeSpace, thawSpace } from '#src/cores/identity/freeze-space.ts'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import { addPlatformLog } from '#src/cores/operator/platform-log.ts'
import { propose } from '#src/cores/operator/proposal.ts'
import type { Operator } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { requireTenant, type SpaceRow } from './find-tenants.ts'
import { membersAndContracts } from './space-numbers.ts'

type Calls = typeof proposal

/** What freezing a space would stop, in numbers. */
export const weighFreeze: Handler<Calls['weighFreeze']> = async (deps, _operator, { tenantId: asked }) => {
  const { tenant_id: tenantId, frozen_reason } = await deps.db.directory((directory) => requireTenant(directory, asked))
  return deps.db.read(tenantId, async (tenant) => ({
    isFrozen: frozen_reason === null ? 0 : 1,
    needsSecond: deps.config.freezers === 2 ? 1 : 0,
    ...(await membersAndContracts(tenant, tenantId)),
    applicationNumber: await applications(tenant, tenantId),
  }))
}

async function applications(tenant: Db, tenantId: string): Promise<number> {
  const { number } = await tenant
    .selectFrom('integration')
    .where('tenant_id', '=', tenantId)
    .where('disabled_at', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  return number
}

/** Freezes a space, at once or by a second operator's word. */
export const freezeTenant: Handler<Calls['freezeTenant']> = (deps, operator, input) =>
  turn(deps, operator, { ...input, kind: 'freeze' })

/** Lets it go on. */
export const thawTenant: Handler<Calls['thawTenant']> = (deps, operator, input) =>
  turn(deps, operator, { ...input, kind: 'thaw' })

type Turning = Extract<ProposalKind, 'freeze' | 'thaw'>
type Wish = { tenantId: string; reason: string; kind: Turning }

async function turn(deps: Deps, operator: Operator, wish: Wish): Promise<{ isDone: 0 | 1 }> {
  const reason = fieldOf('reason', checkReason(wish.reason))
  const { kind } = wish
  const space = await deps.db.directory((directory) => requireTenant(directory, wish.tenantId))
  const { tenant_id: tenantId } = space
  if ((space.frozen_reason === null) !== (kind === 'freeze')) throw new Refusal('space/freeze-changed')
  return deps.db.write(tenantId, async (tx) => {
    if (deps.config.freezers === 1) {
      await carryOut(deps, tx, operator, { space, kind, reason })
      return { isDone: 1 }
    }
    await propose(deps, tx, operator.operatorId, { tenantId, kind, reason, details: null })
    const { operatorId, address } = operator
    const detail = `${space.name}　${kind === 'freeze' ? '冻结' : '解除冻结'}　${reason}`
    await addOperatorLog(deps, tx, { operatorId, address, verb: 'propose', detail })
    return { isDone: 0 }
  })
}

/** Freezes a space or lets it go on: its members are told why, and both sides' logs say so. Runs in the tenant. */
export async function carryOut(
  deps: Deps,
  tx: Db,
  { operatorId, address }: Operator,
  { space, kind, reason }: { space: SpaceRow; kind: Turning; reason: string },
): Promise<void> {
  const { tenant_id: tenantId, name } = space
  if (kind === 'freeze') await freezeSpace(tx, tenantId, { reason, at: deps.now() })
  else await thawSpace(tx, tenantId)
  await addPlatformLog(deps, tx, { tenantId, operatorId, lookId: null, verb: kind, detail: `原因：${reason}` })
  await addOperatorLog(deps, tx, { operatorId, address, verb: kind, detail: `${name}　${reason}` })
  await tellMembers(deps, tx, space, kind === 'freeze' ? reason : null)
}

async function tellMembers(deps: Deps, tx: Db, { tenant_id: tenantId, name, kind }: SpaceRow, reason: string | null) {
  const members = await tx
    .selectFrom('membership')
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'accepted')
    .select('account_id')
    .execute()
  const facts = { company: kind === 'company' ? name : null, reason }
  for (const { account_id: accountId } of members) {
    await notify(deps, tx, { kind: 'spaceFrozen', to: { accountId, tenantId }, facts })
  }
}
