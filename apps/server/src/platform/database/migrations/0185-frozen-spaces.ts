import { type Kysely, sql } from 'kysely'

/** Spaces that the platform has frozen; what an operator proposes that another must agree to; why 份 were adjusted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table space add column frozen_reason text, add column frozen_at bigint`,
  `create table tenant_proposal (
    proposal_id uuid primary key, tenant_id uuid not null, kind text not null, reason text not null, details jsonb,
    state text not null, proposed_by uuid not null references operator, proposed_at bigint not null,
    lapses_at bigint not null, decided_by uuid references operator, decided_at bigint, answer text)`,
  `create unique index tenant_proposal_open on tenant_proposal (tenant_id, kind) where state = 'waiting'`,
  `create index tenant_proposal_waiting on tenant_proposal (proposed_at, proposal_id) where state = 'waiting'`,
  `create index tenant_proposal_of on tenant_proposal (tenant_id, proposed_at desc)`,
  `alter table quota_entry add column reason text`,
]
