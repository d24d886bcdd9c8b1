import { type Kysely, sql } from 'kysely'

/**
 * What a party is asked to hand in before it signs, and the uploads it has handed in, which live with the contract from
 * then on. Demands that pass to another party of the contract take their papers along.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`
const walled = (table: string) => [
  `alter table ${table} enable row level security`,
  `alter table ${table} force row level security`,
  `create policy tenant on ${table} using (tenant_id = ${current}) with check (tenant_id = ${current})`,
]

const statements = [
  `create table paper_demand (
    tenant_id uuid not null, contract_id uuid not null, party_no integer not null, demand_no integer not null,
    name text not null, note text, required boolean not null,
    primary key (tenant_id, contract_id, party_no, demand_no),
    foreign key (tenant_id, contract_id) references contract (tenant_id, contract_id) on delete cascade)`,
  ...walled('paper_demand'),
  `create table handed_paper (
    tenant_id uuid not null, contract_id uuid not null, party_no integer not null, demand_no integer not null,
    file_id uuid not null, handed_at bigint not null,
    primary key (tenant_id, file_id),
    foreign key (tenant_id, contract_id) references contract (tenant_id, contract_id) on delete cascade,
    foreign key (tenant_id, contract_id, party_no, demand_no)
      references paper_demand (tenant_id, contract_id, party_no, demand_no) on update cascade on delete cascade)`,
  `create index handed_paper_of on handed_paper (tenant_id, contract_id, party_no, demand_no)`,
  ...walled('handed_paper'),
]
