import { ccFaults, type DraftParty, partyFaults } from '@moqi/domain/contract/draft-rules'
import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import type { PartyRow, StoredContract } from '#src/cores/contract/contract-rows.ts'

/** A party as the rules of a draft judge it. */
export const ruled = (party: PartyRow): DraftParty => ({
  partyNo: party.party_no,
  name: party.name,
  phone: party.phone,
  companyName: party.company_name,
  signOrder: party.sign_order,
  signKind: party.sign_kind,
})

/**
 * Refuses, as `field/invalid`, a person who cannot be a party beside the contract's others, `instead` of one of them if
 * one is named.
 */
export function checkPerson(stored: StoredContract, person: DraftParty, instead?: PartyRow): void {
  const others = stored.parties.filter((party) => party !== instead && !hasLeft(party)).map(ruled)
  const fault = partyFaults([...others, person]).find(
    ({ field, message }) => field === 'parties' || field.startsWith(`parties.${others.length}`) || message === twice,
  )
  const copied = ccFaults(
    stored.cc.map(({ name, phone, company_name: companyName }) => ({ name, phone, companyName })),
    [person],
  ).find(({ message }) => message === '抄送人不能与签署方重复')
  if (copied) throw refuse('phone', '该手机号已是本合同的抄送人，请填写其他签署人')
  if (fault) throw refuse(fault.field.replace(/^parties\.\d+\.?/, '') || 'phone', fault.message)
}

const twice = '签署方重复'
const refuse = (field: string, message: string) => new Refusal('field/invalid', { field, message })
