import { type Kysely, sql } from 'kysely'

/**
 * List rows name whom the contract is with before whoever reads them; of a file the text is kept as it reads, too; and
 * a copy recipient may be one as a member of a company. Of files read before this there is the comparable text alone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const walled = ['inbox', 'party']

const own = `(p.party_tenant_id = i.tenant_id or p.account_id = i.account_id)`

const statements = [
  ...walled.map((table) => `alter table ${table} no force row level security`),
  `update inbox i set party_names = coalesce((
    select string_agg(concat_ws('/', nullif(p.name, ''), nullif(p.company_name, '')), '、'
      order by coalesce(${own}, false), p.sign_order, p.party_no)
    from party p
    where p.tenant_id = i.home_tenant_id and p.contract_id = i.contract_id and p.state <> 'transferred'), party_names)
  where i.sent_at is not null`,
  ...walled.map((table) => `alter table ${table} force row level security`),
  `alter table file_text add column reading text`,
  `alter table contract_cc add column company_name text`,
]
