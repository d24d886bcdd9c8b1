import { X509Certificate } from 'node:crypto'
import type { RevocationReason } from '@moqi/signing/certificates/revocation-list'
import type { Database, Db } from '#src/platform/database/database.ts'

/** Takes a certificate of the embedded CA back; `serial` in hexadecimal. False when that was done before. */
export async function revokeCertificate(
  db: Pick<Database, 'directoryWrite'>,
  { serial, reason, at }: { serial: string; reason: RevocationReason; at: number },
): Promise<boolean> {
  return db.directoryWrite(async (tx) => {
    const number = serial.toLowerCase().replace(/^(?:00)+(?=..)/, '')
    const issuer = (await isOfRoot(tx, number)) ? 'root' : 'issuing'
    const inserted = await tx
      .insertInto('revoked_certificate')
      .values({ issuer, serial: number, revoked_at: at, reason })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    return inserted.numInsertedOrUpdatedRows === 1n
  })
}

/** The root issued two certificates: the issuing CA's, and that of its OCSP responder. */
async function isOfRoot(tx: Db, serial: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('platform_secret')
    .where('name', 'in', ['issuing', 'root-ocsp'])
    .select('certificate')
    .execute()
  return rows.some(
    ({ certificate }) => certificate && new X509Certificate(certificate).serialNumber.toLowerCase() === serial,
  )
}
