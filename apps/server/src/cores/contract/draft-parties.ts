import { checkCompanyName, checkCreditCode } from '@moqi/domain/identity/company'
import { maskIdNumber } from '@moqi/domain/identity/id-number'
import { checkPartyIdNumber, isMaskedIdNumber } from '@moqi/domain/identity/party-id-number'
import { checkPhone, maskPhone } from '@moqi/domain/identity/phone'
import type { PartyKind } from '@moqi/domain/contract/party-kind'
import { signKindOf } from '@moqi/domain/contract/sign-kind'
import type { WrittenParty } from '@moqi/domain/contract/written-draft'
import { Refusal } from '@moqi/domain/refusal'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import type { PartyRow } from './contract-rows.ts'
import { putDemands } from './paper-demands.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { identityHash } from '#src/platform/identity-hash.ts'

type Place = { tenantId: string; contractId: string }

/** Who saves a draft: the own phone, which the browser knows only masked, and where new handles come from. */
type Author = { phone: string; newSignId: () => string }

/** What is kept of id numbers, by the party's number. */
type KnownIds = ReadonlyMap<number, Pick<PartyRow, 'identity_hash' | 'identity_mask'>>

/**
 * Replaces the parties of a draft as they were typed, numbers and company names normalised where they can be. Throws
 * `field/invalid` for an id number that is none: it is kept as a hash alone, so it must be right at once.
 */
export async function putParties(
  deps: Pick<Deps, 'derivationKey' | 'now'>,
  tx: Db,
  place: Place,
  parties: readonly WrittenParty[],
  author: Author,
): Promise<void> {
  const { tenantId, contractId } = place
  const numbers = parties.map(({ partyNo }) => partyNo)
  if (new Set(numbers).size !== numbers.length) {
    throw new Refusal('field/invalid', { field: 'parties', message: '签署方编号重复' })
  }
  const before = await tx
    .deleteFrom('party')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .returning(['party_no', 'identity_hash', 'identity_mask'])
    .execute()
  const known: KnownIds = new Map(before.map(({ party_no, ...id }) => [party_no, id]))
  if (parties.length > 0) {
    await tx
      .insertInto('party')
      .values(parties.map((party) => ({ ...partyRow(place, party, author), ...identityOf(deps, party, known) })))
      .execute()
  }
  const asked = parties.map(({ partyNo, paperDemands = [] }) => ({ partyNo, demands: paperDemands }))
  await putDemands(tx, place, asked)
  await tx
    .deleteFrom('area')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('party_no', 'not in', [0, ...numbers])
    .execute()
}

/** Asks a person for a number that is known as a keyed hash alone. Runs in the draft's tenant. */
export async function askIdentity(
  tx: Db,
  { tenantId, contractId }: Place,
  { partyNo, identityHash: identity_hash }: { partyNo: number; identityHash: string },
): Promise<void> {
  await tx
    .updateTable('party')
    .set({ identity_hash })
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('party_no', '=', partyNo)
    .execute()
}

/** The id number of a person, as far as it is kept; a mask stands for what was kept before. */
function identityOf(
  deps: Pick<Deps, 'derivationKey' | 'now'>,
  { companyName, partyNo, idNumber }: WrittenParty,
  known: KnownIds,
): Pick<PartyRow, 'identity_hash' | 'identity_mask'> {
  if (companyName !== null || !idNumber) return { identity_hash: null, identity_mask: null }
  const kept = known.get(partyNo)
  if (isMaskedIdNumber(idNumber)) {
    if (kept?.identity_mask === idNumber) return kept
    throw new Refusal('field/invalid', { field: 'parties', message: '请重新填写证件号' })
  }
  const checked = fieldOf('parties', checkPartyIdNumber(idNumber, shanghaiDate(deps.now())))
  return { identity_hash: identityHash(deps, checked), identity_mask: maskIdNumber(checked) }
}

type Typed = Omit<PartyRow, 'identity_hash' | 'identity_mask'>

function partyRow(place: Place, party: WrittenParty, author: Author): Typed {
  const own = party.phone === maskPhone(author.phone)
  const phone = checkPhone(own ? author.phone : party.phone)
  const company = party.companyName
  const checked = company === null ? null : checkCompanyName(company)
  const kind: PartyKind = company === null ? 'person' : 'company'
  return {
    tenant_id: place.tenantId,
    contract_id: place.contractId,
    party_no: party.partyNo,
    sign_order: party.signOrder,
    kind,
    name: party.name,
    phone: phone.ok ? phone.value : party.phone,
    company_name: checked?.ok ? checked.value : company,
    credit_code: company === null ? null : creditCodeOf(party.creditCode),
    sign_kind: signKindOf(kind, party.signKind),
    state: 'waiting',
    will_kind: party.willKind,
    private_message: party.privateMessage?.trim() || null,
    forced_reading: party.forcedReading,
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
