import { type Kysely, sql } from 'kysely'

/** Directory tables, tenant tables with row-level security, and the server's own role. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...directory, ...tenant, ...documents]) await sql.raw(statement).execute(db)
  for (const table of tenantTables) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db)
    await sql.raw(`alter table ${table} force row level security`).execute(db)
    await sql
      .raw(`create policy tenant on ${table} using (tenant_id = ${current}) with check (tenant_id = ${current})`)
      .execute(db)
  }
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const directory = [
  `create table account (
    account_id uuid primary key, user_name text unique, phone text not null unique, nick_name text not null,
    email text, password_hash text, password_changed_at bigint,
    check_auth_shown int not null default 0, check_seal_shown int not null default 0, password_shown int not null default 0,
    created_at bigint not null)`,
  `create table login_failure (name_hash text primary key, failures int not null, last_failure_at bigint not null)`,
  `create table space (
    tenant_id uuid primary key, kind text not null check (kind in ('person', 'company')), company_id uuid unique,
    name text not null, credit_code text unique, identity_hash text, auth_status text not null, reject_reason text,
    created_at bigint not null)`,
  `create table membership (
    tenant_id uuid not null references space, account_id uuid not null references account, is_owner boolean not null,
    created_at bigint not null, primary key (tenant_id, account_id))`,
  `create index membership_account on membership (account_id)`,
  `create table session (
    token_hash bytea primary key, account_id uuid not null references account, tenant_id uuid, idle_ms bigint not null,
    seen_at bigint not null, created_at bigint not null, address text not null, user_agent text not null)`,
  `create index session_account on session (account_id)`,
  `create table verification_code (
    code_id uuid primary key, phone text not null, scene text not null, binding text not null, code_hash text not null,
    tries int not null default 0, used boolean not null default false, expires_at bigint not null, address text not null,
    created_at bigint not null)`,
  `create index verification_code_phone on verification_code (phone, created_at desc)`,
  `create index verification_code_address on verification_code (address, created_at desc)`,
  `create table captcha (captcha_id uuid primary key, answer_hash text not null, expires_at bigint not null)`,
  `create index captcha_expiry on captcha (expires_at)`,
  `create table auth_token (
    token_hash bytea primary key, account_id uuid not null, tenant_id uuid not null, sign_ids text[] not null,
    binding text not null, expires_at bigint not null)`,
  `create table waiting_entry (
    home_tenant_id uuid not null, contract_id uuid not null, signer_no int not null, phone text not null,
    sign_type int not null, signer_name text not null, company_name text, credit_code text,
    primary key (home_tenant_id, contract_id, signer_no))`,
  `create index waiting_entry_phone on waiting_entry (phone)`,
  `create table outbox_message (
    message_id uuid primary key, channel text not null, recipient text not null, scene text not null, body text not null,
    created_at bigint not null)`,
  `create index outbox_message_recipient on outbox_message (recipient, created_at desc)`,
  `create table platform_secret (name text primary key, sealed bytea not null, certificate bytea, created_at bigint not null)`,
  `create table revoked_certificate (
    issuer text not null, serial text not null, revoked_at bigint not null, primary key (issuer, serial))`,
  `create table idempotency (
    scope text not null, key text not null, body_hash text not null, answer jsonb, created_at bigint not null,
    primary key (scope, key))`,
  `create index idempotency_age on idempotency (created_at)`,
]

const tenant = [
  `create table tenant_key (tenant_id uuid primary key, sealed bytea not null, created_at bigint not null)`,
  `create table quota (tenant_id uuid primary key, surplus int not null check (surplus >= 0))`,
  `create table quota_entry (
    tenant_id uuid not null, quota_entry_id uuid not null, kind text not null, change int not null, contract_id uuid,
    created_at bigint not null, primary key (tenant_id, quota_entry_id))`,
  `create table file (
    tenant_id uuid not null, file_id uuid not null, account_id uuid not null, usage text not null, name text not null,
    size bigint not null, page_count int not null, sha256 text not null, kept_sha256 text not null,
    kept_size bigint not null, pages jsonb not null, signed boolean not null, created_at bigint not null,
    primary key (tenant_id, file_id))`,
  `create table contract (
    tenant_id uuid not null, contract_id uuid not null, task_no text not null, subject text not null,
    task_type text not null, state text not null, relieve_state text not null, sign_order_type text not null,
    remark text, sign_expire_at bigint, contract_end_at bigint, initiator_account_id uuid not null,
    initiator_sign_id text not null, initiator_name text not null, initiator_company text, company_id uuid,
    version int not null, close_reason text, closed_by text, created_at bigint not null, sent_at bigint,
    finished_at bigint, next_log int not null default 1, primary key (tenant_id, contract_id), unique (tenant_id, task_no))`,
  `create table contract_file (
    tenant_id uuid not null, contract_id uuid not null, position int not null, file_id uuid not null,
    primary key (tenant_id, contract_id, position), unique (tenant_id, contract_id, file_id))`,
  `create index contract_file_file on contract_file (tenant_id, file_id)`,
  `create table party (
    tenant_id uuid not null, contract_id uuid not null, signer_no int not null, sign_order int not null,
    sign_type int not null, signer_name text not null, phone text not null, company_name text, state text not null,
    will_auth_type text not null, sign_id text not null, party_tenant_id uuid, account_id uuid, read_at bigint,
    signed_at bigint, primary key (tenant_id, contract_id, signer_no))`,
  `create table area (
    tenant_id uuid not null, contract_id uuid not null, position_id text not null, file_id uuid not null,
    signer_no int not null, page int not null, x float8 not null, y float8 not null, width float8 not null,
    height float8 not null, position_type text not null, required boolean not null, format text, value text,
    primary key (tenant_id, contract_id, position_id))`,
  `create table entry (
    tenant_id uuid not null, sign_id text not null, account_id uuid, home_tenant_id uuid not null,
    contract_id uuid not null, signer_no int, is_initiator boolean not null, primary key (tenant_id, sign_id))`,
  `create index entry_contract on entry (tenant_id, contract_id)`,
  `create table inbox (
    tenant_id uuid not null, account_id uuid not null, contract_id uuid not null, home_tenant_id uuid not null,
    sign_id text not null, row_status text not null, is_initiator boolean not null, party_state text,
    task_state text not null, relieve_state text not null, task_type text not null, task_no text not null,
    subject text not null, initiator_name text not null, signer_names text not null, search text not null,
    company_id uuid, sign_expire_at bigint, created_at bigint not null, sent_at bigint, finished_at bigint,
    changed_at bigint not null, primary key (tenant_id, account_id, contract_id))`,
  `create index inbox_all on inbox (tenant_id, account_id, created_at desc, contract_id desc)`,
  `create index inbox_status on inbox (tenant_id, account_id, row_status, created_at desc, contract_id desc)`,
  `create index inbox_state on inbox (tenant_id, account_id, task_state, created_at desc, contract_id desc)`,
  `create index inbox_own on inbox (tenant_id, account_id, created_at desc, contract_id desc) where is_initiator`,
  `create index inbox_recent on inbox (tenant_id, account_id, changed_at desc)`,
  `create table inbox_count (
    tenant_id uuid not null, account_id uuid not null, category text not null, number int not null,
    primary key (tenant_id, account_id, category))`,
  `create table contract_log (
    tenant_id uuid not null, contract_id uuid not null, log_no int not null, at bigint not null, account_id uuid,
    who text not null, verb text not null, detail text, address text, user_agent text,
    primary key (tenant_id, contract_id, log_no))`,
  `create table seal (
    tenant_id uuid not null, seal_id uuid not null, account_id uuid, kind text not null, name text not null,
    color text not null, status text not null, width float8 not null, height float8 not null, png_sha256 text not null,
    packed_sha256 text not null, is_default boolean not null, created_at bigint not null, expire_at bigint,
    primary key (tenant_id, seal_id))`,
  `create unique index seal_name on seal (tenant_id, coalesce(account_id, tenant_id), name) where status <> 'revoked'`,
  `create table seal_grant (
    tenant_id uuid not null, seal_id uuid not null, account_id uuid not null, created_at bigint not null,
    primary key (tenant_id, seal_id, account_id))`,
  `create table signing_certificate (
    tenant_id uuid not null, certificate_id uuid not null, serial text not null, subject_name text not null,
    certificate bytea not null, sealed_key bytea not null, not_before bigint not null, not_after bigint not null,
    revoked_at bigint, created_at bigint not null, primary key (tenant_id, certificate_id))`,
]

const documents = [
  `create table document_layout (
    tenant_id uuid not null, contract_id uuid not null, file_id uuid not null, layout jsonb not null,
    base_sha256 text not null, base_length bigint not null, frozen_sha256 text not null, primary key (tenant_id, contract_id, file_id))`,
  `create table document_slot (
    tenant_id uuid not null, contract_id uuid not null, file_id uuid not null, slot text not null, signer_no int not null,
    position_id text, source jsonb not null, primary key (tenant_id, contract_id, file_id, slot))`,
  `create table document_head (
    tenant_id uuid not null, contract_id uuid not null, file_id uuid not null, sha256 text not null, length bigint not null,
    revision int not null, head jsonb not null, primary key (tenant_id, contract_id, file_id)) with (fillfactor = 50)`,
  `create table document_revision (
    tenant_id uuid not null, contract_id uuid not null, file_id uuid not null, revision int not null, sha256 text not null,
    start bigint not null, length bigint not null, signer_no int, created_at bigint not null,
    primary key (tenant_id, contract_id, file_id, revision))`,
]

const tenantTables = [...tenant, ...documents].flatMap((statement) => {
  const found = /^create table (\w+)/.exec(statement)?.[1]
  return found ? [found] : []
})
