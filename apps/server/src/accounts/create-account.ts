import { maskPhone } from '@moqi/domain/identity/phone'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { createSpace } from '#src/cores/identity/create-space.ts'

/** A new account with its personal space, which exists from the first moment on (checklist E16). */
export async function createAccount(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  account: {
    /** A new one unless its password is hashed already. */
    accountId?: string
    phone: string
    userName?: string
    nickName?: string
    passwordHash?: string
    inviteCode?: string
  },
): Promise<{ accountId: string; tenantId: string }> {
  const accountId = account.accountId ?? newId()
  await tx
    .insertInto('account')
    .values({
      account_id: accountId,
      phone: account.phone,
      user_name: account.userName ?? null,
      nick_name: account.nickName ?? maskPhone(account.phone),
      email: null,
      password_hash: account.passwordHash ?? null,
      password_changed_at: account.passwordHash ? now() : null,
      check_auth_shown: 0,
      check_seal_shown: 0,
      password_shown: 0,
      created_at: now(),
      invite_code: account.inviteCode ?? null,
      // An account made by a code alone is asked once for user name and password (checklist R22).
      perfect_info_shown: account.passwordHash ? 1 : 0,
    })
    .execute()
  const tenantId = await createSpace({ now, newId }, tx, accountId, { kind: 'person', name: '' })
  return { accountId, tenantId }
}
