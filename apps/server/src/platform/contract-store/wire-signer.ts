import type { Signer } from '@moqi/api/shapes'
import type { CcRecipient } from '@moqi/api/draft'
import { maskPhone } from '@moqi/domain/identity/phone'
import type { CcRow, PartyRow } from './contract-rows.ts'

/** A party as it travels (checklist C0.14): its phone is whole only for itself and for the draft's author. */
export function wireSigner(party: PartyRow, whole: boolean): Signer {
  return {
    signerNo: party.signer_no,
    signOrder: party.sign_order,
    signType: party.sign_type === 1 ? 1 : 0,
    signerName: party.signer_name,
    phone: whole ? party.phone : maskPhone(party.phone),
    companyName: party.company_name,
    companyId: null,
    signerStatus: party.state,
    signTime: party.signed_at,
    readTime: party.read_at,
    willAuthType: party.will_auth_type,
    sealType: party.sign_type === 1 ? 'company' : 'person',
  }
}

/** A copy recipient as it travels: its phone is whole only for the draft's author. */
export const wireCc = ({ name, phone, told_when }: CcRow, whole: boolean): CcRecipient => ({
  name,
  phone: whole ? phone : maskPhone(phone),
  when: told_when,
})
