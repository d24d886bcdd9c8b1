import { companyAuthLifecycle } from '@moqi/domain/spaces/company-auth-lifecycle'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/**
 * A new space with its owner, not yet authenticated; answers its tenant id. A company's `name` is only what was typed
 * until then, a person's stays empty.
 */
export async function createSpace(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  accountId: string,
  { kind, name }: { kind: 'person' | 'company'; name: string },
): Promise<string> {
  const tenantId = newId()
  await tx
    .insertInto('space')
    .values({
      tenant_id: tenantId,
      kind,
      company_id: kind === 'company' ? newId() : null,
      name,
      credit_code: null,
      identity_hash: null,
      auth_status: companyAuthLifecycle.initial,
      reject_reason: null,
      created_at: now(),
    })
    .execute()
  await tx
    .insertInto('membership')
    .values({ tenant_id: tenantId, account_id: accountId, is_owner: true, created_at: now() })
    .execute()
  return tenantId
}
