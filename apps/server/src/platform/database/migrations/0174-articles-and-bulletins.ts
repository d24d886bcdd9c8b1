import { type Kysely, sql } from 'kysely'

/** What operators write: versions of help articles, drafts, bulletins; and what readers say of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // Both null: from here on the product's own text; `leads_to` alone: taken away.
  `create table article_version (column_id text not null, version_no int not null, deed text not null, content jsonb,
    leads_to text, shipped jsonb, operator_id uuid not null, operator_name text not null, made_at bigint not null,
    reason text not null, primary key (column_id, version_no), check (version_no > 0),
    check (content is null or leads_to is null))`,
  `create function refuse_to_alter_article_version() returns trigger language plpgsql as
    $$ begin raise exception 'versions of articles are only added'; end $$`,
  `create trigger only_added before update or delete on article_version
    for each row execute function refuse_to_alter_article_version()`,
  `create table article_draft (column_id text not null, operator_id uuid not null, operator_name text not null,
    content jsonb not null, based_on int not null, revision int not null, saved_at bigint not null,
    primary key (column_id, operator_id))`,
  `create table article_feedback (feedback_id uuid primary key, column_id text not null, reader_key uuid not null,
    version_no int not null, helpful boolean not null, reason text not null, given_at bigint not null,
    unique (column_id, reader_key))`,
  `create index on article_feedback (column_id, given_at desc, feedback_id desc)`,
  `create table bulletin (bulletin_id uuid primary key, state text not null, words text not null, level text not null,
    audience text not null, begins_at bigint not null, ends_at bigint not null, revision int not null,
    edition int not null, created_at bigint not null, changed_at bigint not null, changed_by text not null,
    published_at bigint)`,
  `create index on bulletin (created_at desc, bulletin_id desc)`,
  `create table bulletin_dismissal (bulletin_id uuid not null references bulletin on delete cascade,
    account_id uuid not null references account on delete cascade, edition int not null, dismissed_at bigint not null,
    primary key (bulletin_id, account_id))`,
  `create index on bulletin_dismissal (account_id)`,
]
