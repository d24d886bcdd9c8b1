import { grantLifecycle } from '@moqi/domain/seals/grant-lifecycle'
import type { Db } from '#src/platform/database/database.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'

/** Which grants of a company: one, a member's, a seal's, or all that are left open. */
export type WhichGrants = { tenantId: string; grantId?: string; accountId?: string; sealId?: string }

const revocable = grantLifecycle.states.filter((state) => grantLifecycle.can(state, 'revoke'))

/**
 * Revokes the grants that still could be used, and takes back the letters that are being signed. Answers how many there
 * were. Runs in the tenant.
 */
export async function revokeGrants(
  tx: Db,
  { tenantId, grantId, accountId, sealId }: WhichGrants,
  { at, by, reason }: { at: number; by: string | null; reason: string },
): Promise<number> {
  const revoked = await tx
    .updateTable('seal_grant')
    .set({ state: grantLifecycle.after('effective', 'revoke'), state_at: at, state_by: by, state_reason: reason })
    .where('tenant_id', '=', tenantId)
    .$if(grantId !== undefined, (query) => query.where('grant_id', '=', grantId ?? ''))
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .$if(sealId !== undefined, (query) => query.where('seal_id', '=', sealId ?? ''))
    .where('state', 'in', revocable)
    .returning(['letter_contract_id', 'grant_id'])
    .execute()
  for (const { letter_contract_id: contractId } of revoked) {
    // It ends by itself where it was signed already, or came to nothing.
    if (contractId !== null) await enqueue(tx, 'recallLetter', { tenantId, contractId })
  }
  return revoked.length
}
