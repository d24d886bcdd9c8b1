import { type Kysely, sql } from 'kysely'

/** Failures are counted by the group an address belongs to; the address itself stays as it was seen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table sign_in_log add column address_group text`,
  `update sign_in_log set address_group = address`,
  `alter table sign_in_log alter column address_group set not null`,
  `drop index sign_in_log_address`,
  `create index sign_in_log_address on sign_in_log (address_group, at) where result <> 'success'`,
  `alter table verification_code rename column address to address_group`,
]
