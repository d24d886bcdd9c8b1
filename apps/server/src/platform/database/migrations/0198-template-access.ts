import { type Kysely, sql } from 'kysely'

/** What departments may do with a template; one that has no line is everybody's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table template_access (
    tenant_id uuid not null, template_id uuid not null, department_id uuid, may text not null,
    foreign key (tenant_id, template_id) references template on delete cascade,
    foreign key (tenant_id, department_id) references department,
    unique nulls not distinct (tenant_id, template_id, department_id))`,
  `create index on template_access (tenant_id, department_id)`,
  `alter table template_access enable row level security`,
  `alter table template_access force row level security`,
  `create policy tenant on template_access using (tenant_id = ${current}) with check (tenant_id = ${current})`,
]
