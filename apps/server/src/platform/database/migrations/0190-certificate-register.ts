import { createHash, X509Certificate } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/** Certificates of spaces and of bound keys, where they are found; who revoked one and why; revocations proposed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  // The tenants' walls stand aside while what is there is entered.
  await sql`alter table signing_certificate no force row level security`.execute(db)
  await enter(
    db,
    sql`
    select c.certificate_id, s.kind, c.tenant_id, c.subject_name, c.certificate, c.created_at
    from signing_certificate c join space s on s.tenant_id = c.tenant_id`,
  )
  await sql`alter table signing_certificate force row level security`.execute(db)
  await enter(
    db,
    sql`
    select gen_random_uuid() as certificate_id, 'key' as kind, m.tenant_id, k.name as subject_name, k.certificate,
      k.created_at
    from certificate_key k join membership m on m.account_id = k.account_id and m.is_owner
      join space s on s.tenant_id = m.tenant_id and s.kind = 'person'`,
  )
}

type Found = {
  certificate_id: string
  kind: string
  tenant_id: string
  subject_name: string
  certificate: Buffer
  created_at: number
}

const atOnce = 500

async function enter(db: Kysely<unknown>, found: ReturnType<typeof sql>): Promise<void> {
  for (let offset = 0; ; offset += atOnce) {
    const { rows } = await sql<Found>`
      select * from (${found}) as found order by created_at, certificate limit ${atOnce} offset ${offset}`.execute(db)
    for (const row of rows) await enterOne(db, row)
    if (rows.length < atOnce) return
  }
}

async function enterOne(db: Kysely<unknown>, row: Found): Promise<void> {
  const { serialNumber, issuer, validFromDate, validToDate } = new X509Certificate(row.certificate)
  const issuerName = /^CN=(.+)$/m.exec(issuer)?.[1] ?? issuer.replaceAll('\n', '，')
  const fingerprint = createHash('sha256').update(row.certificate).digest('hex')
  await sql`
    insert into certificate_register values (
      ${row.certificate_id}, ${row.kind}, ${row.tenant_id}, ${serialNumber.toLowerCase()}, ${fingerprint},
      ${row.subject_name}, ${issuerName}, ${validFromDate.getTime()}, ${validToDate.getTime()}, ${row.created_at})
    on conflict do nothing`.execute(db)
}

const statements = [
  `create table certificate_register (
    certificate_id uuid primary key, kind text not null, tenant_id uuid not null, serial text not null,
    fingerprint text not null unique, subject_name text not null, issuer_name text not null,
    not_before bigint not null, not_after bigint not null, created_at bigint not null)`,
  `create index certificate_register_created on certificate_register (created_at desc, certificate_id desc)`,
  `create index certificate_register_serial on certificate_register (serial text_pattern_ops)`,
  `create index certificate_register_tenant on certificate_register (tenant_id)`,
  `create index certificate_register_ends on certificate_register (not_after)`,
  `alter table revoked_certificate add column note text, add column revoked_by text`,
  `create index signature_record_certificate on signature_record (tenant_id, certificate_serial)`,
  `drop index tenant_proposal_open`,
  `create unique index tenant_proposal_open on tenant_proposal (tenant_id, kind, coalesce(details ->> 'serial', ''))
    where state = 'waiting'`,
]
