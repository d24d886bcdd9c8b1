import type { Signer } from '@moqi/api/shapes'
import type { CcRecipient } from '@moqi/api/draft'
import { wireParty } from '@moqi/api/wire/party'
import { maskPhone } from '@moqi/domain/identity/phone'
import type { Db } from '#src/platform/database/database.ts'
import type { CcRow, PartyRow } from './contract-rows.ts'

/** The companies that parties have been claimed for, by the tenants of their spaces. */
export type Companies = ReadonlyMap<string, string | null>

/** Reads the directory, which any connection may. */
export async function companiesOf(db: Db, parties: readonly PartyRow[]): Promise<Companies> {
  const claimed = parties.flatMap((party) => (party.kind === 'company' ? (party.party_tenant_id ?? []) : []))
  if (claimed.length === 0) return new Map()
  const spaces = await db
    .selectFrom('space')
    .where('tenant_id', 'in', [...new Set(claimed)])
    .select(['tenant_id', 'company_id'])
    .execute()
  return new Map(spaces.map(({ tenant_id, company_id }) => [tenant_id, company_id]))
}

/**
 * A party as it is shown (checklist C0.14): its phone is whole only for itself and for the draft's author. A company
 * that has not been bound to a space here yet has no id.
 */
export const shownParty = (party: PartyRow, whole: boolean, companies: Companies): Signer =>
  wireParty({
    partyNo: party.party_no,
    signOrder: party.sign_order,
    kind: party.kind,
    name: party.name,
    phone: whole ? party.phone : maskPhone(party.phone),
    companyName: party.company_name,
    companyId: (party.kind === 'company' && companies.get(party.party_tenant_id ?? '')) || null,
    state: party.state,
    signedAt: party.signed_at,
    readAt: party.read_at,
    willKind: party.will_kind,
  })

/** A copy recipient as it is shown: its phone is whole only for the draft's author. */
export const shownCc = ({ name, phone, company_name, told_when }: CcRow, whole: boolean): CcRecipient => ({
  name,
  phone: whole ? phone : maskPhone(phone),
  companyName: company_name,
  when: told_when,
})
