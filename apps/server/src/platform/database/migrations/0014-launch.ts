import { type Kysely, sql } from 'kysely'

/**
 * What a launch says beside files and parties: copy recipients, attachments, names of its own for files, a message and
 * forced reading a party. Parties so far may prove theirs in either way.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  for (const table of ['contract_cc', 'contract_attachment']) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db)
    await sql.raw(`alter table ${table} force row level security`).execute(db)
    await sql
      .raw(`create policy tenant on ${table} using (tenant_id = ${current}) with check (tenant_id = ${current})`)
      .execute(db)
  }
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table contract_cc (
    tenant_id uuid not null, contract_id uuid not null, cc_no int not null, name text not null, phone text not null,
    told_when text not null check (told_when in ('send', 'finish')), sign_id text not null, cc_tenant_id uuid,
    account_id uuid, told_at bigint, primary key (tenant_id, contract_id, cc_no))`,
  `create table contract_attachment (
    tenant_id uuid not null, contract_id uuid not null, position int not null, file_id uuid not null, name text,
    primary key (tenant_id, contract_id, position), unique (tenant_id, contract_id, file_id))`,
  `alter table contract add column has_cc boolean not null default false`,
  `alter table contract_file add column name text`,
  `alter table party add column private_message text, add column forced_reading boolean not null default false,
    add column reading_done_at bigint`,
  `alter table party no force row level security`,
  `update party set will_auth_type = 'any'`,
  `alter table party force row level security`,
  `alter table waiting_entry add column cc_no int not null default 0, drop constraint waiting_entry_pkey,
    add primary key (home_tenant_id, contract_id, signer_no, cc_no)`,
]
