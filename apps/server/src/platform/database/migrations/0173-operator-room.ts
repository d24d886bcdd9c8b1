import { type Kysely, sql } from 'kysely'

/**
 * What each gateway has answered, by the minute, and when it last did and last did not; what each node says of itself,
 * which is worth nothing once it has ended.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table gateway_minute (
    gateway text not null, minute bigint not null, passed int not null, failed int not null,
    primary key (gateway, minute))`,
  `create table gateway_last (
    gateway text primary key, passed_at bigint, failed_at bigint, fault text)`,
  `create unlogged table node_state (
    node_id uuid primary key, name text not null, started_at bigint not null, seen_at bigint not null,
    readings jsonb not null)`,
]
