import { type Kysely, sql } from 'kysely'

/** Seals as GB/T 38540 wants them, one for each certificate of the space that may sign with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table electronic_seal (
    tenant_id uuid not null, seal_id uuid not null, certificate_sha256 text not null, structure bytea not null,
    created_at bigint not null, primary key (tenant_id, seal_id, certificate_sha256))`,
  `alter table electronic_seal enable row level security`,
  `alter table electronic_seal force row level security`,
  `create policy tenant on electronic_seal using (tenant_id = ${current}) with check (tenant_id = ${current})`,
]
