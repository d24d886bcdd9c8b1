import type { Draft } from '@moqi/api/draft'
import { checkCompanyName } from '@moqi/domain/identity/company'
import { checkPhone, maskPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import type { PartyRow } from '#src/platform/contract-store/contract-rows.ts'
import type { Db } from '#src/platform/database/database.ts'

type Place = { tenantId: string; contractId: string }

/** Who saves a draft: the own phone, which the browser knows only masked, and where new handles come from. */
type Author = { phone: string; newSignId: () => string }

/** Replaces the signers of a draft as they were typed, numbers and company names normalised where they can be. */
export async function putParties(tx: Db, place: Place, signers: Draft['signerArray'], author: Author): Promise<void> {
  const { tenantId, contractId } = place
  const numbers = signers.map(({ signerNo }) => signerNo)
  if (new Set(numbers).size !== numbers.length) {
    throw new Refusal('field/invalid', { field: 'signerArray', message: '签署方编号重复' })
  }
  await tx.deleteFrom('party').where('tenant_id', '=', tenantId).where('contract_id', '=', contractId).execute()
  if (signers.length > 0) {
    await tx
      .insertInto('party')
      .values(signers.map((signer) => partyRow(place, signer, author)))
      .execute()
  }
  await tx
    .deleteFrom('area')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('signer_no', 'not in', [0, ...numbers])
    .execute()
}

function partyRow(place: Place, signer: Draft['signerArray'][number], author: Author): PartyRow {
  const own = signer.phone === maskPhone(author.phone)
  const phone = checkPhone(own ? author.phone : signer.phone)
  const company = signer.signType === 1 ? (signer.companyName ?? '') : null
  const checked = company === null ? null : checkCompanyName(company)
  return {
    tenant_id: place.tenantId,
    contract_id: place.contractId,
    signer_no: signer.signerNo,
    sign_order: signer.signOrder,
    sign_type: signer.signType,
    signer_name: signer.signerName,
    phone: phone.ok ? phone.value : signer.phone,
    company_name: checked?.ok ? checked.value : company,
    state: 'waiting',
    will_auth_type: signer.willAuthType,
    private_message: signer.privateMessage?.trim() || null,
    forced_reading: signer.forcedReading,
    reading_done_at: null,
    sign_id: author.newSignId(),
    party_tenant_id: null,
    account_id: null,
    read_at: null,
    signed_at: null,
    finished_mail: null,
  }
}
