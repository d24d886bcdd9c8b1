import { type Kysely, sql } from 'kysely'

/**
 * List rows name the person before the company, and those of who launched stand by the sending as everybody's do. What
 * they are found by is made anew by jobs, which know how. Drafts that nobody touches are told of once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const walled = ['inbox', 'contract', 'party']

const statements = [
  ...walled.map((table) => `alter table ${table} no force row level security`),
  `update inbox set initiator_name = c.initiator_name || '/' || c.initiator_company
    from contract c
    where c.tenant_id = inbox.home_tenant_id and c.contract_id = inbox.contract_id and c.initiator_company is not null`,
  `update inbox set signer_names = p.names
    from (
      select tenant_id, contract_id,
        string_agg(concat_ws('/', nullif(signer_name, ''), company_name), '、' order by sign_order, signer_no) as names
      from party where state <> 'transferred' group by tenant_id, contract_id having bool_or(company_name is not null)
    ) p
    where p.tenant_id = inbox.home_tenant_id and p.contract_id = inbox.contract_id`,
  `update inbox set created_at = sent_at where is_initiator and created_at <> sent_at`,
  `do $$ begin
    if to_regclass('graphile_worker._private_jobs') is not null then
      perform graphile_worker.add_job('indexContract',
        json_build_object('tenantId', tenant_id, 'contractId', contract_id), job_key => 'index ' || contract_id)
      from contract where state <> 'deleted';
    end if;
  end $$`,
  ...walled.map((table) => `alter table ${table} force row level security`),
  `alter table contract add column idle_told_at bigint`,
  `create index inbox_idle on inbox (tenant_id, changed_at)
    where row_status in ('draft', 'waitSend') and binned_at is null`,
]
