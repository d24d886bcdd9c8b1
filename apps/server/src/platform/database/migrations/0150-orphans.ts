import { type Kysely, sql } from 'kysely'

/** Bytes that no row names, since when; and an archive to be downloaded holds its bytes like everything else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table orphan_blob (name text primary key, noted_at bigint not null)`,
  `alter table download no force row level security`,
  `insert into blob_holder select sha256, download_id from download where sha256 is not null`,
  `alter table download force row level security`,
]
