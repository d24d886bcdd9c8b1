import { type Kysely, sql } from 'kysely'

/**
 * A seal is granted for something, for a term, by somebody, with a letter that is a contract of its own. What was
 * granted before stays in force without a letter until it is revoked. A signing record names the grant it relied on.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table seal_grant drop constraint seal_grant_pkey,
    add column grant_id uuid not null default gen_random_uuid(), add column state text not null default 'effective',
    add column scope text not null default 'all', add column named jsonb not null default '[]',
    add column counterparts jsonb not null default '[]', add column begin_at bigint, add column end_at bigint,
    add column granted_by uuid, add column granted_by_name text not null default '管理员',
    add column letter_no text, add column letter_contract_id uuid, add column letter_sign_id text,
    add column letter_end text, add column state_at bigint, add column state_by text, add column state_reason text,
    add primary key (tenant_id, grant_id)`,
  // The tenants' walls stand aside for the one statement that dates what is there.
  `alter table seal_grant no force row level security`,
  `update seal_grant set begin_at = created_at`,
  `alter table seal_grant force row level security`,
  `alter table seal_grant alter column begin_at set not null,
    alter column grant_id drop default, alter column state drop default, alter column scope drop default,
    alter column named drop default, alter column counterparts drop default, alter column granted_by_name drop default`,
  `create index seal_grant_held on seal_grant (tenant_id, account_id, seal_id)`,
  `create index seal_grant_listed on seal_grant (tenant_id, created_at, grant_id)`,
  `create unique index seal_grant_letter on seal_grant (tenant_id, letter_no) where letter_no is not null`,
  `alter table signature_record add column grant_id uuid, add column grant_no text`,
]
