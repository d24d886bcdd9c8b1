import { type Kysely, sql } from 'kysely'

/**
 * Who asks for the administration of a company that is authenticated already, and who has asked it to be invited. The
 * papers lie in the personal space of whoever appeals, with those of other reviews.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table appeal (appeal_id uuid primary key, tenant_id uuid not null, account_id uuid not null,
    papers_tenant_id uuid not null, reason text not null, statement text not null, state text not null,
    submitted_at bigint not null, object_until bigint not null, objection text, objected_by uuid, objected_at bigint,
    first_operator_id uuid, ended_at bigint, end_reason text)`,
  `create unique index appeal_open on appeal (tenant_id) where ended_at is null`,
  `create index appeal_of on appeal (tenant_id, account_id, submitted_at)`,
  `create index appeal_waiting on appeal (submitted_at, appeal_id) where ended_at is null`,
  `create index appeal_papers on appeal (papers_tenant_id, ended_at)`,
  `create table join_wish (tenant_id uuid not null, account_id uuid not null, asked_at bigint not null,
    primary key (tenant_id, account_id))`,
]
