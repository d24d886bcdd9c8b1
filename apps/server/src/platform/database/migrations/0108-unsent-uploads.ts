import { type Kysely, sql } from 'kysely'

/** Which uploads no sent contract has: a space has room for so many bytes of these, and what nobody uses is dropped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table file add column sent boolean not null default false`,
  `update file f set sent = true where
    exists (select 1 from contract_file n join contract c using (tenant_id, contract_id)
      where n.tenant_id = f.tenant_id and n.file_id = f.file_id and c.sent_at is not null)
    or exists (select 1 from contract_attachment n join contract c using (tenant_id, contract_id)
      where n.tenant_id = f.tenant_id and n.file_id = f.file_id and c.sent_at is not null)
    or exists (select 1 from handed_paper n where n.tenant_id = f.tenant_id and n.file_id = f.file_id)`,
  `create index file_unsent on file (tenant_id, created_at) where not sent`,
]
