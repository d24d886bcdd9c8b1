import { type Kysely, sql } from 'kysely'

/**
 * A will is proved in one way or in two, and what is kept names each. A company says when its members prove theirs
 * twice: always, unless it decides otherwise.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const proven = (method: string, at: string) =>
  `jsonb_build_array(jsonb_build_object('method', ${method}, 'at', ${at}, 'address', '', 'userAgent', ''))`

/** The tenants' walls stand aside for the one statement that fills in what is there. */
const asOwner = (table: string, statement: string) => [
  `alter table ${table} no force row level security`,
  statement,
  `alter table ${table} force row level security`,
]

const statements = [
  `alter table space add column will_rule text not null default 'always', add column will_amount bigint`,
  `alter table auth_token add column proofs jsonb not null default '[]', drop column method, drop column proved_at`,
  `alter table auth_token alter column proofs drop default`,
  `alter table signature_record add column will_methods text[] not null default '{}'`,
  ...asOwner(
    'signature_record',
    `update signature_record set will_methods = array[will_method] where will_method is not null`,
  ),
  `alter table signature_record drop column will_method, alter column will_methods drop default`,
  `alter table approval_seat add column will jsonb not null default '[]'`,
  ...asOwner(
    'approval_seat',
    `update approval_seat set will = ${proven('will_method', 'will_at')}
      where will_method is not null and will_at is not null`,
  ),
  `alter table approval_seat drop column will_method, drop column will_at, alter column will drop default`,
]
