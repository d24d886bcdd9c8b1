import { type Kysely, sql } from 'kysely'

/**
 * By what the platform flags contracts of loans and of blank amounts, version by version; what was found at a contract;
 * and which of its parties has said to know of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const walled = (table: string) => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy tenant on ${table} using (tenant_id = ${current}) with check (tenant_id = ${current})`,
]

const statements = [
  `create table lending_policy (version_no int primary key, policy jsonb not null, operator_id uuid not null,
    operator_name text not null, made_at bigint not null, reason text not null, check (version_no > 0))`,
  `create function refuse_to_alter_lending_policy() returns trigger language plpgsql as
    $$ begin raise exception 'versions of the lending policy are only added'; end $$`,
  `create trigger only_added before update or delete on lending_policy
    for each row execute function refuse_to_alter_lending_policy()`,
  `create table contract_flag (tenant_id uuid not null, contract_id uuid not null, kind text not null,
    findings jsonb not null, policy_no int not null, launcher_id uuid, found_at bigint not null,
    primary key (tenant_id, contract_id, kind),
    foreign key (tenant_id, contract_id) references contract (tenant_id, contract_id) on delete cascade)`,
  `create index contract_flag_found on contract_flag (tenant_id, found_at)`,
  `create table flag_acknowledgement (tenant_id uuid not null, contract_id uuid not null, party_no int not null,
    account_id uuid not null, known_at bigint not null,
    primary key (tenant_id, contract_id, party_no, account_id),
    foreign key (tenant_id, contract_id) references contract (tenant_id, contract_id) on delete cascade)`,
  // What operators count by, of all spaces, with nothing in it of what a contract says or is called.
  `create table flagged_number (tenant_id uuid primary key, loan_number int not null, blank_number int not null,
    flagged_number int not null, last_at bigint not null)`,
  `create index flagged_number_last on flagged_number (last_at desc, tenant_id)`,
  ...['contract_flag', 'flag_acknowledgement'].flatMap(walled),
]
