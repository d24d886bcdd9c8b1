import { type Kysely, sql } from 'kysely'

/** What is done with a contract after it was made: urging, correcting a phone, the recycle bin, large downloads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const walled = (table: string) => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy tenant on ${table} using (tenant_id = ${current}) with check (tenant_id = ${current})`,
]

const statements = [
  `create table party_contact (
    tenant_id uuid not null, contract_id uuid not null, signer_no int not null, opened_at bigint, urged_at bigint,
    phone_changes int not null default 0, phone_changed_at bigint, primary key (tenant_id, contract_id, signer_no))`,
  ...walled('party_contact'),
  `alter table inbox add column binned_at bigint`,
  `create index inbox_bin on inbox (tenant_id, account_id, binned_at) where binned_at is not null`,
  `create table download (
    tenant_id uuid not null, download_id uuid not null, account_id uuid not null, sign_ids text[] not null,
    state text not null, done int not null, sha256 text, size bigint, created_at bigint not null,
    primary key (tenant_id, download_id))`,
  ...walled('download'),
]
