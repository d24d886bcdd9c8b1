import { type Kysely, sql } from 'kysely'

/** Where integrations frame the signing page, passes to it that work once, and sessions limited to a purpose. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table integration_embedding (tenant_id uuid not null, integration_id uuid not null, origins text[] not null,
    returns text[] not null, primary key (tenant_id, integration_id),
    foreign key (tenant_id, integration_id) references integration (tenant_id, integration_id) on delete cascade)`,
  `alter table integration_embedding enable row level security`,
  `alter table integration_embedding force row level security`,
  `create policy tenant on integration_embedding using (tenant_id = ${current}) with check (tenant_id = ${current})`,
  `create table pass (token_hash bytea primary key, account_id uuid not null, visit jsonb not null,
    expires_at bigint not null, redeemed_at bigint, mac bytea not null)`,
  `create index pass_account on pass (account_id)`,
  `create index pass_age on pass (expires_at)`,
  `alter table session add column visit jsonb`,
]
