import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import type { Db } from '#src/platform/database/database.ts'

/** Where a party still has something to do, or will have. */
const unfinishedParty = partyLifecycle.states.filter((state) => !partyLifecycle.isEnd(state))

/** How many contracts of the company the member has under way: launched and not over, or a party that has not ended. */
export async function countOpenContracts(tenant: Db, tenantId: string, accountId: string): Promise<number> {
  const found = await tenant
    .selectFrom('inbox')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb.and([eb('is_initiator', '=', true), eb('contract_state', 'in', ['draft', 'waitSend', 'signing'])]),
        eb.and([eb('contract_state', '=', 'signing'), eb('party_state', 'in', unfinishedParty)]),
      ]),
    )
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  return Number(found.number)
}

/** The contracts that go to a colleague when the member leaves: all that were launched, and open parties. */
export async function contractsToHandOver(
  tenant: Db,
  tenantId: string,
  accountId: string,
): Promise<{ homeTenantId: string; contractId: string }[]> {
  const rows = await tenant
    .selectFrom('inbox')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where((eb) =>
      eb.or([
        eb('is_initiator', '=', true),
        eb.and([eb('contract_state', '=', 'signing'), eb('party_state', 'in', unfinishedParty)]),
      ]),
    )
    .orderBy('contract_id')
    .select(['home_tenant_id', 'contract_id'])
    .execute()
  return rows.map(({ home_tenant_id, contract_id }) => ({ homeTenantId: home_tenant_id, contractId: contract_id }))
}
