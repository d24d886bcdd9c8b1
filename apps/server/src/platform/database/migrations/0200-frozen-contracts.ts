import { type Kysely, sql } from 'kysely'

/** Flagged contracts that an operator has frozen together, and which they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table contract_freezing (freezing_id uuid primary key, tenant_id uuid not null, launcher_id uuid,
    from_at bigint not null, until_at bigint not null, number int not null, reason text not null,
    frozen_at bigint not null, operator_name text not null, thawed_at bigint, thaw_reason text, thawed_by text)`,
  `create index contract_freezing_of on contract_freezing (frozen_at desc, freezing_id)`,
  `create table contract_freeze (tenant_id uuid not null, contract_id uuid not null, freezing_id uuid not null,
    reason text not null, frozen_at bigint not null, thawed_at bigint,
    primary key (tenant_id, contract_id, freezing_id),
    foreign key (tenant_id, contract_id) references contract (tenant_id, contract_id) on delete cascade)`,
  `create index contract_freeze_of on contract_freeze (tenant_id, freezing_id)`,
  `alter table contract_freeze enable row level security`,
  `alter table contract_freeze force row level security`,
  `create policy tenant on contract_freeze using (tenant_id = ${current}) with check (tenant_id = ${current})`,
]
