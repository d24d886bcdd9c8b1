import { administrationTransfer } from '@moqi/domain/spaces/administration-transfer'
import { membershipLifecycle } from '@moqi/domain/spaces/membership-lifecycle'
import { administratorsOf } from '#src/cores/seal/tell-seal-changed.ts'
import { revokeGrants } from '#src/cores/seal/revoke-grants.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'

/**
 * Gives the administration of a company to somebody, member or not; whoever had it stays a member. A transfer under way
 * is over, and seal authorisations are void, as with one (domain 2.5, 5.7). Runs in the tenant, behind `lockMembers`
 * and the lock of the person's phone. Answers who had it.
 */
export async function takeAdministration(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { tenantId, accountId, name }: { tenantId: string; accountId: string; name: string },
): Promise<string[]> {
  const former = (await administratorsOf(tx, tenantId)).filter((one) => one !== accountId)
  await tx
    .updateTable('membership')
    .set({ is_owner: false, role_id: null, role_since: now(), role_giver: null })
    .where('tenant_id', '=', tenantId)
    .where('is_owner', '=', true)
    .execute()
  await tx
    .insertInto('membership')
    .values({
      tenant_id: tenantId,
      account_id: accountId,
      is_owner: true,
      name,
      department_id: null,
      role_id: null,
      role_since: now(),
      created_at: now(),
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'account_id']).doUpdateSet({
        is_owner: true,
        role_id: null,
        role_since: now(),
        role_giver: null,
        state: membershipLifecycle.after('disabled', 'enable'),
      }),
    )
    .execute()
  await tx
    .updateTable('administration_transfer')
    .set({ state: administrationTransfer.after('requested', 'cancel'), ended_at: now() })
    .where('tenant_id', '=', tenantId)
    .where('state', '=', administrationTransfer.initial)
    .execute()
  await revokeGrants(tx, { tenantId }, { at: now(), by: null, reason: '企业管理员已变更' })
  await enqueue(tx, 'claimEntries', { accountId })
  return former
}
