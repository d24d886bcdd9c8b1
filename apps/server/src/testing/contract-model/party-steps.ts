import { Refusal } from '@moqi/domain/refusal'
import { addingParty } from '#src/contracts/add-party.ts'
import { rejectContract } from '#src/contracts/close-contract.ts'
import { correctPhone } from '#src/contracts/correct-phone.ts'
import { leaveMail } from '#src/contracts/leave-mail.ts'
import { removingParty } from '#src/contracts/remove-party.ts'
import { replaceParty } from '#src/contracts/replace-party.ts'
import { transferContract } from '#src/contracts/transfer-contract.ts'
import { claiming } from '#src/cores/contract/claim-entry.ts'
import { partyOf, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import { askByHand } from '#src/grants/ask-by-hand.ts'
import { signing } from '#src/cores/signer/signing.ts'
import { finishReading } from '#src/signing/finish-reading.ts'
import { cast } from './cast.ts'
import { type Act, chosenParty, doVerb, initiatorOf } from './do-verb.ts'
import { castAt } from './make-draft.ts'
import { newModelId, type World } from './world.ts'
import { writeChange } from './write-change.ts'

const noContacts = new Map()
const nothingFrozen = { version: 0, frozen: [] }

function askInstead(
  world: World,
  stored: StoredContract,
  place: { tenantId: string; contractId: string; partyNo: number },
) {
  const payload = {
    tenantId: place.tenantId,
    contractId: place.contractId,
    partyNo: place.partyNo,
    fault: 'ended' as const,
  }
  const change = askByHand.decide({ stored, payload, facts: null, now: world.now })
  if (!change) throw new Refusal('contract/changed')
  writeChange(world, stored, change)
}

/** What a party does, or what is done to it. */
export const partyActs = {
  sign(world, step, stored) {
    const { party } = chosenParty(stored, step)
    writeChange(
      world,
      stored,
      signing(stored, party, { signed: [], sealIds: [], grants: [], will: [], reading: null }, world.now),
    )
  },
  signByItself(world, step, stored) {
    const { party } = chosenParty(stored, step)
    if (party.kind !== 'company') throw new Refusal('contract/not-signable')
    const place = { tenantId: party.tenant_id, contractId: party.contract_id, partyNo: party.party_no }
    // Where it cannot be signed, somebody is asked; either bears a repeat.
    if (step.amount % 3 === 0) return askInstead(world, stored, place)
    const automatic = { letterNo: 'SQ20261120001' }
    const signed = { signed: [], sealIds: [], grants: [], will: [], reading: null, automatic }
    writeChange(world, stored, signing(stored, party, signed, world.now))
    world.automatic++
  },
  claim(world, { who }, stored) {
    const party = partyOf(stored, (who % stored.parties.length) + 1)
    const claimant = cast.find(({ phone, space }) => phone === party.phone && space.kind === party.kind)
    if (stored.contract.state !== 'signing' || party.account_id !== null || !claimant)
      throw new Refusal('contract/changed')
    const { tenant_id: home_tenant_id, contract_id } = stored.contract
    const waiting = { home_tenant_id, contract_id, party_no: party.party_no, cc_no: 0 }
    writeChange(world, stored, claiming(stored, waiting, claimant))
  },
  reject: (world, step, stored) =>
    doVerb(world, rejectContract, {
      stored,
      who: chosenParty(stored, step).signer,
      input: { signId: '', reason: '条款不符' },
      facts: null,
    }),
  transfer(world, step, stored) {
    const { signer } = chosenParty(stored, step)
    const colleague = cast.find(
      ({ tenantId, accountId }) => tenantId === signer.tenantId && accountId !== signer.accountId,
    )
    if (!colleague) throw new Refusal('contract/not-found')
    const { accountId, nickName: name, phone } = colleague
    doVerb(world, transferContract, {
      stored,
      who: signer,
      input: { signId: '', phone, reason: '休假' },
      facts: { colleague: { accountId, name, phone, realNamed: true }, signId: newModelId(world, 's') },
    })
  },
  correctPhone(world, { who, amount }, stored) {
    doVerb(world, correctPhone, {
      stored,
      who: initiatorOf(stored),
      input: { signId: stored.contract.initiator_sign_id, signerNo: who % 4, phone: castAt(amount).phone },
      facts: { contacts: noContacts, claimant: null, signId: newModelId(world, 's') },
    })
  },
  replaceParty(world, { who, amount }, stored) {
    const { nickName: name, phone, tenantId, accountId } = castAt(amount)
    doVerb(world, replaceParty, {
      stored,
      who: initiatorOf(stored),
      input: { signId: stored.contract.initiator_sign_id, signerNo: who % 6, name, phone },
      facts: { claimant: amount % 2 ? { tenantId, accountId } : null, signId: newModelId(world, 's') },
    })
  },
  addParty(world, { who, amount }, stored) {
    const { nickName: name, phone, tenantId, accountId, space } = castAt(amount)
    const company = space.kind === 'company' ? { companyName: space.name } : {}
    doVerb(world, addingParty(nothingFrozen), {
      stored,
      who: initiatorOf(stored),
      input: { signId: stored.contract.initiator_sign_id, name, phone, ...company, positionArray: [] },
      facts: { claimant: who % 2 ? { tenantId, accountId } : null, signId: newModelId(world, 's') },
    })
  },
  removeParty(world, { who }, stored) {
    doVerb(world, removingParty(nothingFrozen), {
      stored,
      who: initiatorOf(stored),
      input: { signId: stored.contract.initiator_sign_id, signerNo: who % 6 },
      facts: null,
    })
  },
  leaveMail: (world, step, stored) =>
    doVerb(world, leaveMail, {
      stored,
      who: chosenParty(stored, step).signer,
      input: { signId: '', email: 'a@example.com' },
      facts: { told: false, links: 0 },
    }),
  finishReading: (world, step, stored) =>
    doVerb(world, finishReading, {
      stored,
      who: chosenParty(stored, step).signer,
      input: { signId: '' },
      facts: { pages: 1 },
    }),
} satisfies Record<string, Act>
