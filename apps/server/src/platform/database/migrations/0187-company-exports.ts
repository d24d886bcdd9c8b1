import { type Kysely, sql } from 'kysely'

/** Exports of everything that a company has, and the pieces that their archives are read from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`
const tables = ['company_export', 'export_piece']

const statements = [
  `create table company_export (tenant_id uuid not null, export_id uuid not null, account_id uuid not null,
    who text not null, address text not null, user_agent text not null, state text not null, stage text not null,
    contracts integer not null, packed integer not null, checked integer not null, left_out integer not null,
    size bigint not null, file_name text not null, etag text, created_at bigint not null, finished_at bigint,
    kept_until bigint, primary key (tenant_id, export_id))`,
  // A company has one under way at a time.
  `create unique index on company_export (tenant_id) where state in ('running', 'paused', 'failed')`,
  `create table export_piece (tenant_id uuid not null, export_id uuid not null, piece_no integer not null,
    home_tenant_id uuid, contract_id uuid, sign_id text, contract_no text, subject text, sha256 text, length bigint,
    start_at bigint, files jsonb, tries integer not null, checked boolean not null, left_out boolean not null,
    primary key (tenant_id, export_id, piece_no),
    foreign key (tenant_id, export_id) references company_export on delete cascade)`,
  ...tables.flatMap((table) => [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy tenant on ${table} using (tenant_id = ${current}) with check (tenant_id = ${current})`,
  ]),
]
