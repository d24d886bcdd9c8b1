import { type Kysely, sql } from 'kysely'

/**
 * Which handle the link of an SMS stands for, now that it is shorter than a handle; what an authentication is called;
 * what identifies a party beside its name, and what it is asked to sign with; a copy recipient's way in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table short_link (token text primary key, sign_id text not null)`,
  'alter table space add column auth_id uuid',
  `update space s set auth_id = a.auth_id from company_auth a
    where a.tenant_id = s.tenant_id and a.ended_at = s.authenticated_at`,
  `alter table party add column credit_code text, add column identity_hash text, add column identity_mask text,
    add column sign_kind text not null default 'any'`,
  'alter table waiting_entry add column identity_hash text',
  'alter table ticket add column cc_no int not null default 0',
]
