import { type Kysely, sql } from 'kysely'

/**
 * Increments lie with their revisions, uncompressed, until the contract is archived; then one blob holds a document's
 * bytes as far as `archive_length`. `increment_elsewhere` lists the contracts whose increments are still outside of the
 * database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table document_revision add column bytes bytea`,
  `alter table document_revision alter column bytes set storage external`,
  `alter table document_layout add column archive_sha256 text, add column archive_length bigint,
    add constraint archive_whole check ((archive_sha256 is null) = (archive_length is null))`,
  `create table increment_elsewhere (
    home_tenant_id uuid not null, contract_id uuid not null, primary key (home_tenant_id, contract_id))`,
  `alter table document_revision no force row level security`,
  `insert into increment_elsewhere select distinct tenant_id, contract_id from document_revision`,
  `alter table document_revision force row level security`,
]
