import { type Kysely, sql } from 'kysely'

/**
 * Authentications that the platform has ended, or that an operator proposes to end; the deed lies with the papers of
 * its space. What ended one stays with the space until it is authenticated anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `alter table space add column auth_end jsonb`,
  `create table auth_ending (
    tenant_id uuid not null, ending_id uuid not null, cause text not null, reason text not null,
    reference text not null, asked_at bigint not null, ended_at bigint, primary key (tenant_id, ending_id))`,
  `alter table auth_ending enable row level security`,
  `alter table auth_ending force row level security`,
  `create policy tenant on auth_ending using (tenant_id = ${current}) with check (tenant_id = ${current})`,
]
