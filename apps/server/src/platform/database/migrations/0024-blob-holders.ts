import { type Kysely, sql } from 'kysely'

/**
 * Who still needs which bytes: uploads, seals and increments name them. Equal bytes are stored once for all tenants, so
 * what may be freed cannot be told from the rows that one tenant sees.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const needing = ['file', 'seal', 'document_revision']

const statements = [
  `create table blob_holder (sha256 text not null, holder uuid not null, primary key (sha256, holder))`,
  `create index blob_holder_own on blob_holder (holder)`,
  ...needing.map((table) => `alter table ${table} no force row level security`),
  `insert into blob_holder
    select sha256, file_id from file union select kept_sha256, file_id from file
    union select png_sha256, seal_id from seal union select packed_sha256, seal_id from seal
    union select sha256, contract_id from document_revision where length(sha256) = 64`,
  ...needing.map((table) => `alter table ${table} force row level security`),
]
