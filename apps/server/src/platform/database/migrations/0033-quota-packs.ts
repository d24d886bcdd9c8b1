import { type Kysely, sql } from 'kysely'

/**
 * A space's 份 lie in packs, and each line of the ledger names its pack. What a space had becomes one pack without end,
 * its trial pack, so that it is given no other; where lines did not add up to the balance, a line of adjustment says
 * so.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table quota_pack (
    tenant_id uuid not null, pack_id uuid not null, kind text not null, total int not null,
    remaining int not null check (remaining between 0 and total), given_at bigint not null, expires_at bigint,
    primary key (tenant_id, pack_id))`,
  `create unique index quota_pack_trial on quota_pack (tenant_id) where kind = 'trial'`,
  `alter table quota no force row level security`,
  `alter table quota_entry no force row level security`,
  // What was sent and not refunded came out of it, so that refunds fit in again.
  `insert into quota_pack (tenant_id, pack_id, kind, total, remaining, given_at)
    select q.tenant_id, gen_random_uuid(), 'trial', q.surplus + greatest(0,
        -coalesce(sum(e.change) filter (where e.kind in ('send', 'recallRefund')), 0)), q.surplus,
      coalesce(min(e.created_at), floor(extract(epoch from now()) * 1000))
    from quota q left join quota_entry e on e.tenant_id = q.tenant_id group by q.tenant_id, q.surplus`,
  `alter table quota_entry add column pack_id uuid`,
  `update quota_entry e set pack_id = p.pack_id from quota_pack p where p.tenant_id = e.tenant_id`,
  `insert into quota_entry (tenant_id, quota_entry_id, kind, change, created_at, pack_id)
    select p.tenant_id, gen_random_uuid(), 'adjust', p.remaining - coalesce(sum(e.change), 0),
      floor(extract(epoch from now()) * 1000), p.pack_id
    from quota_pack p left join quota_entry e on e.tenant_id = p.tenant_id
    group by p.tenant_id, p.pack_id, p.remaining having p.remaining <> coalesce(sum(e.change), 0)`,
  `alter table quota_entry alter column pack_id set not null`,
  // A contract is paid for once and refunded once at most.
  `create unique index quota_entry_contract on quota_entry (tenant_id, contract_id, kind) where contract_id is not null`,
  `alter table quota_entry force row level security`,
  `drop table quota`,
  `alter table quota_pack enable row level security`,
  `alter table quota_pack force row level security`,
  `create policy tenant on quota_pack using (tenant_id = ${current}) with check (tenant_id = ${current})`,
]
