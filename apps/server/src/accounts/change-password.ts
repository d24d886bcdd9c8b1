import type { security } from '@moqi/api/security'
import { accountLimits } from '@moqi/domain/account/limits'
import { Refusal } from '@moqi/domain/refusal'
import type { Person } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { endSessions } from '#src/cores/identity/session.ts'
import { useCode } from '#src/platform/messages/verification-code.ts'
import { ownPhone } from '#src/platform/messages/own-phone-code.ts'
import { checkPassword } from '#src/platform/keys/password-hash.ts'
import { ownPasswordKey } from './find-signer.ts'
import { countFailure, forgiveFailures, lockedFor, lockOf } from './password-failures.ts'
import { passwordOf, requireLength, setPassword } from './set-password.ts'

/**
 * Gives the account a new password, by the old one or by a code to the phone; whoever else is signed in is signed out.
 * Wrong old passwords lock this way, and no other, as those at sign-in do. Throws `account/locked`.
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
  const password = passwordOf(input.password, { phone: person.phone, userName: account.user_name ?? '' })
  await deps.db.directory((directory) => requireLength(directory, person.accountId, password))
  if (input.oldPassword !== undefined) {
    await checkOldPassword(deps, person, input.oldPassword, account.password_hash)
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

async function checkOldPassword(
  deps: Pick<Deps, 'db' | 'now' | 'derivationKey'>,
  { accountId }: Person,
  typed: string,
  stored: string | null,
): Promise<void> {
  const key = ownPasswordKey(deps, accountId)
  const lock = await deps.db.directory((directory) => lockOf(directory, key, deps.now()))
  if (lock.locked) throw lockedFor(lock.retryAfter)
  if (await checkPassword(deps, { account_id: accountId, password_hash: stored }, typed))
    return deps.db.directoryWrite((tx) => forgiveFailures(tx, key, deps.now()))
  const left = await deps.db.directoryWrite((tx) => countFailure(tx, key, deps.now()))
  if (left <= 0) throw lockedFor(accountLimits.login.lockMs)
  throw new Refusal('field/invalid', { field: 'oldPassword', message: '原密码不正确' })
}
