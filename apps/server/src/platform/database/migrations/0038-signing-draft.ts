import { type Kysely, sql } from 'kysely'

/**
 * What a signer has chosen and filled in before signing, in the signer's own space, sealed: it moves to another device
 * and goes with the last turn to sign. By the contract too, with which its list row is written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table signing_draft (
    tenant_id uuid not null, sign_id text not null, account_id uuid not null, contract_id uuid not null,
    sealed_choices bytea not null, changed_at bigint not null,
    primary key (tenant_id, account_id, contract_id, sign_id))`,
  `alter table signing_draft enable row level security`,
  `alter table signing_draft force row level security`,
  `create policy tenant on signing_draft using (tenant_id = ${current}) with check (tenant_id = ${current})`,
]
