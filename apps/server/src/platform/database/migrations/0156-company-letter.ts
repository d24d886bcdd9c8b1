import { type Kysely, sql } from 'kysely'

/**
 * A company's authentication by a letter of its legal representative: who that is, and the letter, a contract in the
 * space of who asked for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table company_auth add column legal_phone text, add column legal_identity_hash text,
    add column letter_tenant_id uuid, add column letter_contract_id uuid, add column letter_sign_id text`,
  `create unique index company_auth_letter on company_auth (letter_contract_id) where letter_contract_id is not null`,
]
