import { type Kysely, sql } from 'kysely'

/**
 * Rows of a spreadsheet are kept from their check on, the faulty ones too, until they are corrected and sent. A
 * contract knows its batch, of whose contracts people hear together.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table batch add column file_name text not null default '', add column started_at bigint`,
  `update batch set started_at = created_at`,
  `alter table batch alter column file_name drop default, drop column total`,
  `alter table contract add column batch_id uuid`,
  `alter table batch_row add column formulas jsonb not null default '[]', add column faults jsonb not null default '[]',
    drop constraint batch_row_state_check,
    add constraint batch_row_state_check check (state in ('listed', 'waiting', 'done', 'failed'))`,
]
