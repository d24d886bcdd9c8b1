import type { operation } from '@moqi/api/operation'
import type { Input } from '@moqi/api/call'
import { operationLimits } from '@moqi/domain/contract/after-sending'
import { partyFaults } from '@moqi/domain/contract/draft-rules'
import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { maskPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import type { PartyRow, StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { ContractVerb } from '#src/cores/contract/contract-verb.ts'
import type { EntryChange } from '#src/cores/contract/entry-changes.ts'
import { type Concerned, concernedCopies, concernedParty } from '#src/cores/contract/notify-people.ts'
import { type Claimant, findClaimant } from '#src/cores/contract/party-account.ts'
import { passPlaces } from '#src/cores/contract/pass-places.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import { forgetWill } from '#src/cores/signer/will.ts'
import type { Db } from '#src/platform/database/database.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import { checkBeforeDeadline } from './before-deadline.ts'
import { phoneOf } from './correct-phone.ts'
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
      log: [{ verb: 'replaceParty', detail: `${written(party)} → ${written(successor)}` }],
      tell: [
        {
          kind: 'partyReplaced',
          people: peopleOf(stored, member.accountId),
          factsOf: (about) => ({ ...about, who: member.nickName, from: named(party), to: named(successor) }),
        },
      ],
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
  const times = parties.filter(({ state }) => state === 'transferred').length
  if (times < operationLimits.transfers) return party
  throw refuse('signerNo', `一份合同最多更换和转交${operationLimits.transfers}次，请撤回后重新发送`)
}

/** What somebody has handed in stays theirs: it does not pass to whoever takes their place. */
async function checkNothingHandedIn(tx: Db, { tenant_id, contract_id, party_no }: PartyRow): Promise<void> {
  const handed = await tx
    .selectFrom('handed_paper')
    .where('tenant_id', '=', tenant_id)
    .where('contract_id', '=', contract_id)
    .where('party_no', '=', party_no)
    .select('file_id')
    .limit(1)
    .executeTakeFirst()
  if (handed) throw refuse('signerNo', '该签署方已提交附件，不能更换；请其撤下附件，或撤回后重新发送')
}

/** Who comes, of the same kind as the party before. Throws `field/invalid`. */
function personOf({ parties }: StoredContract, party: PartyRow, input: Replacement): Person {
  const name = input.name.trim()
  const phone = phoneOf(input.phone)
  const companyName = party.kind === 'company' ? (input.companyName?.trim() ?? party.company_name) : null
  if (phone === party.phone) throw refuse('phone', '请填写新签署人的手机号')
  const signers = parties
    .filter((other) => other !== party && other.state !== 'transferred')
    .map((other) => ({
      partyNo: other.party_no,
      name: other.name,
      phone: other.phone,
      companyName: other.company_name,
      signOrder: other.sign_order,
    }))
  const joined = { partyNo: party.party_no, name, phone, companyName, signOrder: party.sign_order }
  const fault = partyFaults([joined, ...signers]).find(
    ({ field, message }) => field.startsWith('parties.0.') || message === '签署方重复',
  )
  if (fault) throw refuse(fault.field.replace('parties.0.', ''), fault.message)
  const sameCompany = companyName === party.company_name
  return { name, phone, company_name: companyName, credit_code: sameCompany ? party.credit_code : null }
}

/** An initiator who was the party keeps the entry without it; anybody else loses it with every link that led there. */
function leaving({ contract }: StoredContract, party: PartyRow): EntryChange[] {
  const isInitiator = party.sign_id === contract.initiator_sign_id
  const { party_tenant_id: tenantId, sign_id: signId } = party
  return [
    ...(isInitiator ? [] : [{ kind: 'withdraw', party } as const]),
    ...(tenantId === null ? [] : [{ kind: 'take', tenantId, signId, isInitiator } as const]),
  ]
}

/** Everybody who has heard of the contract, whoever was replaced among them, but the one who does it. */
const peopleOf = (stored: StoredContract, by: string): Concerned[] =>
  [
    ...stored.parties.filter(({ state }) => state !== 'transferred').map(concernedParty),
    ...concernedCopies(stored),
  ].filter(({ to }) => 'accountId' in to && to.accountId !== by)

const named = (party: PartyRow) => (party.company_name === null ? party.name : `${party.company_name}（${party.name}）`)
const written = (party: PartyRow) => `${named(party)} ${maskPhone(party.phone)}`
