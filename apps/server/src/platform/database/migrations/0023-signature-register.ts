import { type Kysely, sql } from 'kysely'

/** Every use of a seal or signature, in the space it was made for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table signature_record (
    tenant_id uuid not null, record_id uuid not null, account_id uuid not null, signer_name text not null,
    contract_id uuid not null, home_tenant_id uuid not null, sign_id text not null, task_no text not null,
    subject text not null, file_id uuid not null, sha256 text not null, seal_id text, seal_name text not null,
    seal_kind text not null, certificate_serial text not null, will_method text,
    approval_id uuid, signed_at bigint not null, disputed_at bigint, dispute_reason text,
    primary key (tenant_id, record_id))`,
  `create index signature_record_time on signature_record (tenant_id, signed_at desc, record_id desc)`,
  `create index signature_record_person on signature_record (tenant_id, account_id, signed_at desc, record_id desc)`,
  `alter table signature_record enable row level security`,
  `alter table signature_record force row level security`,
  `create policy tenant on signature_record using (tenant_id = ${current}) with check (tenant_id = ${current})`,
]
