import { type Kysely, sql } from 'kysely'

/**
 * What a person has chosen. And whoever ends a session or a membership, by whatever statement, all nodes hear of it, so
 * that what is being told to it stops (platform/notices/notice.ts has the shapes).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  'create table preference (account_id uuid primary key references account, chosen jsonb not null)',
  `create function tell_session_ended() returns trigger language plpgsql as $$ begin
    perform pg_notify('moqi_notice',
      json_build_object('about', 'session', 'session', encode(old.token_hash, 'hex'))::text);
    return null;
  end $$`,
  `create function tell_membership_ended() returns trigger language plpgsql as $$ begin
    perform pg_notify('moqi_notice',
      json_build_object('about', 'membership', 'tenantId', old.tenant_id, 'accountId', old.account_id)::text);
    return null;
  end $$`,
  `create trigger session_ended after delete on session for each row execute function tell_session_ended()`,
  `create trigger membership_ended after delete on membership for each row execute function tell_membership_ended()`,
]
