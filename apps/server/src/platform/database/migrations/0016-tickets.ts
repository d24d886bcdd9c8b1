import { type Kysely, sql } from 'kysely'

/** Links by which a party without an account comes to its contract; reports of fraud; where the finished file goes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table ticket (
    token_hash bytea primary key, home_tenant_id uuid not null, contract_id uuid not null, signer_no int not null,
    expires_at bigint not null, created_at bigint not null)`,
  `create index ticket_party on ticket (contract_id, signer_no)`,
  `create index ticket_age on ticket (expires_at)`,
  `create table fraud_report (
    report_no text primary key, home_tenant_id uuid not null, contract_id uuid not null, signer_no int,
    account_id uuid, reason text not null, content text not null, address text not null, user_agent text not null,
    created_at bigint not null)`,
  `create index fraud_report_contract on fraud_report (contract_id, created_at)`,
  `create index fraud_report_age on fraud_report (created_at desc)`,
  `alter table party add column finished_mail text`,
]
