import { type Kysely, sql } from 'kysely'

/**
 * A void agreement names the contract it voids, and what the parties agree on. One at a time: none is made while
 * another is being written or signed, nor when one has been signed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `alter table contract add column origin_contract_id uuid`,
  `create unique index contract_voiding on contract (tenant_id, origin_contract_id)
    where origin_contract_id is not null and state in ('draft', 'waitSend', 'signing', 'finish')`,
  `create table void_agreement (
    tenant_id uuid not null, contract_id uuid not null, reason text not null, remark text not null,
    fee_settlement text not null, retained_terms text not null, other_terms text not null,
    primary key (tenant_id, contract_id),
    foreign key (tenant_id, contract_id) references contract on delete cascade)`,
  `alter table void_agreement enable row level security`,
  `alter table void_agreement force row level security`,
  `create policy tenant on void_agreement using (tenant_id = ${current}) with check (tenant_id = ${current})`,
]
