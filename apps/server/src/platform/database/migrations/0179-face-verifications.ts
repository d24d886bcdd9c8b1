import { type Kysely, sql } from 'kysely'

/**
 * Face verifications that are asked of a phone, each with its link, of which the keyed hash is kept. Whose face it is
 * opens by the link alone, and goes when it ends.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const current = `nullif(current_setting('moqi.tenant', true), '')::uuid`

const statements = [
  `create table face_ticket (
    ticket_hash bytea primary key, tenant_id uuid not null, face_id uuid not null, expires_at bigint not null)`,
  `create index face_ticket_age on face_ticket (expires_at)`,
  `create table face_verification (
    tenant_id uuid not null, face_id uuid not null, account_id uuid not null, state text not null,
    sealed_person bytea, phone_hash bytea, device text, scanned_at bigint, auth_id uuid, gateway_id text,
    sealed_address bytea, reason text, expires_at bigint not null,
    primary key (tenant_id, face_id))`,
  `create index face_verification_account on face_verification (tenant_id, account_id)`,
  `create index face_verification_auth on face_verification (tenant_id, auth_id) where auth_id is not null`,
  `create index person_auth_faces on person_auth (tenant_id, created_at desc) where auth_way = 'face'`,
  `alter table face_verification enable row level security`,
  `alter table face_verification force row level security`,
  `create policy tenant on face_verification using (tenant_id = ${current}) with check (tenant_id = ${current})`,
]
