import { type Kysely, sql } from 'kysely'

/**
 * Companies' members: what a membership says of its person, invitations and links (found by phone and by code, so in
 * the directory), roles (asked before any tenant is known), the handing over of the administration; departments and
 * the members' log in the tenant.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...directory, ...tenant]) await sql.raw(statement).execute(db)
  for (const table of ['department', 'member_log']) {
    await sql.raw(`alter table ${table} enable row level security`).execute(db)
    await sql.raw(`alter table ${table} force row level security`).execute(db)
    await sql
      .raw(`create policy tenant on ${table} using (tenant_id = ${current}) with check (tenant_id = ${current})`)
      .execute(db)
  }
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const directory = [
  `create table company_role (
    tenant_id uuid not null references space, role_id uuid not null, name text not null, rights text[] not null,
    created_at bigint not null, primary key (tenant_id, role_id), unique (tenant_id, name))`,
  `alter table membership
    add column state text not null default 'accepted' check (state in ('accepted', 'disabled')),
    add column name text not null default '', add column department_id uuid, add column role_id uuid,
    add foreign key (tenant_id, role_id) references company_role`,
  `create index membership_joined on membership (tenant_id, created_at, account_id)`,
  `create table invitation (
    tenant_id uuid not null references space, invitation_id uuid not null, phone text not null, name text not null,
    department_id uuid, role_id uuid, state text not null, inviter_account_id uuid not null references account,
    link_hash bytea, sends int not null, sent_at bigint, expires_at bigint not null, answered_at bigint,
    created_at bigint not null, primary key (tenant_id, invitation_id),
    foreign key (tenant_id, role_id) references company_role)`,
  `create unique index invitation_open on invitation (tenant_id, phone) where state = 'invited'`,
  `create index invitation_phone on invitation (phone, created_at desc)`,
  `create index invitation_listed on invitation (tenant_id, created_at desc, invitation_id desc)`,
  `create table invitation_link (
    tenant_id uuid primary key references space, code_hash bytea not null unique, department_id uuid, role_id uuid,
    inviter_account_id uuid not null references account, expires_at bigint not null, created_at bigint not null,
    foreign key (tenant_id, role_id) references company_role)`,
  `create table administration_transfer (
    tenant_id uuid not null references space, transfer_id uuid not null, from_account_id uuid not null,
    to_account_id uuid not null, state text not null, created_at bigint not null, ended_at bigint,
    primary key (tenant_id, transfer_id))`,
  `create unique index administration_transfer_open on administration_transfer (tenant_id) where state = 'requested'`,
  `create index administration_transfer_target on administration_transfer (to_account_id) where state = 'requested'`,
]

const tenant = [
  `create table department (
    tenant_id uuid not null, department_id uuid not null, name text not null, created_at bigint not null,
    primary key (tenant_id, department_id), unique (tenant_id, name))`,
  `create table member_log (
    tenant_id uuid not null, log_id uuid not null, at bigint not null, account_id uuid, who text not null,
    verb text not null, detail text, address text, primary key (tenant_id, log_id))`,
]
