import { type Kysely, sql } from 'kysely'

/**
 * The keyed journal of guarded rows: a line a row and transaction, and how far the one chain of all lines goes. Lines
 * that no sequencer has taken yet have no `seq`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table row_journal (
    space text not null, table_name text not null, row_key text collate "C" not null, made_at bigint not null,
    tags text not null, mac bytea not null, seq bigint, chain_mac bytea,
    primary key (space, table_name, row_key, made_at))`,
  `create unique index row_journal_seq on row_journal (seq) where seq is not null`,
  `create index row_journal_waiting on row_journal (made_at) where seq is null`,
  `create table journal_head (
    single boolean primary key default true check (single), seq bigint not null, chain_mac bytea not null,
    mac bytea not null)`,
]
