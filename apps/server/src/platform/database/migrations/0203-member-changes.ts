import { type Kysely, sql } from 'kysely'

/** Changes of several members at once, with what each of them was before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table member_change (
    tenant_id uuid not null, change_id uuid not null, at bigint not null, account_id uuid not null, who text not null,
    deed text not null, target uuid, label text not null, members jsonb not null, undone_at bigint, undone_by text,
    primary key (tenant_id, change_id))`,
  `create index member_change_listed on member_change (tenant_id, at desc)`,
  `alter table member_change enable row level security`,
  `alter table member_change force row level security`,
  `create policy tenant on member_change using (tenant_id = ${current}) with check (tenant_id = ${current})`,
]
