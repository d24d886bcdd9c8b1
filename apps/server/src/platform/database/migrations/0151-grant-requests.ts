import { type Kysely, sql } from 'kysely'

/** Who lacks a company's seal on a contract asks those who grant it; of one seal and contract, once at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table grant_request (
    tenant_id uuid not null, request_id uuid not null, account_id uuid not null, account_name text not null,
    seal_id uuid not null, contract_id uuid not null, sign_id text not null, subject text not null,
    contract_no text not null, wish text not null, template_id uuid, template_name text,
    counterparts jsonb not null, end_at bigint not null, reason text not null, state text not null,
    created_at bigint not null, decided_at bigint, decided_by uuid, decided_by_name text, answer text, grant_id uuid,
    primary key (tenant_id, request_id))`,
  `create unique index grant_request_pending on grant_request (tenant_id, account_id, contract_id, seal_id)
    where state = 'pending'`,
  `create index grant_request_listed on grant_request (tenant_id, created_at, request_id)`,
  `create index grant_request_own on grant_request (tenant_id, account_id, contract_id, created_at)`,
  `create index grant_request_granted on grant_request (tenant_id, grant_id) where grant_id is not null`,
  `alter table grant_request enable row level security`,
  `alter table grant_request force row level security`,
  `create policy tenant on grant_request using (tenant_id = ${current}) with check (tenant_id = ${current})`,
]
