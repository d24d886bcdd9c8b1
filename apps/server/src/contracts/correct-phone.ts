import type { operation } from '@moqi/api/operation'
import type { Input } from '@moqi/api/call'
import { operationLimits } from '@moqi/domain/contract/after-sending'
import { partyFaults } from '@moqi/domain/contract/draft-rules'
import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import { checkPhone, maskPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import { boundParty } from '#src/cores/contract/bind-parties.ts'
import { partyName, type PartyRow, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { ContractVerb } from '#src/cores/contract/contract-verb.ts'
import { isPhoneCorrectable } from '#src/cores/contract/offered-operations.ts'
import { type Claimant, findClaimant } from '#src/cores/contract/party-account.ts'
import { type Contacts, contactsOf } from '#src/cores/contract/party-contacts.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import { checkBeforeDeadline } from './before-deadline.ts'
import { ruled } from './check-person.ts'

type Correction = Input<typeof operation.correctPhone>
type Facts = { contacts: Contacts; claimant: Claimant | null; signId: string }

/**
 * Gives a party another phone after sending, as long as nobody has claimed or read the contract in its name: the
 * waiting entry moves, the link that went to the wrong phone dies, and who is asked now is asked there.
 */
export const correctPhone: ContractVerb<Correction, null, Facts> = {
  operation: 'correctPhone',
  check: ({ phone }) => void phoneOf(phone),
  async facts(deps, tx, { stored, input, now }) {
    checkBeforeDeadline(stored.contract, now)
    const party = correctable(stored, input)
    const phone = phoneOf(input.phone)
    checkNew(stored, party, phone)
    const contacts = await contactsOf(tx, stored.contract)
    checkNotTooOften(contacts, party, now)
    await lockPhones(tx, [party.phone, phone])
    return { contacts, claimant: await findClaimant(tx, { ...party, phone }), signId: newSignId(deps) }
  },
  decide({ stored, input, facts: { claimant, signId } }) {
    const party = correctable(stored, input)
    const phone = phoneOf(input.phone)
    const partyNo = party.party_no
    const set = { phone, ...boundParty(stored, { ...party, sign_id: signId }, claimant) }
    return {
      parties: [{ partyNo, set }],
      entries: [
        { kind: 'withdraw', party },
        { kind: 'give', partyNo },
      ],
      contacts: [{ partyNo, what: 'phoneChanged' }],
      ...(party.state === 'toSign' && { ask: [partyNo] }),
      log: [{ verb: 'correctPhone', detail: `${partyName(party)}：${maskPhone(party.phone)} → ${maskPhone(phone)}` }],
      answer: () => null,
    }
  },
}

/** The phone as it is kept. Throws `field/invalid`. */
export function phoneOf(typed: string): string {
  const checked = checkPhone(typed)
  if (!checked.ok) throw refuse('phone', checked.message)
  return checked.value
}

function correctable({ contract, parties }: StoredContract, { signerNo }: Correction): PartyRow {
  const party = parties.find(({ party_no }) => party_no === signerNo)
  if (party && isPhoneCorrectable(contract, party)) return party
  throw refuse('partyNo', '该签署方已确认身份或已查看合同，不能更正手机号；如需更换请撤回后重新发起')
}

const refuse = (field: string, message: string) => new Refusal('field/invalid', { field, message })

function checkNew({ parties }: StoredContract, party: PartyRow, phone: string): void {
  if (phone === party.phone) throw refuse('phone', '新手机号与原手机号相同')
  const signers = parties
    .filter((other) => !hasLeft(other))
    .map((other) => (other === party ? { ...ruled(other), phone } : ruled(other)))
  const twice = partyFaults(signers).find(({ message }) => message === '签署方重复')
  if (twice) throw refuse('phone', twice.message)
}

/** A phone may be corrected a few times, a minute apart: SMS to strangers are not for trying numbers. */
function checkNotTooOften(contacts: Contacts, party: PartyRow, now: number): void {
  const { most, againAfterMs } = operationLimits.correctPhone
  const known = contacts.get(party.party_no)
  if ((known?.phone_changes ?? 0) >= most) {
    throw refuse('phone', `每个签署方最多更正${most}次手机号，请撤回后重新发起`)
  }
  const wait = (known?.phone_changed_at ?? -againAfterMs) + againAfterMs - now
  if (wait <= 0) return
  const retryAfter = Math.ceil(wait / 1000)
  throw new Refusal('request/too-often', { retryAfter, message: `刚刚已更正过，请${retryAfter}秒后再试` })
}
