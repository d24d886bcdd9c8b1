import { type Kysely, sql } from 'kysely'

/**
 * Packs on offer, orders of a space with their log, and money for them; a bought pack knows its order, which is
 * credited once. Payments and the embedded cashier's books belong to the directory: a callback names no space.
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
  `create table pack_offer (
    offer_id text primary key, name text not null, copies int not null check (copies > 0),
    fen bigint not null check (fen > 0), months int not null check (months > 0), audience text not null,
    sale_begin bigint, sale_end bigint, changed_at bigint not null)`,
  `create table pack_order (
    tenant_id uuid not null, order_id uuid not null, order_no text not null, account_id uuid not null,
    offer_id text not null, pack_name text not null, quantity int not null check (quantity > 0),
    copies int not null check (copies > 0), months int not null, fen bigint not null check (fen > 0),
    state text not null, pay_way text not null, expires_at bigint not null, voucher_file_id uuid, voucher_fault text,
    refund_reason text, refund_fault text, pack_id uuid, pack_ends_at bigint, paid_at bigint, paid_through text,
    created_at bigint not null, changed_at bigint not null, primary key (tenant_id, order_id))`,
  `create unique index pack_order_no on pack_order (tenant_id, order_no)`,
  `create index pack_order_newest on pack_order (tenant_id, created_at desc, order_id desc)`,
  ...walled('pack_order'),
  `create table pack_order_log (
    tenant_id uuid not null, order_id uuid not null, log_id uuid not null, at bigint not null, who text not null,
    verb text not null, detail text, primary key (tenant_id, order_id, log_id),
    foreign key (tenant_id, order_id) references pack_order (tenant_id, order_id) on delete cascade)`,
  ...walled('pack_order_log'),
  `create table payment (
    payment_no text primary key, tenant_id uuid not null, order_id uuid not null, channel text not null,
    fen bigint not null check (fen > 0), state text not null, transaction_no text, created_at bigint not null,
    settled_at bigint)`,
  `create index payment_order on payment (tenant_id, order_id)`,
  `create unique index payment_transaction on payment (channel, transaction_no) where transaction_no is not null`,
  `create table cashier_bill (
    payment_no text primary key, order_no text not null, title text not null, fen bigint not null,
    transaction_no text, paid_at bigint, returned_at bigint, created_at bigint not null)`,
  `alter table quota_pack add column order_id uuid, add column name text`,
  `create unique index quota_pack_order on quota_pack (tenant_id, order_id) where order_id is not null`,
]
