import type { Draft } from '@moqi/api/draft'
import { automaticTaskNo } from '@moqi/domain/contract/draft-text'
import { taskLifecycle, type TaskState } from '@moqi/domain/contract/lifecycle'
import type { Member } from '#src/platform/actor.ts'
import type { ContractRow } from './contract-rows.ts'
import type { Deps } from '#src/platform/deps.ts'

/** Who launches, and for which space: a request's member, or a job on somebody's behalf. */
export type Launcher = Pick<Member, 'accountId' | 'nickName' | 'phone' | 'tenantId' | 'space'>
/** What is written of a draft into its own row. */
export type Written = Pick<
  Draft,
  'taskName' | 'taskNo' | 'remark' | 'signExpireTime' | 'contractEndTime' | 'signOrderType' | 'saveContacts' | 'ccArray'
>

/** A new contract's row: a draft, or one that is complete already. */
export function newContract(
  deps: Pick<Deps, 'now' | 'random'>,
  member: Launcher,
  draft: Written,
  { contractId, signId, state = taskLifecycle.initial }: { contractId: string; signId: string; state?: TaskState },
): ContractRow {
  return {
    tenant_id: member.tenantId,
    contract_id: contractId,
    ...written(draft),
    task_no: draft.taskNo ?? automaticTaskNo(deps.now(), deps.random(4).readUInt32BE()),
    task_type: 'normal',
    state,
    relieve_state: 'none',
    initiator_account_id: member.accountId,
    initiator_sign_id: signId,
    initiator_name: member.nickName,
    initiator_company: member.space.kind === 'company' ? member.space.name : null,
    company_id: member.space.companyId,
    version: 1,
    close_reason: null,
    closed_by: null,
    created_at: deps.now(),
    sent_at: null,
    finished_at: null,
    archived_until: null,
    idle_told_at: null,
    next_log: 1,
  }
}

/** The columns of a draft that saving it again replaces. */
export const written = (draft: Written) => ({
  subject: draft.taskName,
  remark: draft.remark ?? null,
  sign_expire_at: draft.signExpireTime ?? null,
  contract_end_at: draft.contractEndTime ?? null,
  sign_order_type: draft.signOrderType,
  save_contacts: draft.saveContacts === 1,
  has_cc: draft.ccArray.length > 0,
})
