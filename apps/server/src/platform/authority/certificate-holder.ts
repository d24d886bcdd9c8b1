import { X509Certificate } from 'node:crypto'
import { fromPem } from '@moqi/trust/certificates/pem'
import type { Database, Db } from '#src/platform/database/database.ts'
import type { RegisteredCertificate } from './certificate-register.ts'
import { keptSerial } from './kept-serial.ts'

/** By which of the embedded authorities a certificate was issued; null when another CA issued it. */
type KnownIssuer = 'root' | 'issuing' | null
/** Whose certificate it is: the platform's own, or one that is registered. */
export type Holder =
  | { kind: 'platform'; name: string; issuer: KnownIssuer }
  | { kind: 'registered'; name: string; issuer: KnownIssuer; certificate: RegisteredCertificate }

/** Whose certificate has that serial number (hexadecimal); null when nobody's here has. */
export async function certificateHolder(db: Database, serial: string): Promise<Holder | null> {
  const number = keptSerial(serial)
  const own = await db.directory(platformCertificates)
  const found = own.find(({ certificate }) => keptSerial(certificate.serialNumber) === number)
  if (found) return { kind: 'platform', name: nameOf(found.certificate), issuer: issuerIn(own, found.certificate) }
  const certificate = await db.directory((directory) =>
    directory.selectFrom('certificate_register').where('serial', '=', number).selectAll().executeTakeFirst(),
  )
  if (!certificate) return null
  const issuer = await db.read(certificate.tenant_id, (tenant) => issuerOf(tenant, certificate))
  return { kind: 'registered', name: certificate.subject_name, issuer, certificate }
}

/** Which of the embedded authorities issued a registered certificate; null when another CA did. In its tenant. */
export async function issuerOf(tenant: Db, certificate: RegisteredCertificate): Promise<KnownIssuer> {
  const kept = await keptCertificate(tenant, certificate)
  return kept && issuerIn(await platformCertificates(tenant), new X509Certificate(kept.certificate))
}

/** A registered certificate (DER) with the issuers that were kept with it; null when it is gone. In its tenant. */
export async function keptCertificate(
  tenant: Db,
  { kind, tenant_id: tenantId, certificate_id: certificateId, fingerprint }: RegisteredCertificate,
): Promise<{ certificate: Buffer; issuers: Buffer[] } | null> {
  if (kind === 'key') {
    const key = await tenant
      .selectFrom('certificate_key')
      .where('fingerprint', '=', fingerprint)
      .select(['certificate', 'chain'])
      .executeTakeFirst()
    return key ? { certificate: key.certificate, issuers: key.chain.map((one) => Buffer.from(one, 'base64')) } : null
  }
  const row = await tenant
    .selectFrom('signing_certificate')
    .where('tenant_id', '=', tenantId)
    .where('certificate_id', '=', certificateId)
    .select(['certificate', 'chain'])
    .executeTakeFirst()
  return row
    ? { certificate: row.certificate, issuers: row.chain === null ? [] : fromPem('CERTIFICATE', row.chain) }
    : null
}

type Own = { name: string; certificate: X509Certificate }

async function platformCertificates(directory: Db): Promise<Own[]> {
  const kept = await directory.selectFrom('platform_secret').select(['name', 'certificate']).execute()
  return kept.flatMap(({ name, certificate }) =>
    certificate ? [{ name, certificate: new X509Certificate(certificate) }] : [],
  )
}

const issuerIn = (own: readonly Own[], certificate: X509Certificate): KnownIssuer =>
  (['root', 'issuing'] as const).find((name) =>
    own.some((one) => one.name === name && certificate.checkIssued(one.certificate)),
  ) ?? null

const nameOf = ({ subject }: X509Certificate) => /^CN=(.*)$/m.exec(subject)?.[1] ?? subject
