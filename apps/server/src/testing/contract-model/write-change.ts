import { approvalLifecycle } from '@moqi/domain/approvals/approval-lifecycle'
import { closeSeats } from '@moqi/domain/approvals/course'
import { Refusal } from '@moqi/domain/refusal'
import { partiesEnded } from '#src/cores/approval/end-applications.ts'
import { type Applied, applyChange } from '#src/cores/contract/apply-change.ts'
import { changedRows } from '#src/cores/contract/changed-rows.ts'
import type { StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { Change } from '#src/cores/contract/decision.ts'
import { rowOf, viewersOf } from '#src/cores/contract/inbox-row.ts'
import type { JobRequest } from '#src/platform/jobs/jobs.ts'
import { originChange } from '#src/cores/contract/origin-change.ts'
import { checkApplications } from './check-applications.ts'
import { checkChange, checkVoiding } from './check-change.ts'
import { binRow, putRow, removeRow } from './model-lists.ts'
import { placeOf, type World } from './world.ts'

/** Applies a change as the core does, in memory, and holds the result against the laws of contracts. */
export function writeChange(world: World, before: StoredContract, change: Change): Applied {
  const applied = applyChange(before, change, world.now)
  spend(world, applied, change)
  const { after } = applied
  world.contracts.set(after.contract.contract_id, after)
  endApplications(world, applied)
  openCopies(world, after, change)
  queue(world, [...(change.jobs ?? [])])
  tell(world, change)
  for (const { kind, row } of change.rows ?? []) {
    const moved = kind === 'remove' ? removeRow(world, row) : binRow(world, row, kind === 'bin')
    if (!moved) throw new Refusal('contract/illegal-move', { event: 'bin' })
  }
  refreshLists(world, applied, change)
  checkChange(world, applied, change)
  world.changed++
  moveOrigin(world, applied)
  checkVoiding(world, applied)
  checkApplications(world, applied)
  return applied
}

/** What an agreement's move does to the contract it voids comes with it. */
function moveOrigin(world: World, applied: Applied): void {
  const change = originChange(applied)
  const origin = world.contracts.get(applied.after.contract.origin_contract_id ?? '')
  if (change && origin) writeChange(world, origin, change(origin))
}

/** As the core ends them in the parties' spaces. */
function endApplications(world: World, applied: Applied): void {
  for (const party of partiesEnded(applied)) {
    for (const one of world.applications.values()) {
      const isOwn = one.contractId === party.contract_id && one.partyNo === party.party_no && !one.stamped
      if (!isOwn || !approvalLifecycle.can(one.state, 'close')) continue
      const state = approvalLifecycle.after(one.state, 'close')
      world.applications.set(one.approvalId, Object.assign({}, one, { state, seats: closeSeats(one.seats) }))
    }
  }
}

function spend(world: World, { after }: Applied, { quota }: Change): void {
  if (!quota) return
  const id = after.contract.contract_id
  if (quota === 'spend' && world.surplus < 1) throw new Refusal('contract/quota')
  const change = quota === 'spend' ? 1 : -1
  world.surplus -= change
  world.cost.set(id, (world.cost.get(id) ?? 0) + change)
}

/** Whoever gets a copy is somebody known in half of the cases, by the parity of the number. */
function openCopies(world: World, { cc }: StoredContract, { copies }: Change): void {
  for (const recipient of cc) {
    if (copies !== recipient.told_when || recipient.told_at !== null) continue
    recipient.told_at = world.now
    if (recipient.phone.endsWith('0')) continue
    recipient.cc_tenant_id = 'p7'
    recipient.account_id = 'a7'
  }
}

function queue(world: World, jobs: readonly JobRequest[]): void {
  for (const job of jobs) {
    const key = job.when?.key ?? `${job.name} ${JSON.stringify(job.payload)}`
    world.jobs.set(key, { job, at: world.now + (job.when?.delayMs ?? 0) })
  }
}

/** A telling that has a name is told once: a second of that name is none. */
function tell(world: World, { tell: tellings = [] }: Change): void {
  for (const { once } of tellings) if (once !== undefined) world.told.add(once)
}

function refreshLists(world: World, applied: Applied, change: Change): void {
  const { after } = applied
  const id = after.contract.contract_id
  const rows = changedRows(applied, change.content === true)
  for (const viewer of rows.left) removeRow(world, { ...viewer, contractId: id })
  if (!rows.only) return
  for (const viewer of viewersOf(after, rows.only)) {
    const place = { ...viewer, contractId: id }
    if (after.contract.state !== 'deleted') putRow(world, placeOf(viewer), rowOf(viewer, after, world.now))
    else if (viewer.tenantId === viewer.accountId) removeRow(world, place)
    else binRow(world, place, true)
  }
}
