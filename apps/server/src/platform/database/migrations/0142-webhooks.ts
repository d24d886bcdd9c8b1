import { type Kysely, sql } from 'kysely'

/** Where integrations hear of contracts, what they were told of, each try, and whose turn is next. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`
const tables = ['webhook', 'webhook_delivery', 'webhook_try']

const statements = [
  `create table webhook (tenant_id uuid not null, integration_id uuid not null, url text not null,
    events text[] not null, failing_since bigint, paused_at bigint, changed_at bigint not null,
    primary key (tenant_id, integration_id),
    foreign key (tenant_id, integration_id) references integration (tenant_id, integration_id) on delete cascade)`,
  `create table webhook_delivery (tenant_id uuid not null, integration_id uuid not null, event_id uuid not null,
    lane_id uuid not null, contract_id uuid, event_no integer not null, event text not null, body text not null,
    state text not null, tries integer not null, created_at bigint not null, next_at bigint,
    primary key (tenant_id, integration_id, event_id),
    unique (tenant_id, integration_id, lane_id, event_no),
    foreign key (tenant_id, integration_id) references integration (tenant_id, integration_id) on delete cascade,
    foreign key (tenant_id, contract_id) references contract (tenant_id, contract_id) on delete cascade)`,
  `create index on webhook_delivery (tenant_id, integration_id, lane_id, event_no) where state = 'waiting'`,
  `create index on webhook_delivery (tenant_id, contract_id)`,
  `create table webhook_try (tenant_id uuid not null, integration_id uuid not null, event_id uuid not null,
    at bigint not null, try_id uuid not null, status integer, fault text, ms integer not null,
    primary key (tenant_id, integration_id, event_id, try_id),
    foreign key (tenant_id, integration_id, event_id)
      references webhook_delivery (tenant_id, integration_id, event_id) on delete cascade)`,
  // Of the directory: every node looks through what is due of all spaces.
  `create table webhook_lane (tenant_id uuid not null, integration_id uuid not null, lane_id uuid not null,
    due_at bigint not null, primary key (tenant_id, integration_id, lane_id))`,
  `create index on webhook_lane (due_at)`,
  ...tables.flatMap((table) => [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy tenant on ${table} using (tenant_id = ${current}) with check (tenant_id = ${current})`,
  ]),
]
