import type { security } from '@moqi/api/security'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { endSessions } from '#src/cores/identity/session.ts'
import { useCode } from '#src/platform/messages/verification-code.ts'
import { ownPhone } from '#src/platform/messages/own-phone-code.ts'
import { checkPassword } from '#src/platform/keys/password-hash.ts'
import { passwordOf, setPassword } from './set-password.ts'

/**
 * Gives the account a new password, by the old one or by a code to the phone; whoever else is signed in is signed out.
 * A wrong old password counts for the call's limit alone: the caller is signed in already.
 */
export const changePassword: Handler<typeof security.changePassword> = async (deps, person, input) => {
  const account = await deps.db.directory((directory) =>
    directory
      .selectFrom('account')
      .where('account_id', '=', person.accountId)
      .select(['user_name', 'password_hash'])
      .executeTakeFirstOrThrow(),
  )
  // Before the code is used up: a weak password costs nothing but another try.
  passwordOf(input.password, { phone: person.phone, userName: account.user_name ?? '' })
  if (input.oldPassword !== undefined) {
    const right = await checkPassword(deps, person.accountId, input.oldPassword, account.password_hash)
    if (!right) throw new Refusal('field/invalid', { field: 'oldPassword', message: '原密码不正确' })
  } else {
    if (!input.smsCode) throw new Refusal('field/invalid', { field: 'smsCode', message: '请输入短信验证码' })
    await useCode(deps, ownPhone(person, 'password'), input.smsCode)
  }
  return deps.db.directoryWrite(async (tx) => {
    await setPassword(deps, tx, person.accountId, input.password)
    await endSessions(tx, person.accountId, person.sessionHash)
    // Whoever knew the old password may have made a device a trusted one: only this one stays known.
    await tx
      .deleteFrom('device')
      .where('account_id', '=', person.accountId)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('session')
              .where('token_hash', '=', person.sessionHash)
              .whereRef('session.device_id', '=', 'device.device_id')
              .select('session_id'),
          ),
        ),
      )
      .execute()
    return keepAnswer(tx, deps, person, null)
  })
}
