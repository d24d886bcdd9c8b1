import type { registration } from '@moqi/api/registration'
import { Refusal } from '@moqi/domain/refusal'
import { requireUsed } from '#src/cores/identity/dormant-account.ts'
import { endSessions } from '#src/cores/identity/session.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { forgiveAccount } from './find-signer.ts'
import { useSmsToken } from './proven-phone.ts'
import { setPassword } from './set-password.ts'

/**
 * A new password for whoever proved the phone: every session ends, devices and failures are forgotten. A refused
 * password leaves the smsToken good.
 */
export const resetPassword: Handler<typeof registration.resetPassword> = async (
  deps,
  _caller,
  { smsToken, password },
) => {
  await deps.db.directoryWrite(async (tx) => {
    const phone = await useSmsToken(deps, tx, 'reset', smsToken)
    const account = await tx.selectFrom('account').where('phone', '=', phone).select('account_id').executeTakeFirst()
    if (!account) throw new Refusal('account/code-wrong', { field: 'smsCode' })
    await requireUsed(deps, tx, account.account_id)
    await setPassword(deps, tx, account.account_id, password)
    await endSessions(tx, account.account_id)
    await forgiveAccount(deps, tx, account.account_id)
    // Whoever knew the old password may have made a device a trusted one.
    await tx.deleteFrom('device').where('account_id', '=', account.account_id).execute()
  })
  return null
}
