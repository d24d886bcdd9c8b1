import type { RevocationReason } from '@moqi/trust/certificates/revocation-list'
import type { Db } from '#src/platform/database/database.ts'
import type { Holder } from './certificate-holder.ts'
import { keptSerial } from './kept-serial.ts'

type Taken = {
  serial: string
  reason: RevocationReason
  at: number
  /** Why, in words, and who did. */
  note?: string
  by?: string
} & Pick<Holder, 'issuer'>

/**
 * Takes a certificate back; `serial` in hexadecimal. Whoever signed with it signs with another from the next minute on,
 * also where another CA issued it: that one's word to others is its own. False when that was done before.
 */
export async function revokeCertificate(tx: Db, { serial, issuer, reason, at, note, by }: Taken): Promise<boolean> {
  const inserted = await tx
    .insertInto('revoked_certificate')
    .values({
      issuer: issuer ?? 'issuing',
      serial: keptSerial(serial),
      revoked_at: at,
      reason,
      note: note ?? null,
      revoked_by: by ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** Whether a certificate of that serial number was taken back here, whoever issued it. */
export async function isRevokedHere(directory: Db, serial: string): Promise<boolean> {
  const row = await directory
    .selectFrom('revoked_certificate')
    .where('serial', '=', keptSerial(serial))
    .select('serial')
    .executeTakeFirst()
  return row !== undefined
}
