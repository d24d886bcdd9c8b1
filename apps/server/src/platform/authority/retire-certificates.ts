import type { RevocationReason } from '@moqi/trust/certificates/revocation-list'
import type { Db } from '#src/platform/database/database.ts'

/**
 * Takes back every certificate of a space that is given up: its keys are destroyed, the certificates stay, for what
 * they signed. Runs in that tenant; `at` in ms since epoch.
 */
export async function retireCertificates(
  tx: Db,
  tenantId: string,
  at: number,
  reason: RevocationReason = 'cessationOfOperation',
): Promise<void> {
  const retired = await tx
    .updateTable('signing_certificate')
    .set({ revoked_at: at, sealed_key: Buffer.alloc(0) })
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .returning('serial')
    .execute()
  for (const { serial } of retired) {
    await tx
      .insertInto('revoked_certificate')
      .values({ issuer: 'issuing', serial, revoked_at: at, reason })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
