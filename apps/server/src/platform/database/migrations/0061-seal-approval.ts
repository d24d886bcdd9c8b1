import { type Kysely, sql } from 'kysely'

/**
 * Flows by which the use of a company's seals is approved, each version of them, and the applications made by one, in
 * the applicant's space. The intent is sealed. A contract remembers the template it was made from.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`
const tables = ['approval_flow', 'approval_flow_version', 'approval', 'approval_seat', 'approval_event'] as const

const walled = (table: string) => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy tenant on ${table} using (tenant_id = ${current}) with check (tenant_id = ${current})`,
]

const statements = [
  `create table approval_flow (
    tenant_id uuid not null, flow_id uuid not null, name text not null, version int not null, enabled boolean not null,
    used boolean not null default false, seal_ids uuid[] not null, changed_at bigint not null, changed_by text not null,
    primary key (tenant_id, flow_id), unique (tenant_id, name))`,
  `create table approval_flow_version (
    tenant_id uuid not null, flow_id uuid not null, version int not null, condition jsonb not null,
    nodes jsonb not null,
    primary key (tenant_id, flow_id, version),
    foreign key (tenant_id, flow_id) references approval_flow on delete cascade)`,
  `create table approval (
    tenant_id uuid not null, approval_id uuid not null, home_tenant_id uuid not null, contract_id uuid not null,
    party_no int not null, sign_id text not null, applicant_id uuid not null, applicant_name text not null,
    flow_id uuid not null, flow_version int not null, flow_name text not null, node_number int not null,
    round int not null, state text not null, reason text not null, amount bigint, seals jsonb not null,
    sealed_intent bytea not null, intent_sha256 text not null, submitted_at bigint not null, stamped_at bigint,
    stamp_fault text, stamp_tries int not null default 0,
    primary key (tenant_id, approval_id))`,
  `create index approval_applicant on approval (tenant_id, applicant_id, submitted_at, approval_id)`,
  `create index approval_contract on approval (tenant_id, contract_id)`,
  `create index approval_flow_use on approval (tenant_id, flow_id) where state = 'pending'`,
  `create table approval_seat (
    tenant_id uuid not null, approval_id uuid not null, round int not null, seat_no int not null, node_no int not null,
    mode text not null, account_id uuid not null, name text not null, state text not null, changed_at bigint not null,
    opened_at bigint, decided_at bigint, opinion text, will_method text, will_at bigint, delegated_from text,
    primary key (tenant_id, approval_id, round, seat_no),
    foreign key (tenant_id, approval_id) references approval on delete cascade)`,
  `create index approval_seat_account on approval_seat (tenant_id, account_id, state, changed_at, approval_id)`,
  `create table approval_event (
    tenant_id uuid not null, approval_id uuid not null, event_no int not null, at bigint not null, account_id uuid,
    who text not null, event text not null, detail text,
    primary key (tenant_id, approval_id, event_no),
    foreign key (tenant_id, approval_id) references approval on delete cascade)`,
  `create table contract_template (
    tenant_id uuid not null, contract_id uuid not null, template_id uuid not null,
    primary key (tenant_id, contract_id),
    foreign key (tenant_id, contract_id) references contract on delete cascade)`,
  ...[...tables, 'contract_template'].flatMap(walled),
]
