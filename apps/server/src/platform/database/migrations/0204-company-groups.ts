import { type Kysely, sql } from 'kysely'

/**
 * Groups of companies. Which company is in which group is of the directory, since the sides are two tenants; how often
 * a company was looked at is the company's own. What the group asks of a company stands with its space, where every
 * request reads it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `alter table space add column group_hold jsonb`,
  `create table company_group (
    group_id uuid primary key, name text not null, lead_tenant_id uuid not null, grace_days integer,
    longest_hours integer, version integer not null, founded_at bigint not null, dissolved_at bigint)`,
  // A company is in one group at most, and that is its key.
  `create table group_company (
    tenant_id uuid primary key, group_id uuid not null, joined_at bigint not null)`,
  `create index on group_company (group_id)`,
  `create table group_invitation (
    tenant_id uuid not null, invitation_id uuid not null, group_id uuid not null, state text not null,
    account_id uuid not null, who text not null, sent_at bigint not null, expires_at bigint not null,
    urged_at bigint, ended_at bigint, primary key (tenant_id, invitation_id))`,
  `create unique index on group_invitation (tenant_id, group_id) where state = 'pending'`,
  `create index on group_invitation (group_id) where state = 'pending'`,
  `create table group_look (
    tenant_id uuid not null, group_id uuid not null, account_id uuid not null, day text not null, who text not null,
    number integer not null, last_at bigint not null, primary key (tenant_id, group_id, account_id, day))`,
  `alter table group_look enable row level security`,
  `alter table group_look force row level security`,
  `create policy tenant on group_look using (tenant_id = ${current}) with check (tenant_id = ${current})`,
]
