import { type Kysely, sql } from 'kysely'

/**
 * Signatures that are asked of a phone, each with its link, of which the keyed hash is kept; and of a seal cut out of a
 * picture, the picture as it came.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table handwriting_ticket (
    ticket_hash bytea primary key, tenant_id uuid not null, handwriting_id uuid not null, expires_at bigint not null)`,
  `create index handwriting_ticket_age on handwriting_ticket (expires_at)`,
  `create table handwriting (
    tenant_id uuid not null, handwriting_id uuid not null, account_id uuid not null, signer_name text not null,
    state text not null, sealed_image bytea, expires_at bigint not null,
    primary key (tenant_id, handwriting_id))`,
  `create index handwriting_account on handwriting (tenant_id, account_id)`,
  `alter table handwriting enable row level security`,
  `alter table handwriting force row level security`,
  `create policy tenant on handwriting using (tenant_id = ${current}) with check (tenant_id = ${current})`,
  `alter table seal add column original_sha256 text`,
]
