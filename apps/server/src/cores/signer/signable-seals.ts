import type { Entry } from '#src/cores/contract/entry.ts'
import { spaceSeals, type UsableSeal, usableSeals } from '#src/cores/seal/usable-seals.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { readSignable, type Signable } from './sign-check.ts'

/** What decides about signing the entry's contract, and what its owner may do with each seal on it now. */
export async function signableWithSeals(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  member: Pick<Member, 'tenantId' | 'accountId' | 'space'>,
  entry: Entry,
): Promise<{ signable: Signable; seals: UsableSeal[] }> {
  const owned = await db.read(member.tenantId, (own) => spaceSeals(own, member))
  const signable = await db.read(entry.homeTenantId, (home) => readSignable(home, entry))
  return { signable, seals: usableSeals(owned, signable.contract, now()) }
}
