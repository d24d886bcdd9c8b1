import { type Kysely, sql } from 'kysely'

/** A message about a contract names it and the party it went to, so that the initiator sees what became of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message add column contract_id uuid, add column party_no int`.execute(db)
  await sql`create index message_contract on message (contract_id, created_at) where contract_id is not null`.execute(
    db,
  )
}
