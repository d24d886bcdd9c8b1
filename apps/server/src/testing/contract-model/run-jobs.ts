import { approvalLifecycle } from '@moqi/domain/approvals/approval-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import { expireContract } from '#src/contracts/close-contract.ts'
import { remindContractEnd, remindDeadline } from '#src/contracts/remind-parties.ts'
import { partyOf } from '#src/cores/contract/contract-rows.ts'
import type { Change } from '#src/cores/contract/decision.ts'
import { signing } from '#src/cores/signer/signing.ts'
import type { JobRequest } from '#src/platform/jobs/jobs.ts'
import type { World } from './world.ts'
import { writeChange } from './write-change.ts'

/** Does it, or counts that a rule refused it. */
export function refusable(world: World, act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    world.refused++
  }
}

/** Runs each job whose time has come, twice: it bears a repeat, and a repeat tells nobody anything anew. */
export function runDue(world: World): void {
  for (const [key, { job, at }] of world.jobs) {
    if (at > world.now) continue
    world.jobs.delete(key)
    refusable(world, () => (job.name === 'stampApproval' ? runStamp(world, job.payload) : runJob(world, job)))
    if (job.name === 'stampApproval') runStamp(world, job.payload)
    const again = decideJob(world, job)
    if (again?.moves || again?.tell?.some(({ once }) => once === undefined || !world.told.has(once)))
      throw new Error(`${job.name} does it twice: ${JSON.stringify(again)}`)
  }
}

/** Signs for the applicant what all have agreed to; what a rule refuses has failed. A repeat finds nothing to do. */
function runStamp(world: World, { approvalId }: { approvalId: string }): void {
  const application = world.applications.get(approvalId)
  if (!application || application.state !== 'approved' || application.stamped) return
  const { contractId, partyNo } = application
  const stored = world.contracts.get(contractId)
  if (!stored) throw new Error('an application without its contract')
  const approved = { approvalId, sealIds: [] }
  try {
    const signed = { signed: [], sealIds: [], grants: [], will: [], reading: null, approved }
    const change = signing(stored, partyOf(stored, partyNo), signed, world.now)
    world.applications.set(approvalId, Object.assign({}, application, { stamped: true }))
    world.stamped++
    writeChange(world, stored, change)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const state = approvalLifecycle.after(application.state, 'stampFail')
    world.applications.set(approvalId, Object.assign({}, application, { state }))
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
