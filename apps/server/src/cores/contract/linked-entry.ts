import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { ContractRow } from './contract-rows.ts'
import { type Entry, seesAllContracts } from './entry.ts'

/**
 * The agreement that voids a contract or has voided it, null while there is none that others than the initiator know
 * of. Read in the home tenant.
 */
export async function agreementIdOf(
  home: Db,
  { tenant_id, contract_id }: Pick<ContractRow, 'tenant_id' | 'contract_id'>,
): Promise<string | null> {
  const row = await home
    .selectFrom('contract')
    .where('tenant_id', '=', tenant_id)
    .where('origin_contract_id', '=', contract_id)
    .where('state', 'in', ['signing', 'finish'])
    .select('contract_id')
    .executeTakeFirst()
  return row?.contract_id ?? null
}

/**
 * The reader's own handle of another contract of the same home: a colleague's when the reader sees all of the company's
 * (checklist I9); null for whoever has none. Read in the reader's tenant.
 */
export async function linkedSignId(
  own: Db,
  { tenantId, accountId, space }: Pick<Member, 'tenantId' | 'accountId' | 'space'>,
  place: Pick<Entry, 'homeTenantId' | 'contractId'>,
): Promise<string | null> {
  const rows = await own
    .selectFrom('entry')
    .where('tenant_id', '=', tenantId)
    .where('home_tenant_id', '=', place.homeTenantId)
    .where('contract_id', '=', place.contractId)
    // What waits here for a party that is not known yet is that party's.
    .where('account_id', 'is not', null)
    .orderBy('party_no')
    .select(['sign_id', 'account_id'])
    .execute()
  const ownRow = rows.find((row) => row.account_id === accountId)
  const readable = ownRow ?? (seesAllContracts(space) ? rows[0] : undefined)
  return readable?.sign_id ?? null
}
