const contract = ['cores/contract']
// How somebody signs in is changed where accounts are, what others need to change of an account in the core.
const account = ['accounts', 'cores/identity']
// A membership begins with its space, in the core, and is the members' own from then on.
const member = ['members', 'cores/identity']
// Templates are nobody's state but their own; the core reads them for contracts and counts their use.
const template = ['templates', 'cores/template']
const approval = ['cores/approval']
const audit = ['platform/audit']
const documents = ['platform/documents', 'cores/contract']
const keys = ['platform/keys', 'platform/authority']

/**
 * Who alone writes a table: folders or files of `apps/server/src`. A table that is declared where it is written needs
 * no row. The sweep, which deletes what has expired, and the demonstration's data come beside.
 */
export const tableOwners: Readonly<Record<string, readonly string[]>> = {
  contract,
  contract_attachment: contract,
  contract_cc: contract,
  contract_file: contract,
  // The sequencer gives lines their places.
  contract_log: ['cores/contract', 'platform/audit'],
  area: contract,
  entry: contract,
  file_text: contract,
  paper_demand: contract,
  handed_paper: ['papers'],
  inbox: contract,
  inbox_count: contract,
  party: contract,
  party_contact: contract,
  search_entry: contract,
  short_link: contract,
  ticket: contract,
  waiting_entry: contract,
  damage: ['platform/scrub'],
  document_damage: ['platform/scrub'],
  scrub_position: ['platform/scrub'],
  job_worker: ['platform/jobs'],
  dropped_job: ['commands/jobs.ts'],
  pack_offer: ['cores/order'],
  pack_order: ['cores/order'],
  pack_order_log: ['cores/order'],
  payment: ['cores/order'],
  cashier_bill: ['platform/gateways'],
  quota_pack: ['cores/quota'],
  quota_entry: ['cores/quota'],
  operator: ['cores/operator'],
  operator_recovery: ['cores/operator'],
  operator_session: ['cores/operator'],
  operator_log: ['cores/operator'],
  seal: ['cores/seal'],
  seal_freeze: ['cores/seal'],
  seal_grant: ['cores/seal'],
  seal_log: ['cores/seal'],
  seal_review: ['cores/seal'],
  seal_watch: ['cores/seal'],
  seal_alert: ['cores/seal'],
  // Made when a seal first signs with a certificate; its end is the seal's.
  electronic_seal: ['cores/signer', 'cores/seal'],
  template,
  template_file: template,
  template_version: template,
  contract_template: template,
  approval,
  approval_event: approval,
  approval_flow: approval,
  approval_flow_version: approval,
  approval_seat: approval,
  batch: ['batches'],
  batch_row: ['batches'],
  space: ['cores/identity'],
  account,
  session: account,
  auto_login_token: account,
  pass: account,
  captcha: account,
  passkey: account,
  recovery_code: account,
  consent: account,
  device: account,
  login_failure: account,
  password_history: account,
  sign_in_log: account,
  administration_transfer: member,
  company_role: member,
  department: member,
  invitation: member,
  invitation_link: member,
  member_log: member,
  membership: member,
  company_auth: ['cores/identity'],
  person_auth: ['cores/identity'],
  person_review: ['cores/identity'],
  person_review_log: ['cores/identity'],
  // A new data key has what lies under the one before sealed anew.
  paper_picture: ['cores/identity', 'platform/keys'],
  auth_token: ['signing', 'cores/signer'],
  signature_record: ['signing', 'cores/signer'],
  // Choices go with the list row's turn to sign, in the statement that writes it.
  signing_draft: ['signing', 'cores/contract/inbox.ts'],
  integration: ['cores/integration'],
  // A new data key has what lies under the one before sealed anew.
  integration_secret: ['cores/integration', 'platform/keys'],
  integration_call: ['cores/integration'],
  integration_embedding: ['cores/integration'],
  contact: ['contacts'],
  contact_count: ['contacts'],
  // The uploads of a contract go, and change hands, with it.
  file: ['files', 'cores/contract'],
  notice_setting: ['notices'],
  audit_head: audit,
  audit_leaf: audit,
  audit_node: audit,
  signed_head: audit,
  row_journal: ['platform/audit'],
  journal_head: ['platform/audit'],
  blob_holder: ['platform/blobs', 'platform/documents'],
  blob_store: ['platform/blobs'],
  document_head: documents,
  document_layout: documents,
  document_revision: documents,
  document_slot: documents,
  idempotency: ['platform/idempotency.ts'],
  message: ['platform/messages'],
  notice_message: ['platform/messages'],
  notice_unread: ['platform/messages'],
  verification_code: ['platform/messages'],
  outbox_message: ['platform/gateways'],
  proof: ['platform/proof.ts'],
  platform_secret: keys,
  revoked_certificate: keys,
  signing_certificate: keys,
  tenant_key: keys,
}

/** Who may write any table: what deletes the expired, and what fills a demonstration. */
export const everyTable: readonly string[] = ['platform/jobs/sweep.ts', 'platform/database/migrations', 'demo']
