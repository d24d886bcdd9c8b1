import { type Kysely, sql } from 'kysely'

/** A log line gets its place on its tenant's chain behind its commit; until then it has none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table contract_log alter column seq drop not null, alter column chain_hash drop not null`,
  `drop index contract_log_seq`,
  `create unique index contract_log_seq on contract_log (tenant_id, seq) where seq is not null`,
]
