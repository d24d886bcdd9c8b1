import type { Schema } from './schema.ts'

/**
 * A table whose rows are journalled: what names a row in its space, and the columns that are answered for. `noted` are
 * those of them that a transaction notes.
 */
export type GuardedTable = Record<'key' | 'columns' | 'noted', readonly string[]> & { name: string; ofNobody: boolean }

/** Tables whose rows are in no space: those of accounts and operators, and the catalogue. */
const ofNone: ReadonlySet<string> = new Set([
  'account',
  'passkey',
  'certificate_key',
  'recovery_code',
  'operator',
  'pack_offer',
  'pack_offer_version',
  'offer_proposal',
  'company_group',
])

const guarded = <T extends keyof Schema & string>(
  name: T,
  key: readonly (keyof Schema[T] & string)[],
  columns: readonly (keyof Schema[T] & string)[],
  noted = columns,
): GuardedTable => ({
  name,
  key,
  columns,
  noted,
  ofNobody: ofNone.has(name),
})

/**
 * The rows by which somebody gains or loses something: who signs, with what, for whom, at whose cost. What is keyed by
 * itself (sessions, wills, proofs) or signed (documents) is not among them. `ofNobody`: the table knows no space.
 */
export const guardedTables: readonly GuardedTable[] = [
  guarded(
    'account',
    ['account_id'],
    ['phone', 'email', 'user_name', 'password_hash', 'pin_hash', 'closed_at', 'key_required_at'],
  ),
  guarded('passkey', ['credential_id'], ['account_id', 'public_key', 'created_at']),
  guarded('certificate_key', ['fingerprint'], ['account_id', 'certificate', 'created_at']),
  guarded('recovery_code', ['account_id', 'code_hash'], ['account_id']),
  guarded('operator', ['operator_id'], ['name', 'password_hash', 'totp_secret', 'enrol_ends_at', 'disabled_at']),
  guarded(
    'space',
    [],
    [
      'kind',
      'company_id',
      'name',
      'credit_code',
      'identity_hash',
      'auth_status',
      'will_rule',
      'will_amount',
      'sign_in_code',
      'rescuer_id',
      'frozen_reason',
      'frozen_at',
      'entry_rule',
      'group_hold',
      'auth_end',
    ],
  ),
  guarded('person_review_log', ['line_id'], ['auth_id', 'at', 'verb', 'detail']),
  guarded('platform_log', ['log_id'], ['look_id', 'at', 'who', 'verb', 'detail']),
  guarded('tenant_look', ['look_id'], ['operator_id', 'reason', 'ticket', 'opened_at', 'ends_at', 'ended_at']),
  guarded('tenant_proposal', ['proposal_id'], ['kind', 'reason', 'details', 'proposed_by', 'state', 'decided_by']),
  guarded('auth_ending', ['ending_id'], ['cause', 'reason', 'reference', 'ended_at']),
  guarded('membership', ['account_id'], ['is_owner', 'state', 'role_id', 'department_id']),
  guarded('company_group', ['group_id'], ['lead_tenant_id', 'grace_days', 'longest_hours', 'dissolved_at']),
  guarded('group_company', [], ['group_id', 'joined_at']),
  guarded('group_invitation', ['invitation_id'], ['group_id', 'state', 'account_id', 'expires_at']),
  guarded('company_role', ['role_id'], ['name', 'rights']),
  guarded('invitation', ['invitation_id'], ['phone', 'role_id', 'state', 'inviter_account_id']),
  guarded('identity_provider', [], ['protocol', 'issuer', 'client_id']),
  guarded('provider_link', ['issuer', 'subject'], ['account_id']),
  guarded('provisioning_token', ['token_id'], ['account_id', 'created_at', 'ends_at']),
  guarded('integration', ['integration_id'], ['account_id', 'scopes', 'addresses', 'disabled_at']),
  guarded('integration_embedding', ['integration_id'], ['origins', 'returns']),
  guarded('webhook', ['integration_id'], ['url', 'events', 'paused_at']),
  guarded('integration_secret', ['integration_id', 'secret_id'], ['created_at', 'ends_at']),
  guarded('quota_pack', ['pack_id'], ['kind', 'total', 'remaining', 'expires_at', 'order_id']),
  guarded('quota_entry', ['quota_entry_id'], ['pack_id', 'kind', 'change', 'contract_id', 'reason']),
  guarded('pack_offer', ['offer_id'], ['name', 'copies', 'fen', 'months', 'audience', 'sale_begin', 'sale_end']),
  guarded(
    'pack_offer_version',
    ['offer_id', 'version_no'],
    ['name', 'copies', 'fen', 'months', 'audience', 'sale_begin', 'sale_end', 'made_by', 'agreed_by', 'made_at'],
  ),
  guarded('offer_proposal', ['proposal_id'], ['offer_id', 'based_on', 'terms', 'proposed_by', 'state', 'decided_by']),
  guarded(
    'pack_order',
    ['order_id'],
    ['account_id', 'offer_id', 'quantity', 'copies', 'months', 'fen', 'state', 'pay_way', 'pack_id', 'paid_at'],
  ),
  guarded('payment', ['payment_no'], ['order_id', 'channel', 'fen', 'state', 'transaction_no']),
  guarded(
    'invoice',
    ['invoice_id'],
    ['account_id', 'kind', 'name', 'tax_no', 'email', 'fen', 'state', 'number', 'sha256', 'red_number', 'red_sha256'],
  ),
  guarded('invoice_order', ['invoice_id', 'order_id'], ['fen', 'living']),
  guarded(
    'seal',
    ['seal_id'],
    [
      'account_id',
      'kind',
      'name',
      'status',
      'png_sha256',
      'packed_sha256',
      'width',
      'height',
      'expire_at',
      'holder_account_id',
      'frozen',
    ],
  ),
  guarded('seal_freeze', [], ['account_id', 'reason']),
  guarded(
    'seal_grant',
    ['grant_id'],
    [
      'seal_id',
      'account_id',
      'manner',
      'state',
      'scope',
      'named',
      'counterparts',
      'begin_at',
      'end_at',
      'granted_by',
      'letter_contract_id',
      'amount_max',
      'count_max',
      'used_number',
    ],
  ),
  guarded('electronic_seal', ['seal_id', 'certificate_sha256'], ['structure', 'revoked_at']),
  guarded(
    'approval',
    ['approval_id'],
    ['contract_id', 'sign_id', 'applicant_id', 'node_number', 'round', 'state', 'seals', 'intent_sha256'],
  ),
  guarded(
    'approval_seat',
    ['approval_id', 'round', 'seat_no'],
    ['node_no', 'account_id', 'state', 'decided_at', 'opinion', 'will'],
  ),
  guarded(
    'contract',
    ['contract_id'],
    [
      'contract_no',
      'subject',
      'kind',
      'state',
      'void_state',
      'origin_contract_id',
      'sign_order_type',
      'sign_expire_at',
      'contract_end_at',
      'amount',
      'initiator_account_id',
      'initiator_sign_id',
      'initiator_name',
      'initiator_company',
      'company_id',
      'close_reason',
      'closed_by',
      'sent_at',
      'finished_at',
      'has_cc',
    ],
  ),
  guarded(
    'party',
    ['contract_id', 'party_no'],
    [
      'sign_order',
      'kind',
      'name',
      'phone',
      'company_name',
      'credit_code',
      'identity_hash',
      'sign_kind',
      'state',
      'will_kind',
      'forced_reading',
      'sign_id',
      'party_tenant_id',
      'account_id',
      'signed_at',
    ],
  ),
  guarded(
    'contract_cc',
    ['contract_id', 'cc_no'],
    ['name', 'phone', 'company_name', 'told_when', 'sign_id', 'cc_tenant_id', 'account_id'],
  ),
  guarded(
    'contract_log',
    ['contract_id', 'log_no'],
    ['at', 'account_id', 'who', 'verb', 'detail', 'address', 'user_agent', 'line_hash'],
    // Which is the hash of all the others, as the audit of the log recomputes it.
    ['line_hash'],
  ),
  guarded('entry', ['sign_id'], ['account_id', 'home_tenant_id', 'contract_id', 'party_no', 'is_initiator']),
  guarded(
    'signature_record',
    ['record_id'],
    [
      'account_id',
      'signer_name',
      'contract_id',
      'sign_id',
      'file_id',
      'sha256',
      'seal_id',
      'will_methods',
      'certificate_serial',
      'approval_id',
      'signed_at',
      'disputed_at',
      'dispute_reason',
    ],
  ),
]

/** SQL for the space of a row, '' of a table that knows none. */
export const spaceOf = ({ ofNobody }: GuardedTable, row: string): string => (ofNobody ? `''` : `${row}.tenant_id::text`)

/** SQL for what names a row in its space. */
export const keyOf = ({ key }: GuardedTable, row: string): string =>
  key.length === 0 ? `''` : key.map((column) => `${row}.${column}::text`).join(` || '/' || `)

/** SQL for what a row says, as jsonb. */
export const imageOf = (columns: readonly string[], row: string): string =>
  `jsonb_build_object(${columns.map((column) => `'${column}', ${row}.${column}`).join(', ')})`

const writing = new RegExp(
  String.raw`\b(?:insert into|update|delete from)\s+"?(?:${guardedTables.map(({ name }) => name).join('|')})\b`,
  'i',
)

const known = new Map<string, boolean>()
const mostKnown = 2000

/** Whether a statement may change a guarded row. Texts are few, since values are parameters. */
export function writesGuarded(text: string): boolean {
  const before = known.get(text)
  if (before !== undefined) return before
  const writes = writing.test(text)
  if (known.size < mostKnown) known.set(text, writes)
  return writes
}
