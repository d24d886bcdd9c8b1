import type { Db } from '#src/platform/database/database.ts'
import type { FoundReport } from './list-reports.ts'

/**
 * Whom to tell of a report's outcome: who was signed in, else whose the party's telephone is; null where nobody has an
 * account. Runs in the contract's tenant.
 */
export async function reporterAccount(
  home: Db,
  { account_id: accountId, home_tenant_id: homeTenantId, contract_id: contractId, party_no: partyNo }: FoundReport,
): Promise<{ accountId: string; tenantId: string } | null> {
  if (accountId !== null) return inOwnSpace(home, accountId)
  if (partyNo === null) return null
  const account = await home
    .selectFrom('party as p')
    .innerJoin('account as a', 'a.phone', 'p.phone')
    .where('p.tenant_id', '=', homeTenantId)
    .where('p.contract_id', '=', contractId)
    .where('p.party_no', '=', partyNo)
    .where('a.closed_at', 'is', null)
    .select('a.account_id')
    .executeTakeFirst()
  return account ? inOwnSpace(home, account.account_id) : null
}

async function inOwnSpace(home: Db, accountId: string) {
  const own = await home
    .selectFrom('membership as m')
    .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
    .where('m.account_id', '=', accountId)
    .where('s.kind', '=', 'person')
    .select('m.tenant_id')
    .executeTakeFirst()
  return own ? { accountId, tenantId: own.tenant_id } : null
}
