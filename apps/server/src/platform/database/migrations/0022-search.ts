import { type Kysely, sql } from 'kysely'

/**
 * Search over contracts by words of two characters; a company's own view of all its contracts, as list rows under the
 * company instead of a person; indexes for the categories that had none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

/**
 * What is searched for is part of the policy: behind row-level security PostgreSQL uses no index for a condition of the
 * query's own that might leak, and `@>` might. Where nothing is searched for, everything contains it.
 */
const searched = `coalesce(nullif(current_setting('moqi.search', true), ''), '{}')::int[]`

/** What a company's row has in common with its members'; it is in nobody's bin. */
const copied = `tenant_id, contract_id, home_tenant_id, sign_id, row_status, party_state, task_state, relieve_state,
  task_type, task_no, subject, initiator_name, signer_names, company_id, sign_expire_at, created_at, sent_at,
  finished_at, changed_at`

const statements = [
  `create table search_entry (
    tenant_id uuid not null, account_id uuid not null, contract_id uuid not null, created_at bigint not null,
    words int[] not null, text_words int[], primary key (tenant_id, account_id, contract_id))`,
  `create index search_entry_words on search_entry using gin ((words || text_words)) with (fastupdate = off)`,
  `alter table search_entry enable row level security`,
  `alter table search_entry force row level security`,
  `create policy tenant on search_entry
    using (tenant_id = ${current} and (words || text_words) @> ${searched}) with check (tenant_id = ${current})`,
  `create table file_text (tenant_id uuid not null, file_id uuid not null, text text not null, primary key (tenant_id, file_id))`,
  `alter table file_text enable row level security`,
  `alter table file_text force row level security`,
  `create policy tenant on file_text using (tenant_id = ${current}) with check (tenant_id = ${current})`,

  `alter table inbox no force row level security`,
  `alter table inbox_count no force row level security`,
  `alter table inbox drop column search`,
  `insert into inbox (account_id, is_initiator, ${copied})
    select distinct on (tenant_id, contract_id) tenant_id, bool_or(is_initiator) over same, ${copied}
    from inbox where tenant_id in (select tenant_id from space where kind = 'company') and task_state <> 'deleted'
    window same as (partition by tenant_id, contract_id)
    order by tenant_id, contract_id, is_initiator desc, created_at`,
  `delete from inbox_count`,
  `insert into inbox_count
    select tenant_id, account_id, category, count(*) from inbox, unnest(
      case when binned_at is not null then array['bin'] else array['all', row_status]
        || case when row_status in ('iSign', 'otherSign', 'signingApprovalFailed') then array['signing'] else '{}' end
        || case when is_initiator then array['myLaunch'] else '{}' end
        || case when not is_initiator and party_state is null then array['cc'] else '{}' end
      end) as category
    group by tenant_id, account_id, category`,
  `alter table inbox_count force row level security`,
  `alter table inbox force row level security`,
  `drop index inbox_state`,
  `create index inbox_open on inbox (tenant_id, account_id, created_at desc, contract_id desc) where task_state = 'signing'`,
  `create index inbox_cc on inbox (tenant_id, account_id, created_at desc, contract_id desc)
    where not is_initiator and party_state is null`,
  // What is there already is indexed by jobs, which know how words are made.
  `do $$ begin
    if to_regclass('graphile_worker._private_jobs') is not null then
      alter table contract no force row level security;
      perform graphile_worker.add_job('indexContract',
        json_build_object('tenantId', tenant_id, 'contractId', contract_id), job_key => 'index ' || contract_id)
      from contract where state <> 'deleted';
      alter table contract force row level security;
    end if;
  end $$`,
]
