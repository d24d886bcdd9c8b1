import { type Kysely, sql } from 'kysely'

/**
 * The operation log becomes a hash chain a tenant, the chains' heads the leaves of a Merkle tree, and its roots are
 * signed. Lines that are there already are chained in the order in which they were written.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `create table audit_head (tenant_id uuid primary key, seq bigint not null, chain_hash bytea not null)
    with (fillfactor = 50)`,
  `create table audit_leaf (
    leaf_index bigint primary key, chain_tenant_id uuid not null, seq bigint not null, chain_hash bytea not null,
    unique (chain_tenant_id, seq))`,
  `create table audit_node (
    level int not null, node_index bigint not null, hash bytea not null, primary key (level, node_index))`,
  `create table signed_head (
    size bigint primary key, root bytea not null, signed_at bigint not null, signature bytea not null)`,
  `alter table contract_log add column seq bigint, add column line_hash bytea, add column chain_hash bytea`,
  `alter table contract_log no force row level security`,
  `do $$
  declare line record; head bytea; owner uuid; place bigint;
  begin
    for line in select * from contract_log order by tenant_id, at, contract_id, log_no loop
      if owner is distinct from line.tenant_id then
        owner := line.tenant_id; place := 0;
        head := sha256(convert_to('moqi audit ' || owner, 'UTF8'));
      end if;
      place := place + 1;
      line.line_hash := sha256(convert_to(line.log_no || ' [' || concat_ws(',', to_json(line.tenant_id), to_json(line.contract_id),
        line.at, coalesce(to_json(line.account_id)::text, 'null'), to_json(line.who), to_json(line.verb),
        coalesce(to_json(line.detail)::text, 'null'), coalesce(to_json(line.address)::text, 'null'),
        coalesce(to_json(line.user_agent)::text, 'null')) || ']', 'UTF8'));
      head := sha256(head || line.line_hash);
      update contract_log set seq = place, line_hash = line.line_hash, chain_hash = head
        where tenant_id = line.tenant_id and contract_id = line.contract_id and log_no = line.log_no;
      insert into audit_head values (owner, place, head)
        on conflict (tenant_id) do update set seq = place, chain_hash = head;
    end loop;
  end $$`,
  `alter table contract_log alter column seq set not null, alter column line_hash set not null,
    alter column chain_hash set not null`,
  `alter table contract_log force row level security`,
  `create unique index contract_log_seq on contract_log (tenant_id, seq)`,
]
