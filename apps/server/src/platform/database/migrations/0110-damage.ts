import { type Kysely, sql } from 'kysely'

/** What the scrub has found damaged, until it is found whole again, and how far it has come. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table document_damage (tenant_id uuid not null, contract_id uuid not null, file_id uuid not null,
    found_at bigint not null, primary key (tenant_id, contract_id, file_id),
    foreign key (tenant_id, contract_id) references contract (tenant_id, contract_id) on delete cascade)`,
  `alter table document_damage enable row level security`,
  `alter table document_damage force row level security`,
  `create policy tenant on document_damage using (tenant_id = ${current}) with check (tenant_id = ${current})`,
  `create table damage (name text primary key, found_at bigint not null)`,
  `create table scrub_position (kind text primary key, after text not null, begun_at bigint not null, ended_at bigint)`,
]
