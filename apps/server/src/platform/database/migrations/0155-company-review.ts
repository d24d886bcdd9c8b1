import { type Kysely, sql } from 'kysely'

/**
 * Companies are authenticated in more ways than one, and papers of theirs wait for somebody of the platform. Pictures
 * and lines about them lie with those of people's own papers, in the space of who handed them in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table company_auth add column auth_way text not null default 'payment',
    add column kind text not null default 'enterprise'`,
  `update company_auth set step = 'ended' where ended_at is not null`,
  `create table company_review (tenant_id uuid not null, auth_id uuid not null, account_id uuid not null,
    submitted_at bigint not null, decided_at bigint, first_operator_id uuid,
    primary key (tenant_id, auth_id))`,
  `create index company_review_waiting on company_review (submitted_at, auth_id) where decided_at is null`,
  `create index company_review_of on company_review (auth_id)`,
]
