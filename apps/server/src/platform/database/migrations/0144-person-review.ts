import { type Kysely, sql } from 'kysely'

/**
 * Identity papers that wait for somebody of the platform, their pictures sealed by the space's data key, and who has
 * looked at them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table person_review (tenant_id uuid not null, auth_id uuid not null, account_id uuid not null,
    paper text not null, submitted_at bigint not null, decided_at bigint,
    primary key (tenant_id, auth_id))`,
  `create index person_review_waiting on person_review (submitted_at, auth_id) where decided_at is null`,
  `create table paper_picture (tenant_id uuid not null, picture_id uuid not null, auth_id uuid, picture_no integer,
    type text not null, sealed bytea not null, created_at bigint not null,
    primary key (tenant_id, picture_id))`,
  `create index paper_picture_of on paper_picture (tenant_id, auth_id, picture_no)`,
  `create table person_review_log (tenant_id uuid not null, line_id uuid not null, auth_id uuid not null,
    at bigint not null, verb text not null, detail text,
    primary key (tenant_id, line_id))`,
  `create index person_review_log_newest on person_review_log (tenant_id, auth_id, at desc)`,
  ...['paper_picture', 'person_review_log'].flatMap((table) => [
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
    `create policy tenant on ${table} using (tenant_id = ${current}) with check (tenant_id = ${current})`,
  ]),
]
