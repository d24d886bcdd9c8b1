import { expireContract, recallContract, rejectContract } from '#src/contracts/close-contract.ts'
import { ageDraft } from '#src/contracts/age-draft.ts'
import { correctPhone } from '#src/contracts/correct-phone.ts'
import { deleteDraft } from '#src/contracts/delete-draft.ts'
import { extendContract } from '#src/contracts/extend-contract.ts'
import { leaveMail } from '#src/contracts/leave-mail.ts'
import { hideContract, removeContract, restoreContract } from '#src/contracts/recycle-bin.ts'
import { remindContractEnd, remindDeadline } from '#src/contracts/remind-parties.ts'
import { transferContract } from '#src/contracts/transfer-contract.ts'
import { urgeParties } from '#src/contracts/urge-parties.ts'
import { claiming } from '#src/cores/contract/claim-entry.ts'
import { partyOf } from '#src/cores/contract/contract-rows.ts'
import type { Change } from '#src/cores/contract/decision.ts'
import type { ContractVerb } from '#src/cores/contract/contract-verb.ts'
import { type StoredContract, viewOf } from '#src/cores/contract/contract-rows.ts'
import { sendingOf } from '#src/cores/contract/send-contract.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import { signing } from '#src/cores/signer/signing.ts'
import { handingOver } from '#src/members/handing-over.ts'
import { finishReading } from '#src/signing/finish-reading.ts'
import type { JobRequest } from '#src/platform/jobs/jobs.ts'
import { enforce } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import { cast, memberOf, type Person } from './cast.ts'
import { castAt, type DraftPlan, makeAgreement, makeDraft } from './make-draft.ts'
import { newModelId, placeOf, type World } from './world.ts'
import { writeChange } from './write-change.ts'

const dayMs = 86_400_000

/** What happens next; the numbers choose among what there is. */
export type Step = { what: StepName; contract: number; who: number; amount: number; plan: DraftPlan }
export type StepName = keyof typeof acts

/** Something that may happen to the contract that the step has chosen. */
type Act = (world: World, step: Step, stored: StoredContract) => void

/** Carries a verb out as `byVerb` does: the actor's own entry, the row policy, the decision. */
function doVerb<I, A, F>(
  world: World,
  verb: ContractVerb<I, A, F>,
  { stored, who, input, facts }: { stored: StoredContract; who: Person; input: I; facts: F },
): void {
  verb.check?.(input)
  const entry = entryOf(stored, who)
  if (verb.operation) enforce(verb.operation, viewOf(stored, entry))
  const given = { stored, entry, member: memberOf(who), input, now: world.now, facts }
  const { answer, ...change } = verb.decide(given)
  answer(writeChange(world, stored, change).after)
}

/** The person's own way into the contract. Throws `contract/not-found` when there is none. */
function entryOf({ contract, parties }: StoredContract, who: Person): Entry {
  const isInitiator = contract.tenant_id === who.tenantId && contract.initiator_account_id === who.accountId
  const own = parties.find((party) => {
    return party.account_id === who.accountId && party.party_tenant_id === who.tenantId && party.state !== 'transferred'
  })
  if (!isInitiator && !own) throw new Refusal('contract/not-found')
  return {
    signId: isInitiator ? contract.initiator_sign_id : (own?.sign_id ?? ''),
    accountId: who.accountId,
    tenantId: who.tenantId,
    homeTenantId: contract.tenant_id,
    contractId: contract.contract_id,
    partyNo: own?.party_no ?? null,
    isInitiator,
  }
}

const personOf = (accountId: string | null, tenantId: string | null): Person | undefined =>
  cast.find((one) => one.accountId === accountId && one.tenantId === tenantId)

/** The party that the step names, and whoever it is. Throws `contract/not-found` when nobody has claimed it. */
function chosenParty(stored: StoredContract, { who }: Step) {
  const party = stored.parties[who % stored.parties.length]
  const signer = personOf(party?.account_id ?? null, party?.party_tenant_id ?? null)
  if (!party || !signer) throw new Refusal('contract/not-found')
  return { party, signer }
}

const initiatorOf = ({ contract }: StoredContract): Person => {
  const who = personOf(contract.initiator_account_id, contract.tenant_id)
  if (!who) throw new Error('an initiator who is not cast')
  return who
}

const noContacts = new Map()

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
      signing(stored, party, { signed: [], sealIds: [], grants: [], will: null }, world.now),
    ).after
  }
}

const signIdOf = (stored: StoredContract) => stored.contract.initiator_sign_id

const acts = {
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
  sign(world, step, stored) {
    const { party } = chosenParty(stored, step)
    writeChange(world, stored, signing(stored, party, { signed: [], sealIds: [], grants: [], will: null }, world.now))
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
  recall: (world, _, stored) =>
    doVerb(world, recallContract, {
      stored,
      who: initiatorOf(stored),
      input: { signId: signIdOf(stored), reason: '改期' },
      facts: null,
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
      input: { signId: signIdOf(stored), signerNo: who % 4, phone: castAt(amount).phone },
      facts: { contacts: noContacts, claimant: null, signId: newModelId(world, 's') },
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

/** Every kind of step, for whoever draws them. */
export const stepNames = Object.keys(acts).filter((name): name is StepName => name in acts)

/** Lets time pass, runs the jobs that are due then, and does the step. A refusal changes nothing. */
export function takeStep(world: World, step: Step): void {
  world.now += (step.amount % 5) * 3_600_000
  runDue(world)
  if (step.amount % 7 === 0) give(world, 1 + (step.who % 3))
  if (step.amount % 4 === 0) create(world, step.plan)
  const contracts = [...world.contracts.values()]
  const stored = contracts[step.contract % Math.max(contracts.length, 1)]
  if (stored) refusable(world, () => acts[step.what](world, step, stored))
}

function refusable(world: World, act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    world.refused++
  }
}

function give(world: World, number: number): void {
  world.given += number
  world.surplus += number
}

function create(world: World, plan: DraftPlan): void {
  writeChange(world, makeDraft(world, plan), { log: [{ verb: 'create' }], content: true })
}

/** Runs each job whose time has come, twice: it bears a repeat, and a repeat tells nobody anything anew. */
function runDue(world: World): void {
  for (const [key, { job, at }] of world.jobs) {
    if (at > world.now) continue
    world.jobs.delete(key)
    refusable(world, () => runJob(world, job))
    const again = decideJob(world, job)
    if (again?.moves || again?.tell?.some(({ once }) => once === undefined || !world.told.has(once)))
      throw new Error(`${job.name} does it twice: ${JSON.stringify(again)}`)
  }
}

function runJob(world: World, job: JobRequest): void {
  const change = decideJob(world, job)
  const stored = storedOf(world, job)
  if (change && stored) writeChange(world, stored, change)
}

const storedOf = ({ contracts }: World, { payload }: JobRequest) =>
  'contractId' in payload ? contracts.get(payload.contractId) : undefined

function decideJob(world: World, job: JobRequest): Change | null {
  const stored = storedOf(world, job)
  if (!stored) return null
  const { now, told } = world
  const { contract_id, sign_expire_at } = stored.contract
  if (job.name === 'expireContract') return expireContract.decide({ stored, payload: job.payload, facts: null, now })
  if (job.name === 'remindDeadline') {
    const facts = { told: told.has(`due ${contract_id} ${sign_expire_at} initiator`) }
    return remindDeadline.decide({ stored, payload: job.payload, facts, now })
  }
  if (job.name !== 'remindContractEnd') return null
  return remindContractEnd.decide({ stored, payload: job.payload, facts: null, now })
}
