import type { RevocationReason } from '@moqi/trust/certificates/revocation-list'
import type { Database } from '#src/platform/database/database.ts'
import { type Holder, keptSerial } from './certificate-holder.ts'

/**
 * Takes a certificate back; `serial` in hexadecimal. Whoever signed with it signs with another from the next minute on,
 * also where another CA issued it: that one's word to others is its own. False when that was done before.
 */
export async function revokeCertificate(
  db: Pick<Database, 'directoryWrite'>,
  { serial, issuer, reason, at }: { serial: string; reason: RevocationReason; at: number } & Pick<Holder, 'issuer'>,
): Promise<boolean> {
  const inserted = await db.directoryWrite((tx) =>
    tx
      .insertInto('revoked_certificate')
      .values({ issuer: issuer ?? 'issuing', serial: keptSerial(serial), revoked_at: at, reason })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst(),
  )
  return inserted.numInsertedOrUpdatedRows === 1n
}
