import { type Kysely, sql } from 'kysely'

/** Orders of all spaces, where those who sold them find them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  // The tenants' walls stand aside while what is there is entered.
  await sql`alter table pack_order no force row level security`.execute(db)
  await sql`
    insert into order_register
    select order_id, tenant_id, order_no, offer_id, pack_name, quantity, copies, fen, state, pay_way, created_at,
      paid_at, paid_through
    from pack_order`.execute(db)
  await sql`alter table pack_order force row level security`.execute(db)
}

const statements = [
  `create table order_register (
    order_id uuid primary key, tenant_id uuid not null, order_no text not null, offer_id text not null,
    pack_name text not null, quantity int not null, copies int not null, fen bigint not null, state text not null,
    pay_way text not null, created_at bigint not null, paid_at bigint, paid_through text)`,
  `create index order_register_newest on order_register (created_at desc, order_id desc)`,
  `create index order_register_state on order_register (state, created_at desc, order_id desc)`,
  `create index order_register_tenant on order_register (tenant_id, created_at desc, order_id desc)`,
  `create index order_register_no on order_register (order_no text_pattern_ops)`,
  `create index order_register_tail on order_register (right(order_no, 8))`,
  `create index order_register_offer on order_register (offer_id, state)`,
]
