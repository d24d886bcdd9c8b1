import { type Kysely, sql } from 'kysely'

/** A company's archive of contracts: folders, its own fields, what is filed of each contract, and its history. */
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
  `create table filing_folder (
    tenant_id uuid not null, folder_id uuid not null, parent_id uuid, name text not null, years int,
    created_at bigint not null, primary key (tenant_id, folder_id),
    foreign key (tenant_id, parent_id) references filing_folder (tenant_id, folder_id),
    unique nulls not distinct (tenant_id, parent_id, name))`,
  // A contract's own id, or one of its own for what was not signed here, of which the rest is told here as well.
  `create table filing (
    tenant_id uuid not null, filing_id uuid not null, folder_id uuid, begin_day int, end_day int,
    renew_months int not null default 0, notice_days int not null default 0, settled boolean not null default false,
    term_day int, kept_until int, field_values jsonb not null default '{}', version int not null default 1,
    imported boolean not null default false, account_id uuid, subject text, contract_no text, party_names text,
    done_at bigint, file_name text, file_kind text, sha256 text, size bigint, verdict text, conclusion text,
    primary key (tenant_id, filing_id),
    foreign key (tenant_id, folder_id) references filing_folder (tenant_id, folder_id))`,
  `create index filing_placed on filing (tenant_id, folder_id)`,
  `create index filing_term on filing (tenant_id, term_day) where term_day is not null`,
  `create index filing_imported on filing (tenant_id) where imported`,
  `create table filing_field (
    tenant_id uuid not null, field_id uuid not null, name text not null, kind text not null,
    required boolean not null, choices text[] not null, place int not null, created_at bigint not null,
    primary key (tenant_id, field_id), unique (tenant_id, name))`,
  `create table filing_log (
    tenant_id uuid not null, log_id uuid not null, filing_id uuid not null, at bigint not null, account_id uuid,
    who text not null, verb text not null, detail text not null, primary key (tenant_id, log_id))`,
  `create index filing_log_of on filing_log (tenant_id, filing_id, at)`,
  // In which companies something is to be done about a term, and from which day on; also what a change takes first.
  `create table filing_due (company_tenant_id uuid primary key, due_day int)`,
  `create index filing_due_day on filing_due (due_day) where due_day is not null`,
  ...['filing_folder', 'filing', 'filing_field', 'filing_log'].flatMap(walled),
]
