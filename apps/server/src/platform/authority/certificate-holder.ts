import { X509Certificate } from 'node:crypto'
import type { Database, Db } from '#src/platform/database/database.ts'

/** Whose certificate it is: a name, and whether the platform itself works with it or a space signs with it. */
export type Holder = {
  name: string
  kind: 'platform' | 'space'
  /** By which the embedded CA would say so; null when another CA issued it. */
  issuer: 'root' | 'issuing' | null
}

/** A serial number as the database keeps it: lower-case hexadecimal without leading zero bytes. */
export const keptSerial = (serial: string): string => serial.toLowerCase().replace(/^(?:00)+(?=..)/, '')

/**
 * Whose certificate has that serial number (hexadecimal); null when nobody's here has. As the database's owner: where
 * even the owner is held by row-level security, every space is looked into.
 */
export async function certificateHolder(db: Database, serial: string): Promise<Holder | null> {
  const number = keptSerial(serial)
  const kept = await db.directory((directory) =>
    directory.selectFrom('platform_secret').select(['name', 'certificate']).execute(),
  )
  const own = kept.flatMap(({ name, certificate }) =>
    certificate ? [{ name, certificate: new X509Certificate(certificate) }] : [],
  )
  const issuerOf = (certificate: X509Certificate) =>
    (['root', 'issuing'] as const).find((name) =>
      own.some((one) => one.name === name && certificate.checkIssued(one.certificate)),
    ) ?? null
  const found = own.find(({ certificate }) => certificate.serialNumber.toLowerCase() === number)
  if (found) return { name: nameOf(found.certificate), kind: 'platform', issuer: issuerOf(found.certificate) }
  const row = await ofSpace(db, number)
  return row && { name: row.subject_name, kind: 'space', issuer: issuerOf(new X509Certificate(row.certificate)) }
}

const nameOf = ({ subject }: X509Certificate) => /^CN=(.*)$/m.exec(subject)?.[1] ?? subject

async function ofSpace(db: Database, serial: string) {
  const find = (own: Db) =>
    own
      .selectFrom('signing_certificate')
      .where('serial', '=', serial)
      .select(['subject_name', 'certificate'])
      .executeTakeFirst()
  const found = await db.directory(find)
  if (found) return found
  const spaces = await db.directory((directory) => directory.selectFrom('space').select('tenant_id').execute())
  for (const { tenant_id: tenantId } of spaces) {
    const inSpace = await db.read(tenantId, find)
    if (inSpace) return inSpace
  }
  return null
}
