import { forgetLink } from '#src/cores/identity/provider-link.ts'
import { leaveSpace } from '#src/cores/identity/acting-space.ts'
import { endGrantRequests } from '#src/cores/seal/grant-requests.ts'
import { revokeGrants } from '#src/cores/seal/revoke-grants.ts'
import type { Db } from '#src/platform/database/database.ts'
import { tell } from '#src/platform/live/live-event.ts'
import { cancelTransfersOf } from './administration-transfers.ts'
import { releaseProvisioned } from './provisioned/provisioned-rows.ts'

/**
 * Sessions that act in the space by default act in none of a former member's; naming it is refused anyway. Whoever is
 * looking at the space hears nothing more of it.
 */
export async function leaveSessions(tx: Db, tenantId: string, accountId: string): Promise<void> {
  tell(tx, { about: 'membership', tenantId, accountId })
  await leaveSpace(tx, tenantId, accountId)
}

/** Takes a membership away with everything that hung on it: seals that were authorised, transfers, default space. */
export async function endMembership(
  tx: Db,
  { tenantId, accountId }: { tenantId: string; accountId: string },
  at: number,
): Promise<void> {
  await cancelTransfersOf(tx, tenantId, accountId, at)
  await revokeGrants(tx, { tenantId, accountId }, { at, by: null, reason: '成员已离开企业' })
  await endGrantRequests(tx, { tenantId, accountId }, at)
  await forgetLink(tx, { tenantId, accountId })
  await releaseProvisioned(tx, { tenantId, accountId }, at)
  await tx.deleteFrom('membership').where('tenant_id', '=', tenantId).where('account_id', '=', accountId).execute()
  await leaveSessions(tx, tenantId, accountId)
}
