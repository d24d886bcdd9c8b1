import { enforce } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import { dayMs } from '@moqi/domain/time/civil-date'
import { ageDraft } from '#src/contracts/age-draft.ts'
import { recallContract } from '#src/contracts/close-contract.ts'
import { deleteDraft } from '#src/contracts/delete-draft.ts'
import { extendContract } from '#src/contracts/extend-contract.ts'
import { hideContract, removeContract, restoreContract } from '#src/contracts/recycle-bin.ts'
import { urgeParties } from '#src/contracts/urge-parties.ts'
import { type StoredContract, viewOf } from '#src/cores/contract/contract-rows.ts'
import { sendingOf } from '#src/cores/contract/send-contract.ts'
import { signing } from '#src/cores/signer/signing.ts'
import { handingOver } from '#src/cores/contract/handing-over.ts'
import { cast } from './cast.ts'
import { type Act, chosenParty, doVerb, entryOf, initiatorOf } from './do-verb.ts'
import { castAt, makeAgreement } from './make-draft.ts'
import { newModelId, placeOf, type World } from './world.ts'
import { writeChange } from './write-change.ts'

/** Sends an agreement, and lets the first `amount` parties sign whose turn it is. */
function agree(world: World, draft: StoredContract, amount: number): void {
  const claimants = new Map(
    draft.parties.map((party) => {
      const who = cast.find(({ phone, space }) => phone === party.phone && space.kind === party.kind)
      return [party.party_no, who ?? null]
    }),
  )
  let stored = writeChange(world, draft, sendingOf(draft, { claimants, frozen: [] }, world.now)).after
  for (let signed = 0; signed < amount % 8; signed++) {
    const party = stored.parties.find(({ state }) => state === 'toSign')
    if (!party) return
    stored = writeChange(
      world,
      stored,
      signing(stored, party, { signed: [], sealIds: [], grants: [], will: [], reading: null }, world.now),
    ).after
  }
}

const signIdOf = (stored: StoredContract) => stored.contract.initiator_sign_id
const noContacts = new Map()

/** What happens to a contract as a whole. */
export const contractActs = {
  send(world, { amount }, stored) {
    enforce('send', viewOf(stored, entryOf(stored, initiatorOf(stored))))
    // Who is known already, and who has to prove it first.
    const claimants = new Map(
      stored.parties.map((party, index) => {
        const who = cast.find(({ phone, space }) => phone === party.phone && space.kind === party.kind)
        return [party.party_no, who && (amount >> index) % 3 > 0 ? who : null]
      }),
    )
    writeChange(world, stored, sendingOf(stored, { claimants, frozen: [] }, world.now))
  },
  recall: (world, _, stored) =>
    doVerb(world, recallContract, {
      stored,
      who: initiatorOf(stored),
      input: { signId: signIdOf(stored), reason: '改期' },
      facts: { refundsLeft: 1 },
    }),
  extend: (world, { amount }, stored) =>
    doVerb(world, extendContract, {
      stored,
      who: initiatorOf(stored),
      input: { signId: signIdOf(stored), signExpireTime: world.now + amount * dayMs },
      facts: null,
    }),
  urge: (world, _, stored) =>
    doVerb(world, urgeParties, {
      stored,
      who: initiatorOf(stored),
      input: { signId: signIdOf(stored) },
      facts: noContacts,
    }),
  age(world, { amount }, stored) {
    const changedAt =
      stored.contract.sent_at === null && stored.contract.state !== 'deleted' ? stored.contract.created_at : null
    const payload = { tenantId: stored.contract.tenant_id, contractId: stored.contract.contract_id }
    const change = ageDraft.decide({ stored, payload, facts: { changedAt }, now: world.now + amount * 4 * dayMs })
    if (change) writeChange(world, stored, change)
  },
  delete: (world, _, stored) =>
    doVerb(world, deleteDraft, { stored, who: initiatorOf(stored), input: { signId: signIdOf(stored) }, facts: null }),
  hide: (world, step, stored) =>
    doVerb(world, hideContract, {
      stored,
      who: chosenParty(stored, step).signer,
      input: { signId: '' },
      facts: null,
    }),
  restore: (world, _, stored) =>
    doVerb(world, restoreContract, {
      stored,
      who: initiatorOf(stored),
      input: { signId: signIdOf(stored) },
      facts: null,
    }),
  remove(world, _, stored) {
    const who = initiatorOf(stored)
    const { contract_id: id, state } = stored.contract
    const binnedAt = world.lists.get(placeOf(who))?.get(id)?.binned ? world.now : null
    doVerb(world, removeContract, { stored, who, input: { signId: signIdOf(stored) }, facts: { binnedAt } })
    if (state === 'deleted') world.contracts.delete(id)
  },
  void(world, { amount }, stored) {
    enforce('void', viewOf(stored, entryOf(stored, initiatorOf(stored))))
    const { contract_id: id } = stored.contract
    // As the index of agreements under way has it.
    const isUnderWay = [...world.contracts.values()].some(
      ({ contract }) => contract.origin_contract_id === id && ['waitSend', 'draft', 'signing'].includes(contract.state),
    )
    if (isUnderWay) throw new Refusal('contract/illegal-move')
    const draft = makeAgreement(world, stored)
    const made = writeChange(world, draft, { log: [{ verb: 'create' }], content: true })
    // How far it comes at once: whatever else happens would seldom let one be signed by all.
    if (amount % 3 > 0) agree(world, made.after, amount)
  },
  handOver(world, { who, amount }, stored) {
    const from = castAt(who)
    const to = cast.find(({ tenantId, accountId }) => tenantId === from.tenantId && accountId !== from.accountId)
    if (!to) throw new Refusal('contract/not-found')
    const { accountId, nickName: name, phone } = to
    const change = handingOver(
      stored,
      {
        tenantId: from.tenantId,
        from: { accountId: from.accountId, name: from.nickName, phone: from.phone },
        to: { accountId, name, phone },
        by: { accountId: from.accountId, name: `管理员${amount}` },
      },
      newModelId(world, 's'),
    )
    if (change) writeChange(world, stored, change)
  },
} satisfies Record<string, Act>
