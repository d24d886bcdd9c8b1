import { automaticContractNo } from '@moqi/domain/contract/draft-text'
import { contractLifecycle, type ContractState, type LetterKind } from '@moqi/domain/contract/contract-lifecycle'
import { voidLifecycle } from '@moqi/domain/contract/void-lifecycle'
import type { WrittenDraft } from '@moqi/domain/contract/written-draft'
import type { Member } from '#src/platform/actor.ts'
import type { ContractRow } from './contract-rows.ts'
import type { Deps } from '#src/platform/deps.ts'

/** Who launches, and for which space: a request's member, or a job on somebody's behalf. */
export type Launcher = Pick<Member, 'accountId' | 'nickName' | 'phone' | 'tenantId' | 'space'>
/** What is written of a draft into its own row. */
export type Written = Pick<
  WrittenDraft,
  | 'subject'
  | 'contractNo'
  | 'remark'
  | 'signExpireTime'
  | 'contractEndTime'
  | 'amount'
  | 'signOrderType'
  | 'saveContacts'
  | 'cc'
>

/** A new contract's row: a draft, or one that is complete already. */
export function newContract(
  deps: Pick<Deps, 'now' | 'random'>,
  member: Launcher,
  draft: Written,
  {
    contractId,
    signId,
    state = contractLifecycle.initial,
    batchId = null,
    originContractId = null,
    kind,
  }: {
    contractId: string
    signId: string
    state?: ContractState
    batchId?: string | null
    /** Of an agreement that voids that contract. */
    originContractId?: string | null
    /** Of a letter. */
    kind?: LetterKind
  },
): ContractRow {
  return {
    tenant_id: member.tenantId,
    contract_id: contractId,
    ...written(draft),
    contract_no: draft.contractNo ?? automaticContractNo(deps.now(), deps.random(4).readUInt32BE()),
    kind: kind ?? (originContractId === null ? 'normal' : 'void'),
    state,
    void_state: voidLifecycle.initial,
    origin_contract_id: originContractId,
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
    batch_id: batchId,
    next_log: 1,
  }
}

/** The columns of a draft that saving it again replaces. */
export const written = (draft: Written) => ({
  subject: draft.subject,
  remark: draft.remark,
  sign_expire_at: draft.signExpireTime,
  contract_end_at: draft.contractEndTime,
  amount: draft.amount,
  sign_order_type: draft.signOrderType,
  save_contacts: draft.saveContacts,
  has_cc: draft.cc.length > 0,
})
