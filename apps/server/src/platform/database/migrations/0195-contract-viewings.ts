import { type Kysely, sql } from 'kysely'

/** Who of a company has opened a colleague's contract from its console, and why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table contract_viewing (
    tenant_id uuid not null, viewing_id uuid not null, home_tenant_id uuid not null, contract_id uuid not null,
    account_id uuid not null, who text not null, reason text not null, at bigint not null,
    primary key (tenant_id, viewing_id))`,
  `create index contract_viewing_of on contract_viewing (tenant_id, contract_id, at)`,
  `alter table contract_viewing enable row level security`,
  `alter table contract_viewing force row level security`,
  `create policy tenant on contract_viewing using (tenant_id = ${current}) with check (tenant_id = ${current})`,
]
