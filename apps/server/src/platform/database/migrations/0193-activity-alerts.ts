import { type Kysely, sql } from 'kysely'

/** What members did that is not usual for them, one a member, kind and day; downloads are counted by their time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table activity_alert (
    tenant_id uuid not null, alert_id uuid not null, account_id uuid not null, day text not null, kind text not null,
    at bigint not null, number integer not null, usual integer not null,
    primary key (tenant_id, account_id, kind, day))`,
  `create index activity_alert_new on activity_alert (tenant_id, at desc, alert_id desc)`,
  `alter table activity_alert enable row level security`,
  `alter table activity_alert force row level security`,
  `create policy tenant on activity_alert using (tenant_id = ${current}) with check (tenant_id = ${current})`,
  `create index contract_log_download on contract_log (tenant_id, at) where verb = 'download'`,
]
