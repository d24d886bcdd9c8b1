import { type Kysely, sql } from 'kysely'

/** What has become of a report of fraud: open until an operator decides, with a reason the reporter reads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table fraud_report add column state text not null default 'open', add column decided_at bigint,
    add column decided_by uuid, add column answer text`,
  `create index fraud_report_state on fraud_report (state, created_at, report_no)`,
  `create index fraud_report_home on fraud_report (home_tenant_id)`,
]
