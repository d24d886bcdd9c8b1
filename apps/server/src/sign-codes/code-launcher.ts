import { findMember } from '#src/cores/identity/own-spaces.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { SignCodeRow } from './sign-code-store.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findMember>>>

/** In whose name a code launches, while that person still may in that space; else null. */
export async function launcherOf(
  deps: Pick<Deps, 'db'>,
  { tenant_id: tenantId, account_id: accountId }: SignCodeRow,
): Promise<Found | null> {
  const member = await findMember(deps, { tenantId, accountId })
  return member?.space.rights.includes('launch') && member.space.authStatus === 'passAuth' ? member : null
}
