import { type Kysely, sql } from 'kysely'

/**
 * The files of voided contracts by their hashes, so that whoever checks such a file hears that it holds no more,
 * whosever contract it was.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table voided_file (sha256 text primary key, home_tenant_id uuid not null, contract_id uuid not null,
        voided_at bigint not null,
        foreign key (home_tenant_id, contract_id) references contract (tenant_id, contract_id) on delete cascade)`,
    )
    .execute(db)
  await sql
    .raw(
      `insert into voided_file
        select h.sha256, c.tenant_id, c.contract_id, coalesce(a.finished_at, c.finished_at, 0)
        from contract c join document_head h using (tenant_id, contract_id)
        left join contract a
          on a.tenant_id = c.tenant_id and a.origin_contract_id = c.contract_id and a.state = 'finish'
        where c.state = 'voided'
        on conflict do nothing`,
    )
    .execute(db)
}
