import type { security } from '@moqi/api/security'
import { accountLimits } from '@moqi/domain/account/limits'
import { maskEmail } from '@moqi/domain/identity/email'
import { maskPhone } from '@moqi/domain/identity/phone'
import type { Handler } from '#src/platform/handlers.ts'

/** What stands on the pages of the own data and of security, nothing in clear that a passer-by must not read. */
export const getSecurityInfo: Handler<typeof security.getSecurityInfo> = async ({ db }, { accountId, spaces }) => {
  const account = await db.directory((directory) =>
    directory
      .selectFrom('account')
      .where('account_id', '=', accountId)
      .select(['user_name', 'phone', 'email', 'password_changed_at', 'pin_set_at', 'created_at'])
      .executeTakeFirstOrThrow(),
  )
  const own = spaces.find(({ kind }) => kind === 'person')
  const changedAt = account.password_changed_at
  return {
    userName: account.user_name,
    phone: maskPhone(account.phone),
    email: account.email ? maskEmail(account.email) : null,
    passwordSetTime: changedAt,
    passwordExpireTime: changedAt === null ? null : changedAt + accountLimits.password.lifeMs,
    pinSetTime: account.pin_set_at,
    isAuthed: own?.authStatus ?? 'notAuth',
    realName: own?.authStatus === 'passAuth' ? own.name : null,
    registerTime: account.created_at,
  }
}
