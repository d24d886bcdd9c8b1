import { type Kysely, sql } from 'kysely'

/** Every SMS and mail with what became of it, so that an operator can see and repeat it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table message (
    message_id uuid primary key, channel text not null check (channel in ('sms', 'mail')), recipient text not null,
    scene text not null, content jsonb, once_key text unique, state text not null, gateway text, reference text,
    fault text, tries int not null default 0, expires_at bigint, created_at bigint not null, changed_at bigint not null)`,
  `create index message_state on message (state, created_at desc)`,
  `create index message_recipient on message (recipient, created_at desc)`,
  `create index message_age on message (created_at)`,
]
