import { type Kysely, sql } from 'kysely'

/**
 * Invoices of a space, the orders in each and its log, and the titles that are kept for the next one. An order is in
 * one living invoice at most. What waits for somebody of the platform belongs to the directory.
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

const title = `title_type text not null, name text not null, tax_no text not null, address text not null,
  phone text not null, bank text not null, bank_account text not null`
const invoice = 'foreign key (tenant_id, invoice_id) references invoice (tenant_id, invoice_id) on delete cascade'

const statements = [
  `create table invoice_title (
    tenant_id uuid not null, title_id uuid not null, ${title}, is_default boolean not null, changed_at bigint not null,
    primary key (tenant_id, title_id))`,
  `create unique index invoice_title_default on invoice_title (tenant_id) where is_default`,
  ...walled('invoice_title'),
  `create table invoice (
    tenant_id uuid not null, invoice_id uuid not null, account_id uuid not null, kind text not null, ${title},
    email text not null, fen bigint not null check (fen > 0), state text not null, number text, sha256 text,
    issued_at bigint, red_reason text, red_number text, red_sha256 text, red_at bigint, fault text,
    created_at bigint not null, changed_at bigint not null, primary key (tenant_id, invoice_id))`,
  `create index invoice_newest on invoice (tenant_id, created_at desc, invoice_id desc)`,
  ...walled('invoice'),
  `create table invoice_order (
    tenant_id uuid not null, invoice_id uuid not null, order_id uuid not null, fen bigint not null check (fen > 0),
    living boolean not null, primary key (tenant_id, invoice_id, order_id), ${invoice})`,
  `create unique index invoice_order_living on invoice_order (tenant_id, order_id) where living`,
  ...walled('invoice_order'),
  `create table invoice_log (
    tenant_id uuid not null, invoice_id uuid not null, log_id uuid not null, at bigint not null, who text not null,
    verb text not null, detail text, primary key (tenant_id, invoice_id, log_id), ${invoice})`,
  ...walled('invoice_log'),
  `create table invoice_waiting (
    invoice_id uuid primary key, tenant_id uuid not null, asked_at bigint not null)`,
  `create index invoice_waiting_oldest on invoice_waiting (asked_at, invoice_id)`,
]
