import { type Kysely, sql } from 'kysely'

/**
 * A company lets a seal be put on by itself: a grant of another manner, with bounds of its own and how many contracts
 * it has signed. A signing record says that nobody pressed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table seal_grant add column manner text not null default 'hand', add column amount_max bigint,
    add column count_max integer, add column used_number integer not null default 0`,
  `alter table seal_grant alter column manner drop default, alter column used_number drop default`,
  `create index seal_grant_auto on seal_grant (tenant_id) where manner = 'auto'`,
  `alter table signature_record add column automatic boolean not null default false`,
]
