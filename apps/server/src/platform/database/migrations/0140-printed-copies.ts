import { type Kysely, sql } from 'kysely'

/** Where the numbers of printed copies lead, by their keyed hashes: whoever holds paper names no space. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table printed_copy (number_hash bytea primary key, home_tenant_id uuid not null, contract_id uuid not null,
        foreign key (home_tenant_id, contract_id) references contract (tenant_id, contract_id) on delete cascade)`,
    )
    .execute(db)
  await sql.raw(`create index printed_copy_contract on printed_copy (home_tenant_id, contract_id)`).execute(db)
}
