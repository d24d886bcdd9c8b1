import type { Db } from '#src/platform/database/database.ts'

type Found = { userId: string; isMember: boolean; hasPhone: boolean }
type Sought = { externalId: string; subject: string; phone: string | null }

/** Finds whom the provider has named already, or who is a member, among those who might be meant. */
export type Named = { find: (sought: Sought) => Found | null }

/**
 * Reads the company's members and whom the provider has named. Somebody of the book is who was named so before, whoever
 * has linked the account to it, or whoever has the phone, in this order.
 */
export async function namedAlready(own: Db, tenantId: string, links: ReadonlyMap<string, string>): Promise<Named> {
  const users = await own
    .selectFrom('provisioned_user')
    .where('tenant_id', '=', tenantId)
    .select(['user_id', 'account_id', 'external_id', 'phone'])
    .execute()
  const members = await own
    .selectFrom('membership as m')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .where('m.tenant_id', '=', tenantId)
    .select(['m.account_id', 'a.phone'])
    .execute()
  const isMember = new Set(members.map(({ account_id }) => account_id))
  const memberOfPhone = new Map(members.map(({ account_id, phone }) => [phone, account_id]))
  const byExternal = new Map(users.map((user) => [user.external_id, user]))
  const byAccount = new Map(users.map((user) => [user.account_id, user]))
  const byPhone = new Map(users.map((user) => [user.phone, user]))
  const known = (user: (typeof users)[number]): Found => ({
    userId: user.user_id,
    isMember: user.account_id !== null && isMember.has(user.account_id),
    hasPhone: user.phone !== null,
  })
  const ofAccount = (accountId: string | undefined): Found | null => {
    if (accountId === undefined || !isMember.has(accountId)) return null
    const user = byAccount.get(accountId)
    // A member whom the provider has not named is known by the membership's number.
    return user ? known(user) : { userId: accountId, isMember: true, hasPhone: false }
  }
  return {
    find({ externalId, subject, phone }) {
      const named = byExternal.get(externalId)
      if (named) return known(named)
      const linked = ofAccount(links.get(subject))
      if (linked || phone === null) return linked
      const before = byPhone.get(phone)
      return before ? known(before) : ofAccount(memberOfPhone.get(phone))
    },
  }
}
