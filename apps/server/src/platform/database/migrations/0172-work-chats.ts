import { type Kysely, sql } from 'kysely'

/** Work chats as companies' identity providers: whom their address books name, and what is taken from them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`
const tables = ['work_chat', 'chat_person', 'chat_department']
/** Whatever is known of a provider's people ends with it. */
const ofProvider = `tenant_id uuid not null references identity_provider on delete cascade`

const statements = [
  `alter table identity_provider add column agent_id text`,
  // Of the directory: whoever is told something may be told it from any space.
  `alter table space add column chat_notices boolean not null default false`,
  `alter table message drop constraint message_channel_check,
    add constraint message_channel_check check (channel in ('sms', 'mail', 'chat'))`,
  `create table work_chat (${ofProvider}, account_id uuid not null, made_by text not null, syncs boolean not null,
    progress text not null, report jsonb, fault text, started_at bigint, ended_at bigint, primary key (tenant_id))`,
  `create table chat_person (${ofProvider}, subject text not null, user_id uuid not null, name text not null,
    phone text, chat_department_id text, present boolean not null, primary key (tenant_id, subject))`,
  `create table chat_department (${ofProvider}, chat_department_id text not null, department_id uuid not null,
    name text not null, primary key (tenant_id, chat_department_id))`,
  ...tables.flatMap((table) => [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy tenant on ${table} using (tenant_id = ${current}) with check (tenant_id = ${current})`,
  ]),
]
