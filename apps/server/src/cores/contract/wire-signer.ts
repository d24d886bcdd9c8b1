import type { Signer } from '@moqi/api/shapes'
import type { CcRecipient } from '@moqi/api/draft'
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
 * A party as it travels (checklist C0.14): its phone is whole only for itself and for the draft's author. A company
 * that has not been bound to a space here yet has no id.
 */
export function wireSigner(party: PartyRow, whole: boolean, companies: Companies): Signer {
  return {
    signerNo: party.party_no,
    signOrder: party.sign_order,
    signType: party.kind === 'company' ? 1 : 0,
    signerName: party.name,
    phone: whole ? party.phone : maskPhone(party.phone),
    companyName: party.company_name,
    companyId: (party.kind === 'company' && companies.get(party.party_tenant_id ?? '')) || null,
    signerStatus: party.state,
    signTime: party.signed_at,
    readTime: party.read_at,
    willAuthType: party.will_kind,
    sealType: party.kind === 'company' ? 'company' : 'person',
  }
}

/** A copy recipient as it travels: its phone is whole only for the draft's author. */
export const wireCc = ({ name, phone, company_name, told_when }: CcRow, whole: boolean): CcRecipient => ({
  name,
  phone: whole ? phone : maskPhone(phone),
  companyName: company_name,
  when: told_when,
})
