import { sealLifecycle } from '@moqi/domain/seals/seal-lifecycle'
import type { Db } from '#src/platform/database/database.ts'

/** Revokes every seal of a space that still could be used. Runs in the tenant. */
export async function revokeSeals(tx: Db, tenantId: string): Promise<void> {
  await tx
    .updateTable('seal')
    .set({ status: sealLifecycle.after('enabled', 'revoke') })
    .where('tenant_id', '=', tenantId)
    .where(
      'status',
      'in',
      sealLifecycle.states.filter((state) => sealLifecycle.can(state, 'revoke')),
    )
    .execute()
}
