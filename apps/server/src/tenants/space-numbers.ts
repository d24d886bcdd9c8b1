import { contractLifecycle } from '@moqi/domain/contract/contract-lifecycle'
import type { Db } from '#src/platform/database/database.ts'

const signing = contractLifecycle.after('waitSend', 'send')

/** How many members a space has, and contracts under way: its own, and others' that wait for it. Runs in the tenant. */
export async function membersAndContracts(
  tenant: Db,
  tenantId: string,
): Promise<Record<'memberNumber' | 'signingNumber' | 'waitingNumber', number>> {
  const members = await tenant
    .selectFrom('membership')
    .where('tenant_id', '=', tenantId)
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  const contracts = await tenant
    .selectFrom('contract')
    .where('tenant_id', '=', tenantId)
    .where('state', '=', signing)
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  const waiting = await tenant
    .selectFrom('inbox')
    .where('tenant_id', '=', tenantId)
    .where('party_state', '=', 'toSign')
    .where('contract_state', '=', signing)
    .select((eb) => eb.fn.count<number>('contract_id').distinct().as('number'))
    .executeTakeFirstOrThrow()
  return { memberNumber: members.number, signingNumber: contracts.number, waitingNumber: waiting.number }
}
