import type { Db } from '#src/platform/database/database.ts'
import type { PartyRow } from './contract-rows.ts'

/** Where a party's entry belongs once somebody may claim it. */
export type Claimant = { tenantId: string; accountId: string }

/** A contract's description of a party (checklist I10). */
export type PartyIdentity = Pick<PartyRow, 'phone' | 'kind' | 'name' | 'company_name' | 'credit_code' | 'identity_hash'>

/**
 * The account that has proved the phone and is real-named with the party's name, and id number if one was given; for a
 * company party, that acts in an authenticated space of the company's name, and credit code if one was given (checklist
 * I10). Null when there is none yet. Directory tables only.
 */
export async function findClaimant(db: Db, party: PartyIdentity): Promise<Claimant | null> {
  const person = await db
    .selectFrom('account as a')
    .innerJoin('membership as m', 'm.account_id', 'a.account_id')
    .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
    .where('a.phone', '=', party.phone)
    .where('s.kind', '=', 'person')
    .where('s.auth_status', '=', 'passAuth')
    .where('s.name', '=', party.name)
    .$if(party.identity_hash !== null, (query) => query.where('s.identity_hash', '=', party.identity_hash))
    .select(['a.account_id', 's.tenant_id'])
    .executeTakeFirst()
  if (!person) return null
  if (party.kind === 'person') return { tenantId: person.tenant_id, accountId: person.account_id }
  const company = await db
    .selectFrom('membership as m')
    .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
    .where('m.account_id', '=', person.account_id)
    .where('s.kind', '=', 'company')
    .where('s.auth_status', '=', 'passAuth')
    .where('s.name', '=', party.company_name ?? '')
    .$if(party.credit_code !== null, (query) => query.where('s.credit_code', '=', party.credit_code))
    .where('m.state', '=', 'accepted')
    .select('s.tenant_id')
    .executeTakeFirst()
  return company ? { tenantId: company.tenant_id, accountId: person.account_id } : null
}
