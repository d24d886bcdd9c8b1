import { approvalLifecycle } from '@moqi/domain/approvals/approval-lifecycle'
import { agree, closeSeats, currentNode, handSeat, layCourse, openSeats, refuse } from '@moqi/domain/approvals/course'
import { nodeModes } from '@moqi/domain/approvals/flow'
import { Refusal } from '@moqi/domain/refusal'
import { agreeing, recalling, refusing, submitting } from '#src/approvals/application-change.ts'
import type { StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { JobRequest } from '#src/platform/jobs/jobs.ts'
import { cast } from './cast.ts'
import { type Act, chosenParty, type Draw } from './do-verb.ts'
import { type ModelApplication, newModelId, type World } from './world.ts'
import { writeChange } from './write-change.ts'

/** What somebody does about the use of a company's seal on the contract that the step has chosen. */
export const applicationActs = {
  apply(world, draw, stored) {
    const turn = stored.parties.findIndex(({ kind, state }) => kind === 'company' && state === 'toSign')
    const { party, signer } = chosenParty(stored, { who: turn < 0 || draw.who % 4 === 0 ? draw.who : turn })
    if (party.kind !== 'company') throw new Refusal('approval/not-needed')
    const approvalId = newModelId(world, 'v')
    const contractId = party.contract_id
    submit(world, stored, draw, {
      approvalId,
      tenantId: signer.tenantId,
      contractId,
      partyNo: party.party_no,
      applicantId: signer.accountId,
      state: approvalLifecycle.initial,
      seats: [],
      needsAnother: draw.amount % 2 === 0,
      stamped: false,
    })
    // How far it comes at once: whatever else happens would seldom let all agree.
    for (let agreed = 0; agreed < draw.amount % 9; agreed++) agreeOnce(world, draw, { approvalId, contractId })
  },
  applyAgain(world, draw, stored) {
    const application = chosenApplication(world, draw, stored)
    const state = approvalLifecycle.after(application.state, 'resubmit')
    const { party, signer } = chosenParty(stored, { who: application.partyNo - 1 })
    if (signer.accountId !== application.applicantId || party.party_no !== application.partyNo)
      throw new Refusal('approval/not-found')
    submit(world, stored, draw, Object.assign(copyOf(application), { state }))
  },
  agreeTo: (world, draw, stored) => agreeOne(world, draw, stored, chosenApplication(world, draw, stored)),
  sendBack(world, draw, stored) {
    const application = chosenApplication(world, draw, stored)
    const seats = refuse(application.seats, openSeat(application, draw))
    const state = approvalLifecycle.after(application.state, 'refuse')
    const change = refusing(stored, application)
    keep(world, Object.assign(copyOf(application), { state, seats }))
    writeChange(world, stored, change)
  },
  withdraw(world, draw, stored) {
    const application = chosenApplication(world, draw, stored)
    const state = approvalLifecycle.after(application.state, 'recall')
    const change = recalling(stored, application)
    keep(world, Object.assign(copyOf(application), { state, seats: closeSeats(application.seats) }))
    writeChange(world, stored, change)
  },
  handPart(world, draw, stored) {
    const application = chosenApplication(world, draw, stored)
    if (application.state !== 'pending') throw new Refusal('approval/changed')
    const colleague = `x${draw.amount % 2}`
    keep(
      world,
      Object.assign(copyOf(application), {
        seats: handSeat(application.seats, openSeat(application, draw), colleague),
      }),
    )
    writeChange(world, stored, {})
  },
  retryStamp(world, draw, stored) {
    const application = chosenApplication(world, draw, stored)
    const state = approvalLifecycle.after(application.state, 'retryStamp')
    keep(world, Object.assign(copyOf(application), { state }))
    writeChange(world, stored, { jobs: [stampJob(application)] })
  },
} satisfies Record<string, Act>

function agreeOne(world: World, draw: Draw, stored: StoredContract, application: ModelApplication): void {
  const seats = agree(application.seats, openSeat(application, draw))
  const isLast = currentNode(seats) === null
  const state = approvalLifecycle.after(application.state, isLast ? 'approveLast' : 'approveNode')
  const change = agreeing(stored, application, [], world.now)
  keep(world, Object.assign(copyOf(application), { state, seats }))
  writeChange(world, stored, { log: change.log ?? [], jobs: isLast ? [stampJob(application)] : [] })
}

function agreeOnce(
  world: World,
  draw: Draw,
  { approvalId, contractId }: Pick<ModelApplication, 'approvalId' | 'contractId'>,
) {
  const [application, stored] = [world.applications.get(approvalId), world.contracts.get(contractId)]
  if (application?.state === 'pending' && stored) agreeOne(world, draw, stored, application)
}

/** An application of its own, to be kept in place of the one that was read. */
const copyOf = (application: ModelApplication): ModelApplication => Object.assign({}, application)

const keep = ({ applications }: World, application: ModelApplication) =>
  applications.set(application.approvalId, application)

/** Of the contract's applications one; the newest most often. */
function chosenApplication({ applications }: World, { who }: Draw, { contract }: StoredContract): ModelApplication {
  const own = [...applications.values()].filter(({ contractId }) => contractId === contract.contract_id)
  const found = who % 4 === 0 ? own[who % Math.max(own.length, 1)] : own.at(-1)
  if (!found) throw new Refusal('approval/not-found')
  return found
}

function openSeat({ seats }: ModelApplication, { amount }: Draw): number {
  const open = seats.filter(({ state }) => state === 'open')
  const found = open[amount % Math.max(open.length, 1)]
  if (!found) throw new Refusal('approval/changed')
  return found.seatNo
}

/** A flow of one to three nodes, whose people are the company's and one beside them. */
function submit(world: World, stored: StoredContract, { amount }: Draw, application: ModelApplication): void {
  const people = cast.filter(({ tenantId }) => tenantId === application.tenantId).map(({ accountId }) => accountId)
  const nodes = Array.from({ length: 1 + (amount % 3) }, (_, index) => ({
    mode: nodeModes[(amount + index) % nodeModes.length] ?? 'any',
    approverIds: [...people, 'boss'].slice((amount + index) % 2),
  }))
  const laid = layCourse(nodes, {
    applicantId: application.applicantId,
    needsAnother: application.needsAnother,
    isPresent: () => true,
    administratorIds: people,
  })
  if ('blockedNode' in laid) throw new Refusal('flow/no-approver')
  const seats = openSeats(laid)
  const change = submitting(stored, application, world.now)
  const isAgreed = currentNode(seats) === null
  const state = isAgreed ? approvalLifecycle.after('pending', 'approveLast') : application.state
  keep(world, Object.assign(copyOf(application), { seats, state }))
  writeChange(world, stored, {
    moves: change.moves ?? [],
    log: change.log ?? [],
    jobs: isAgreed ? [stampJob(application)] : [],
  })
}

const stampJob = ({ tenantId, approvalId }: ModelApplication): JobRequest => ({
  name: 'stampApproval',
  payload: { tenantId, approvalId },
  when: { key: `stamp ${approvalId}` },
})
