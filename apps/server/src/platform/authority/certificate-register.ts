import { createHash, X509Certificate } from 'node:crypto'
import type { CertificateKind } from '@moqi/domain/operators/certificate'
import type { Selectable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import { keptSerial } from './kept-serial.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** Certificates that spaces sign with and of keys that are bound, where they are found; times in ms. */
    certificate_register: {
      certificate_id: string
      kind: CertificateKind
      /** Of a key's the space of its person. */
      tenant_id: string
      serial: string
      /** SHA-256, hex. */
      fingerprint: string
      subject_name: string
      issuer_name: string
      not_before: number
      not_after: number
      created_at: number
    }
  }
}

/** A certificate as it is found. */
export type RegisteredCertificate = Selectable<Schema['certificate_register']>

type Entered = Pick<RegisteredCertificate, 'certificate_id' | 'kind' | 'tenant_id' | 'subject_name' | 'created_at'>

/** Enters a certificate (DER) where operators find it, in the transaction that keeps it. */
export async function registerCertificate(tx: Db, certificate: Buffer, entered: Entered): Promise<void> {
  const { serialNumber, issuer, validFromDate, validToDate } = new X509Certificate(certificate)
  await tx
    .insertInto('certificate_register')
    .values({
      certificate_id: entered.certificate_id,
      kind: entered.kind,
      tenant_id: entered.tenant_id,
      serial: keptSerial(serialNumber),
      fingerprint: createHash('sha256').update(certificate).digest('hex'),
      subject_name: entered.subject_name,
      issuer_name: /^CN=(.+)$/m.exec(issuer)?.[1] ?? issuer.replaceAll('\n', '，'),
      not_before: validFromDate.getTime(),
      not_after: validToDate.getTime(),
      created_at: entered.created_at,
    })
    .onConflict((conflict) => conflict.column('fingerprint').doNothing())
    .execute()
}

/** Forgets keys that are bound no longer; one that was revoked stays. */
export async function forgetKeys(tx: Db, fingerprints: readonly string[]): Promise<void> {
  if (fingerprints.length === 0) return
  await tx
    .deleteFrom('certificate_register as r')
    .where('r.fingerprint', 'in', fingerprints)
    .where('r.kind', '=', 'key')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('revoked_certificate as v').whereRef('v.serial', '=', 'r.serial').select('v.serial'))),
    )
    .execute()
}
