import type { Draft } from '@moqi/api/draft'
import { checkCompanyName, checkCreditCode } from '@moqi/domain/identity/company'
import { maskIdNumber } from '@moqi/domain/identity/id-number'
import { checkPartyIdNumber, isMaskedIdNumber } from '@moqi/domain/identity/party-id-number'
import { checkPhone, maskPhone } from '@moqi/domain/identity/phone'
import { signKindOf } from '@moqi/domain/contract/sign-kind'
import { Refusal } from '@moqi/domain/refusal'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import type { PartyRow } from './contract-rows.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { identityHash } from '#src/platform/identity-hash.ts'

type Place = { tenantId: string; contractId: string }

/** Who saves a draft: the own phone, which the browser knows only masked, and where new handles come from. */
type Author = { phone: string; newSignId: () => string }

/** What is kept of id numbers, by the signer's number. */
type KnownIds = ReadonlyMap<number, Pick<PartyRow, 'identity_hash' | 'identity_mask'>>

/**
 * Replaces the signers of a draft as they were typed, numbers and company names normalised where they can be. Throws
 * `field/invalid` for an id number that is none: it is kept as a hash alone, so it must be right at once.
 */
export async function putParties(
  deps: Pick<Deps, 'derivationKey' | 'now'>,
  tx: Db,
  place: Place,
  signers: Draft['signerArray'],
  author: Author,
): Promise<void> {
  const { tenantId, contractId } = place
  const numbers = signers.map(({ signerNo }) => signerNo)
  if (new Set(numbers).size !== numbers.length) {
    throw new Refusal('field/invalid', { field: 'signerArray', message: '签署方编号重复' })
  }
  const before = await tx
    .deleteFrom('party')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .returning(['signer_no', 'identity_hash', 'identity_mask'])
    .execute()
  const known: KnownIds = new Map(before.map(({ signer_no, ...id }) => [signer_no, id]))
  if (signers.length > 0) {
    await tx
      .insertInto('party')
      .values(signers.map((signer) => ({ ...partyRow(place, signer, author), ...identityOf(deps, signer, known) })))
      .execute()
  }
  await tx
    .deleteFrom('area')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('signer_no', 'not in', [0, ...numbers])
    .execute()
}

/** The id number of a person, as far as it is kept; a mask stands for what was kept before. */
function identityOf(
  deps: Pick<Deps, 'derivationKey' | 'now'>,
  { signType, signerNo, idNumber }: Draft['signerArray'][number],
  known: KnownIds,
): Pick<PartyRow, 'identity_hash' | 'identity_mask'> {
  if (signType === 1 || !idNumber) return { identity_hash: null, identity_mask: null }
  const kept = known.get(signerNo)
  if (isMaskedIdNumber(idNumber)) {
    if (kept?.identity_mask === idNumber) return kept
    throw new Refusal('field/invalid', { field: 'signerArray', message: '请重新填写证件号' })
  }
  const checked = fieldOf('signerArray', checkPartyIdNumber(idNumber, shanghaiDate(deps.now())))
  return { identity_hash: identityHash(deps, checked), identity_mask: maskIdNumber(checked) }
}

type Typed = Omit<PartyRow, 'identity_hash' | 'identity_mask'>

function partyRow(place: Place, signer: Draft['signerArray'][number], author: Author): Typed {
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
    credit_code: company === null ? null : creditCodeOf(signer.creditCode),
    sign_kind: signKindOf(company === null ? 'person' : 'company', signer.signKind),
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

/** As it was typed, and as it is compared where it is one. */
function creditCodeOf(typed: string | null | undefined): string | null {
  if (!typed) return null
  const checked = checkCreditCode(typed)
  return checked.ok ? checked.value : typed
}
