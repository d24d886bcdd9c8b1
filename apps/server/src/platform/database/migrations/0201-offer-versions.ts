import { type Kysely, sql } from 'kysely'

/**
 * Versions of what the catalogue sells, which are only added, and changes of it that a second operator must agree to. A
 * trial costs nothing and may hold for ever; an order knows the version it was made with.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const offer = `name text not null, copies int not null check (copies > 0), fen bigint not null check (fen >= 0),
  months int not null check (months >= 0), audience text not null, sale_begin bigint, sale_end bigint`

const statements = [
  `alter table pack_offer drop constraint pack_offer_fen_check, drop constraint pack_offer_months_check,
    add check (fen >= 0), add check (months > 0 or (months = 0 and fen = 0)),
    add column version_no int not null default 1`,
  `create table pack_offer_version (
    offer_id text not null, version_no int not null check (version_no > 0), deed text not null, ${offer},
    reason text, operator_id uuid, made_by text not null, agreed_by text, made_at bigint not null,
    primary key (offer_id, version_no))`,
  `create function refuse_to_alter_offer_version() returns trigger language plpgsql as
    $$ begin raise exception 'versions of offers are only added'; end $$`,
  `create trigger only_added before update or delete on pack_offer_version
    for each row execute function refuse_to_alter_offer_version()`,
  `create table offer_proposal (
    proposal_id uuid primary key, offer_id text not null, based_on int not null, deed text not null,
    terms jsonb not null, reason text not null, state text not null, proposed_by uuid not null,
    proposed_at bigint not null, lapses_at bigint not null, decided_by uuid, decided_at bigint, answer text)`,
  `create unique index offer_proposal_open on offer_proposal (offer_id) where state = 'waiting'`,
  `alter table pack_order add column offer_version int`,
]
