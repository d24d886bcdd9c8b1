import type { operation } from '@moqi/api/operation'
import type { Input, Output } from '@moqi/api/call'
import { presetDeadline } from '@moqi/domain/contract/draft-rules'
import { automaticTaskNo } from '@moqi/domain/contract/draft-text'
import { enforce } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { areasOf } from '#src/cores/contract/contract-files.ts'
import { addLog, logActor } from '#src/cores/contract/contract-log.ts'
import { type ContractRow, lockContract, type StoredContract, viewOf } from '#src/cores/contract/contract-rows.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { refreshInbox } from '#src/cores/contract/inbox.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { holdFiles } from '#src/cores/contract/draft-files.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'
import { insertAreas } from '#src/cores/contract/draft-areas.ts'
import { insertContract } from '#src/cores/contract/new-contract.ts'
import { againWhenNumberTaken } from '#src/cores/contract/number-taken.ts'

type Relaunch = typeof operation.relaunchTask

/**
 * Makes a new draft like a contract that was refused, recalled or has expired: files, parties and places, with a
 * number and a deadline of its own (domain.md 5.1, row 14). The old contract stays as it is.
 */
export async function relaunchTask(deps: Deps, member: Member, input: Input<Relaunch>): Promise<Output<Relaunch>> {
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const entry = await requireEntry(deps, member, input.signId)
  return againWhenNumberTaken(() =>
    deps.db.write(entry.homeTenantId, async (tx) => {
      const old = await lockContract(tx, entry)
      enforce('relaunch', viewOf(old, entry))
      const copy = await copyContract(deps, tx, old, member)
      const place = { homeTenantId: entry.homeTenantId, contractId: copy.contract.contract_id }
      const detail = `由合同编号${old.contract.task_no}重新发起`
      await addLog(tx, place, deps.now(), logActor(member), { verb: 'create', detail })
      await refreshInbox(tx, copy, deps.now())
      return keepAnswer(tx, deps, member, { signId: copy.contract.initiator_sign_id })
    }),
  )
}

async function copyContract(deps: Deps, tx: Db, old: StoredContract, member: Member): Promise<StoredContract> {
  const contract = newContract(deps, old.contract, member)
  await insertContract(tx, contract)
  await copyFiles(tx, old.contract, contract)
  const signing = old.parties.filter(({ state }) => state !== 'transferred')
  const numbers = new Map(signing.map(({ signer_no }, index) => [signer_no, index + 1]))
  const parties = signing.map((party, index) => ({
    ...party,
    contract_id: contract.contract_id,
    signer_no: index + 1,
    state: 'waiting' as const,
    sign_id: newSignId(deps),
    party_tenant_id: null,
    account_id: null,
    read_at: null,
    reading_done_at: null,
    signed_at: null,
  }))
  if (parties.length > 0) await tx.insertInto('party').values(parties).execute()
  await copyAreas(tx, old.contract, contract, numbers)
  const nobodyYet = { contract_id: contract.contract_id, cc_tenant_id: null, account_id: null, told_at: null }
  const cc = old.cc.map((recipient) => ({ ...recipient, ...nobodyYet, sign_id: newSignId(deps) }))
  if (cc.length > 0) await tx.insertInto('contract_cc').values(cc).execute()
  return { contract, parties, cc }
}

function newContract(deps: Deps, old: ContractRow, member: Member): ContractRow {
  const at = deps.now()
  const ends = old.contract_end_at !== null && old.contract_end_at > at
  return {
    ...old,
    contract_id: deps.newId(),
    task_no: automaticTaskNo(at, deps.random(4).readUInt32BE()),
    state: 'draft',
    relieve_state: 'none',
    sign_expire_at: presetDeadline(old.task_type, at),
    contract_end_at: ends ? old.contract_end_at : null,
    initiator_account_id: member.accountId,
    initiator_sign_id: newSignId(deps),
    initiator_name: member.nickName,
    initiator_company: member.space.kind === 'company' ? member.space.name : null,
    version: 1,
    close_reason: null,
    closed_by: null,
    created_at: at,
    sent_at: null,
    finished_at: null,
    archived_until: null,
    idle_told_at: null,
    next_log: 1,
  }
}

/** The uploads are the same: what is stored of them never changes. */
async function copyFiles(tx: Db, old: ContractRow, contract: ContractRow): Promise<void> {
  for (const table of ['contract_file', 'contract_attachment'] as const) {
    const files = await tx
      .selectFrom(table)
      .where('tenant_id', '=', old.tenant_id)
      .where('contract_id', '=', old.contract_id)
      .selectAll()
      .execute()
    const copies = files.map((file) => ({ ...file, contract_id: contract.contract_id }))
    if (copies.length === 0) continue
    await holdFiles(
      tx,
      old.tenant_id,
      copies.map(({ file_id }) => file_id),
    )
    await tx.insertInto(table).values(copies).execute()
  }
}

async function copyAreas(tx: Db, old: ContractRow, contract: ContractRow, numbers: Map<number, number>): Promise<void> {
  const areas = await areasOf(tx, { homeTenantId: old.tenant_id, contractId: old.contract_id })
  const copies = areas.flatMap((area) => {
    const signerNo = numbers.get(area.signer_no)
    if (signerNo === undefined) return []
    return [{ ...area, contract_id: contract.contract_id, signer_no: signerNo, value: null }]
  })
  await insertAreas(tx, copies)
}
