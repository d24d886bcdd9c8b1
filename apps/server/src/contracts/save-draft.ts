import type { Input, Output } from '@moqi/api/call'
import type { draft } from '@moqi/api/draft'
import { checkPrivateMessage, checkRemark, checkSubject, checkTaskNo } from '@moqi/domain/contract/draft-text'
import { enforce } from '@moqi/domain/contract/row-policy'
import { taskLifecycle } from '@moqi/domain/contract/lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { addLog, logActor } from '#src/cores/contract/contract-log.ts'
import { changeContract, loadContract, lockContract, viewOf } from '#src/cores/contract/contract-rows.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { refreshInbox } from '#src/cores/contract/inbox.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { putAttachments, putCc } from '#src/cores/contract/draft-extras.ts'
import { putFiles } from '#src/cores/contract/draft-files.ts'
import { putParties } from '#src/cores/contract/draft-parties.ts'
import { insertContract, newContract, written } from '#src/cores/contract/new-contract.ts'
import { againWhenNumberTaken, isNumberTaken } from '#src/cores/contract/number-taken.ts'
import { putPositions } from '#src/cores/contract/place-areas.ts'
import { newSignId } from '#src/cores/contract/sign-id.ts'

type Save = typeof draft.saveDraft
type Saved = Output<Save>

/**
 * Saves the first two steps of the wizard: a new draft, or a newer version of one (checklist C88). What is incomplete
 * is kept as it is; only what could never be right is refused. Editing a complete contract makes it a draft again.
 */
export async function saveDraft(deps: Deps, member: Member, input: Input<Save>): Promise<Saved> {
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const draft = checked(input)
  const { signId } = input
  const write = () => (signId ? update(deps, member, { ...draft, signId }) : create(deps, member, draft))
  try {
    // An automatic number that is taken is drawn again; a typed one is the person's to change.
    return await (draft.taskNo ? write() : againWhenNumberTaken(write))
  } catch (error) {
    if (!isNumberTaken(error)) throw error
    throw new Refusal('field/invalid', { field: 'taskNo', message: '合同编号已存在' }, { cause: error })
  }
}

function checked(input: Input<Save>): Input<Save> {
  const { signExpireTime, contractEndTime } = input
  if (![signExpireTime ?? 0, contractEndTime ?? 0].every(Number.isSafeInteger)) throw new Refusal('request/invalid')
  for (const { privateMessage } of input.signerArray) {
    fieldOf('signerArray', checkPrivateMessage(privateMessage ?? ''))
  }
  return {
    ...input,
    taskName: input.taskName.trim() ? fieldOf('taskName', checkSubject(input.taskName)) : '',
    taskNo: fieldOf('taskNo', checkTaskNo(input.taskNo ?? '')) || null,
    remark: fieldOf('remark', checkRemark(input.remark ?? '')) || null,
  }
}

async function create(deps: Deps, member: Member, draft: Input<Save>): Promise<Saved> {
  const contractId = deps.newId()
  const signId = newSignId(deps)
  const place = { tenantId: member.tenantId, contractId }
  return deps.db.write(member.tenantId, async (tx) => {
    await insertContract(tx, newContract(deps, member, draft, { contractId, signId }))
    await putContent(deps, tx, place, member, draft)
    await addLog(tx, { homeTenantId: member.tenantId, contractId }, deps.now(), logActor(member), { verb: 'create' })
    await showDraft(tx, deps, place)
    return keepAnswer(tx, deps, member, { signId, taskId: contractId, version: 1 })
  })
}

type Place = { tenantId: string; contractId: string }

/** Everything of the draft that is not a field of the contract itself. */
async function putContent(deps: Deps, tx: Db, place: Place, member: Member, draft: Input<Save>): Promise<void> {
  const signIds = () => newSignId(deps)
  await putFiles(tx, place, member.accountId, draft.fileArray)
  await putAttachments(tx, place, member.accountId, draft.attachmentArray)
  await putParties(deps, tx, place, draft.signerArray, { phone: member.phone, newSignId: signIds })
  await putCc(tx, place, draft.ccArray, signIds)
  if (draft.positionArray) await putPositions(tx, place, draft.positionArray, draft.signerArray)
}

async function update(deps: Deps, member: Member, draft: Input<Save> & { signId: string }): Promise<Saved> {
  const entry = await requireEntry(deps, member, draft.signId)
  return deps.db.write(entry.homeTenantId, async (tx) => {
    const stored = await lockContract(tx, entry)
    enforce('edit', viewOf(stored, entry))
    const { contract } = stored
    if (contract.version !== draft.version) throw new Refusal('contract/stale-draft')
    const place = { tenantId: entry.homeTenantId, contractId: entry.contractId }
    await changeContract(tx, contract, {
      ...written(draft),
      task_no: draft.taskNo ?? contract.task_no,
      state: taskLifecycle.after(contract.state, 'edit'),
    })
    await putContent(deps, tx, place, member, draft)
    await showDraft(tx, deps, place)
    return keepAnswer(tx, deps, member, { signId: draft.signId, taskId: entry.contractId, version: contract.version })
  })
}

async function showDraft(tx: Db, deps: Deps, place: Place): Promise<void> {
  const stored = await loadContract(tx, { homeTenantId: place.tenantId, contractId: place.contractId })
  await refreshInbox(tx, stored, deps.now())
}
