import { requireOpenSpace } from '#src/cores/identity/open-spaces.ts'
import { changeAccount } from '#src/cores/identity/change-account.ts'
import type { Person } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Deps } from '#src/platform/deps.ts'

/** Makes one of the account's spaces the first from the next sign-in on (checklist C28). */
export async function setDefaultTenant(
  deps: Pick<Deps, 'db' | 'now'>,
  person: Person,
  { tenantId }: { tenantId: string },
): Promise<{ tenantId: string }> {
  requireOpenSpace(person, tenantId)
  return deps.db.directoryWrite(async (tx) => {
    await changeAccount(tx, person.accountId, { default_tenant_id: tenantId })
    return keepAnswer(tx, deps, person, { tenantId })
  })
}
