import { type Kysely, sql } from 'kysely'

/** What SMS of a day are counted by, and the space whose doing sends one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table message add column sender_tenant_id uuid`,
  `create table sms_budget (day text not null, subject text not null, taken int not null, primary key (day, subject))`,
  `create index quota_entry_refunds on quota_entry (tenant_id, created_at) where kind = 'recallRefund'`,
]
