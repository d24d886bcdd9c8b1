import type { operation } from '@moqi/api/operation'
import type { Input } from '@moqi/api/call'
import { operationLimits } from '@moqi/domain/contract/after-sending'
import { hasLeft, partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { normalizeCompanyName } from '@moqi/domain/identity/company'
import { Refusal } from '@moqi/domain/refusal'
import type { PartyRow, StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { ContractVerb } from '#src/cores/contract/contract-verb.ts'
import { type Claimant, findClaimant } from '#src/cores/contract/party-account.ts'
import { passPlaces } from '#src/cores/contract/pass-places.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import { forgetWill } from '#src/cores/signer/will.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import { checkBeforeDeadline } from './before-deadline.ts'
import { checkPerson } from './check-person.ts'
import { phoneOf } from './correct-phone.ts'
import { checkNothingHandedIn, leaving, loggedParty, namedParty, tellParties } from './leaving-party.ts'
import { successorOf } from './successor-of.ts'

type Replacement = Input<typeof operation.replaceParty>
type Person = { name: string; phone: string; company_name: string | null; credit_code: string | null }

/**
 * Puts somebody else in the place of a party that has not signed: turn, places and form fields go to a new party, so
 * that no file changes; whoever was replaced loses the entry, its link, and what it had proved or applied for.
 */
export const replaceParty: ContractVerb<Replacement, null, { claimant: Claimant | null; signId: string }> = {
  operation: 'replaceParty',
  check: ({ phone }) => void phoneOf(phone),
  async facts(deps, tx, { stored, input, now }) {
    checkBeforeDeadline(stored.contract, now)
    const party = replaceable(stored, input)
    const person = personOf(stored, party, input)
    await checkNothingHandedIn(tx, party)
    await lockPhones(tx, [party.phone, person.phone])
    const claimant = await findClaimant(tx, { ...person, kind: party.kind, identity_hash: null })
    return { claimant, signId: newSignId(deps) }
  },
  decide({ stored, member, input, facts: { claimant, signId } }) {
    const party = replaceable(stored, input)
    const person = personOf(stored, party, input)
    const successor = successorOf(stored, party, { ...person, sign_id: signId }, claimant)
    const partyNo = successor.party_no
    return {
      moves: [{ of: 'party', partyNo: party.party_no, event: 'replace' }],
      joining: [successor],
      entries: [...leaving(stored, party), { kind: 'give', partyNo }],
      ...(successor.state === 'toSign' && { ask: [partyNo] }),
      log: [{ verb: 'replaceParty', detail: `${loggedParty(party)} → ${loggedParty(successor)}` }],
      tell: tellParties(stored, member, `${namedParty(party)}更换为${namedParty(successor)}`, party),
      answer: () => null,
    }
  },
  async write(_, tx, { stored, entry, input, applied }) {
    const [successor] = applied.after.parties.slice(stored.parties.length)
    if (successor) await passPlaces(tx, entry, { from: input.signerNo, to: successor.party_no })
    const { account_id, sign_id } = replaceable(stored, input)
    if (account_id !== null) await forgetWill(tx, account_id, sign_id)
  },
}

const refuse = (field: string, message: string) => new Refusal('field/invalid', { field, message })

function replaceable({ parties }: StoredContract, { signerNo }: Replacement): PartyRow {
  const party = parties.find(({ party_no }) => party_no === signerNo)
  if (party?.state === 'signed') {
    throw refuse('signerNo', '该签署方已签署，不能更换；请撤回后重新发送，或另签补充协议')
  }
  if (!party || !partyLifecycle.can(party.state, 'replace')) throw refuse('signerNo', '该签署方已变更，请刷新后再试')
  const times = parties.filter(hasLeft).length
  if (times < operationLimits.transfers) return party
  throw refuse('signerNo', `一份合同最多变更签署方${operationLimits.transfers}次，请撤回后重新发送`)
}

/** Who comes, of the same kind as the party before. Throws `field/invalid`. */
function personOf(stored: StoredContract, party: PartyRow, input: Replacement): Person {
  const name = input.name.trim()
  const phone = phoneOf(input.phone)
  const companyName =
    party.kind === 'company' ? normalizeCompanyName(input.companyName ?? party.company_name ?? '') : null
  if (phone === party.phone) throw refuse('phone', '请填写新签署人的手机号')
  const { party_no: partyNo, sign_order: signOrder } = party
  checkPerson(stored, { partyNo, name, phone, companyName, signOrder }, party)
  const sameCompany = companyName === party.company_name
  return { name, phone, company_name: companyName, credit_code: sameCompany ? party.credit_code : null }
}
