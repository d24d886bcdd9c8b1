import type { task } from '@moqi/api/task'
import type { Input } from '@moqi/api/call'
import { type TaskEvent, taskLifecycle } from '@moqi/domain/contract/lifecycle'
import { type PartyEvent, partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { enforce } from '@moqi/domain/contract/row-policy'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { addLog, logActor } from '#src/cores/contract/contract-log.ts'
import {
  changeContract,
  changeParty,
  lockContract,
  partyName,
  type StoredContract,
  viewOf,
} from '#src/cores/contract/contract-rows.ts'
import { type Entry, requireEntry } from '#src/cores/contract/entry.ts'
import { refreshInbox } from '#src/cores/contract/inbox.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { addQuotaEntry } from '#src/platform/quota-ledger.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { tellEnding } from './tell-ending.ts'

/** What a contract stores when nobody gave a reason (checklist Z7). */
const unsaid = '未填写'

/** Refuses to sign: the contract ends for everybody (checklist C52). */
export async function rejectTask(deps: Deps, member: Member, input: Input<typeof task.rejectTask>): Promise<null> {
  const reason = reasonOf(input.reason)
  const entry = await requireEntry(deps, member, input.signId)
  return deps.db.write(entry.homeTenantId, async (tx) => {
    const stored = await lockContract(tx, entry)
    enforce('reject', viewOf(stored, entry))
    const own = stored.parties.find(({ signer_no }) => signer_no === entry.signerNo)
    const by = own ? partyName(own) : member.nickName
    await tellEnding(deps, tx, stored, {
      kind: 'rejected',
      by: member.accountId,
      factsOf: (about, isInitiator) => ({ ...about, isInitiator, signer: by, reason }),
    })
    await close(deps, tx, stored, { event: 'reject', by, reason, ownSignerNo: entry.signerNo })
    await addLog(tx, entry, deps.now(), logActor(member), { verb: 'reject', detail: reason })
    return keepAnswer(tx, deps, member, null)
  })
}

/** Withdraws a contract that is being signed; a sending nobody has signed costs nothing (checklist C53). */
export async function recallTask(deps: Deps, member: Member, input: Input<typeof task.recallTask>): Promise<null> {
  const reason = reasonOf(input.reason)
  const entry = await requireEntry(deps, member, input.signId)
  return deps.db.write(entry.homeTenantId, async (tx) => {
    const stored = await lockContract(tx, entry)
    enforce('recall', viewOf(stored, entry))
    await tellEnding(deps, tx, stored, { kind: 'recalled', by: member.accountId, factsOf: (about) => about })
    await close(deps, tx, stored, { event: 'recall', by: member.nickName, reason, ownSignerNo: null })
    await addLog(tx, entry, deps.now(), logActor(member), { verb: 'recall', detail: reason })
    if (stored.parties.every(({ signed_at }) => signed_at === null)) await refund(deps, tx, stored)
    return keepAnswer(tx, deps, member, null)
  })
}

/** Ends a contract whose deadline has passed. Runs as a job; does nothing when it is over or was given more time. */
export async function expireContract(deps: Deps, place: { tenantId: string; contractId: string }): Promise<void> {
  const entry = { homeTenantId: place.tenantId, contractId: place.contractId }
  await deps.db.write(place.tenantId, async (tx) => {
    const stored = await lockContract(tx, entry)
    const { contract } = stored
    if (contract.state !== 'signing' || (contract.sign_expire_at ?? 0) > deps.now()) return
    await tellEnding(deps, tx, stored, {
      kind: 'expired',
      by: null,
      factsOf: (about, isInitiator) => ({ ...about, isInitiator }),
    })
    await close(deps, tx, stored, { event: 'expire', by: '系统', reason: null, ownSignerNo: null })
    await addLog(tx, entry, deps.now(), { accountId: null, name: '系统' }, { verb: 'expire' })
  })
}

type Ending = {
  event: Extract<TaskEvent, 'reject' | 'recall' | 'expire'>
  by: string
  reason: string | null
  /** The party that refuses, if one does. */
  ownSignerNo: Entry['signerNo']
}

/** Moves the contract and every unfinished party to their end, in memory and in the database. */
async function close(deps: Deps, tx: Db, stored: StoredContract, ending: Ending): Promise<void> {
  const { contract, parties } = stored
  const state = taskLifecycle.after(contract.state, ending.event)
  await changeContract(tx, contract, { state, close_reason: ending.reason, closed_by: ending.by })
  for (const party of parties) {
    const event = partyEnding(ending, party.signer_no)
    if (!partyLifecycle.can(party.state, event)) continue
    await changeParty(tx, party, { state: partyLifecycle.after(party.state, event) })
  }
  await tx
    .deleteFrom('waiting_entry')
    .where('home_tenant_id', '=', contract.tenant_id)
    .where('contract_id', '=', contract.contract_id)
    .execute()
  await refreshInbox(tx, stored, deps.now())
}

function partyEnding({ event, ownSignerNo }: Ending, signerNo: number): PartyEvent {
  if (event === 'expire') return 'expire'
  return event === 'reject' && signerNo === ownSignerNo ? 'reject' : 'close'
}

async function refund(deps: Deps, tx: Db, { contract }: StoredContract): Promise<void> {
  const tenantId = contract.tenant_id
  await tx
    .updateTable('quota')
    .set((eb) => ({ surplus: eb('surplus', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .execute()
  await addQuotaEntry(deps, tx, tenantId, { kind: 'recallRefund', change: 1, contractId: contract.contract_id })
}

/** A reason as it is kept; 未填写 when none was given. Throws `field/invalid`. */
export function reasonOf(text: string | undefined): string {
  if (!text) return unsaid
  return fieldOf('reason', checkReason(text))
}
