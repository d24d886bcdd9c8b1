import type { ContractRow } from '#src/cores/contract/contract-rows.ts'

type Who = 'tenant_id' | 'contract_id' | 'initiator_account_id'

/** A row of a contract for tests: an empty draft, but for what is given. A new column is added here alone. */
export const contractRow = (given: Pick<ContractRow, Who> & Partial<ContractRow>): ContractRow => ({
  contract_no: given.contract_id,
  subject: '采购框架协议',
  kind: 'normal',
  state: 'draft',
  void_state: 'none',
  origin_contract_id: null,
  sign_order_type: 'disorder',
  remark: null,
  sign_expire_at: null,
  contract_end_at: null,
  amount: null,
  initiator_sign_id: 'launch',
  initiator_name: '李静',
  initiator_company: null,
  company_id: null,
  version: 1,
  close_reason: null,
  closed_by: null,
  created_at: 1,
  sent_at: null,
  finished_at: null,
  archived_until: null,
  idle_told_at: null,
  batch_id: null,
  next_log: 1,
  has_cc: false,
  save_contacts: false,
  ...given,
})
