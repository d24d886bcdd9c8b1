import type { operatorTenant } from '@moqi/api/tenant'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { checkTicket } from '@moqi/domain/operators/look-rules'
import { endLook as end, openLook as open, unendedLook } from '#src/cores/operator/look.ts'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { requireTenant, type SpaceRow } from './find-tenants.ts'

type Calls = typeof operatorTenant

/** Opens a space to an operator who says why; its administrators are told at once. */
export const openLook: Handler<Calls['openLook']> = async (deps, operator, input) => {
  const reason = fieldOf('reason', checkReason(input.reason))
  const ticket = fieldOf('ticket', checkTicket(input.ticket ?? ''))
  const space = await deps.db.directory((directory) => requireTenant(directory, input.tenantId))
  const { tenant_id: tenantId, name: spaceName } = space
  return deps.db.write(tenantId, async (tx) => {
    const { lookId, endsAt } = await open(deps, tx, operator, { tenantId, spaceName, reason, ticket })
    await tellAdministrators(deps, tx, space, reason)
    return { lookId, endTime: endsAt }
  })
}

async function tellAdministrators(deps: Deps, tx: Db, { tenant_id: tenantId, name, kind }: SpaceRow, reason: string) {
  const administrators = await tx
    .selectFrom('membership')
    .where('tenant_id', '=', tenantId)
    .where('is_owner', '=', true)
    .where('state', '=', 'accepted')
    .select('account_id')
    .execute()
  const facts = { company: kind === 'company' ? name : null, reason }
  for (const { account_id: accountId } of administrators) {
    await notify(deps, tx, { kind: 'platformLooks', to: { accountId, tenantId }, facts })
  }
}

/** Ends the own look before its time; again, there is none. */
export const endLook: Handler<Calls['endLook']> = async (deps, operator, { tenantId: asked }) => {
  const { operatorId, address } = operator
  const { tenant_id: tenantId, name } = await deps.db.directory((directory) => requireTenant(directory, asked))
  await deps.db.write(tenantId, async (tx) => {
    const look = await unendedLook(tx, tenantId, operatorId)
    if (!look || !(await end(deps, tx, { tenantId, lookId: look.look_id }))) return
    await addOperatorLog(deps, tx, { operatorId, address, verb: 'endLook', detail: name })
  })
  return null
}

/** Ends a look whose time is over. */
export const lapseLook = async (deps: Deps, { tenantId, lookId }: JobPayloads['endLook']): Promise<void> => {
  await deps.db.write(tenantId, (tx) => end(deps, tx, { tenantId, lookId }))
}
