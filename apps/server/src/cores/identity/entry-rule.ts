import type { GroupHold } from '@moqi/domain/groups/group-rules'
import type { SignInMethod } from '@moqi/domain/account/sign-in'
import { type EntryFacts, type EntryNetwork, type EntryRule, usualEntry } from '@moqi/domain/spaces/entry-rule'
import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'
import { isListed } from '#src/platform/network-list.ts'

/** What a session says of itself to every company it would enter. */
export type Entering = Omit<EntryFacts, 'role' | 'isInside' | 'isProvided'> & { address: string }

type Found = {
  created_at: number
  method: SignInMethod
  key_required_at: number | null
  password_changed_at: number | null
  has_password: unknown
}

/** What a session says of itself, as it was found. */
export const enteringOf = (
  found: Found,
  { at, address, pauseMs }: { at: number; address: string; pauseMs: number },
): Entering => ({
  at,
  address,
  hasSecond: found.key_required_at !== null || strong.has(found.method),
  longestPause: pauseMs,
  begunAt: found.created_at,
  passwordAt: found.has_password === true ? found.password_changed_at : null,
})

/** Ways that are two steps in themselves: something one has, opened by something one knows or is. */
const strong: ReadonlySet<SignInMethod> = new Set(['key', 'certificate'])

/** Whether an address is in one of these networks; an IPv4 address may be written as IPv6. */
export const isWithin = (list: readonly EntryNetwork[], address: string): boolean =>
  isListed(
    address,
    list.map(({ network }) => network),
  )

/** A company's rules; the usual ones where it has said nothing. */
export async function entryRuleOf(directory: Db, tenantId: string): Promise<EntryRule> {
  const found = await directory
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .select('entry_rule')
    .executeTakeFirst()
  return found?.entry_rule ?? usualEntry
}

/**
 * Changes a company's rules, which hold from its members' next request on. Throws `space/rules-stale` unless they are
 * as they were read. Runs behind `lockMembers`.
 */
export async function changeEntryRule(
  tx: Db,
  tenantId: string,
  { version, change }: { version: number; change: Partial<Omit<EntryRule, 'version'>> },
): Promise<EntryRule> {
  const before = await entryRuleOf(tx, tenantId)
  if (before.version !== version) throw new Refusal('space/rules-stale')
  const rule: EntryRule = {
    version: version + 1,
    second: change.second === undefined ? before.second : change.second,
    network: change.network ?? before.network,
    session: change.session ?? before.session,
    password: change.password ?? before.password,
  }
  await tx
    .updateTable('space')
    .set({ entry_rule: JSON.stringify(rule) })
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'company')
    .execute()
  return rule
}

/** What a company's group asks of whoever enters; null where it is in none. */
export async function groupHoldOf(directory: Db, tenantId: string): Promise<GroupHold | null> {
  const found = await directory
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .select('group_hold')
    .executeTakeFirst()
  return found?.group_hold ?? null
}

/** Holds a company to what its group asks from its members' next request on; null where it is in no group. */
export async function setGroupHold(tx: Db, tenantId: string, hold: GroupHold | null): Promise<void> {
  await tx
    .updateTable('space')
    .set({ group_hold: hold === null ? null : JSON.stringify(hold) })
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'company')
    .execute()
}

/** Whether a second step stands before somebody's account. */
export async function hasSecond(directory: Db, { accountId }: { accountId: string }): Promise<boolean> {
  const account = await directory
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select('key_required_at')
    .executeTakeFirstOrThrow()
  return account.key_required_at !== null
}
