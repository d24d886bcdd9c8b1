import { type Kysely, sql } from 'kysely'

/** A batch's columns are called by a party's parts as the domain names them: `2.name`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

// A quotation mark inside a text is escaped, so the pattern meets keys and whole texts alone.
const renamed = (column: string) =>
  `${column} = regexp_replace(${column}::text, '(?<!\\\\)"(\\d+)\\.signerName"', '"\\1.name"', 'g')::jsonb`

const statements = [
  `alter table batch_row no force row level security`,
  `update batch_row set ${['row_values', 'formulas', 'faults'].map(renamed).join(', ')}`,
  `alter table batch_row force row level security`,
]
