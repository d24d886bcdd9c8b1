import type { phoneOwner } from '@moqi/api/phone-owner'
import { phoneLeftMail } from '@moqi/domain/account/code-mail'
import { leftPhone } from '@moqi/domain/account/dormancy'
import { maskPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import { recordConsent } from '#src/cores/identity/consent.ts'
import { mayBeAnothers } from '#src/cores/identity/dormant-account.ts'
import { endSessions, startSession } from '#src/cores/identity/session.ts'
import type { Db } from '#src/platform/database/database.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { queueMail } from '#src/platform/messages/queue-message.ts'
import { useProof } from '#src/platform/proof.ts'
import { createAccount } from './create-account.ts'

/**
 * Whoever holds the number says that the account is somebody else's: the number leaves it, and gets an account of its
 * own, which sees nothing of the other. The other stays as it is; its owner is told by mail, signs in by password or
 * key and gives it another number. Throws `account/owner-wrong`, also once the owner was there.
 */
export const leaveAccount: Handler<typeof phoneOwner.leaveAccount> = (deps, caller, { code, rememberMe }) =>
  deps.db.directoryWrite(async (tx) => {
    const left = await useProof(deps, tx, 'owner', code)
    const phone = left === null ? null : await takePhone(deps, tx, left)
    if (phone === null) throw new Refusal('account/owner-wrong')
    const { accountId } = await createAccount(deps, tx, { phone })
    await recordConsent(deps, tx, caller, accountId)
    return startSession(deps, tx, caller, { accountId, remember: rememberMe === 1, method: 'code' })
  })

/** Takes the number from an account, and what trusts the number; null when somebody was there or took it before. */
async function takePhone(deps: Deps, tx: Db, accountId: string): Promise<string | null> {
  const { phone, email } = await tx
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select(['phone', 'email'])
    .executeTakeFirstOrThrow()
  await lockPhones(tx, [phone])
  if (!(await mayBeAnothers(deps, tx, accountId))) return null
  const taken = await tx
    .updateTable('account')
    .set({ phone: leftPhone(accountId) })
    .where('account_id', '=', accountId)
    .where('phone', '=', phone)
    .executeTakeFirst()
  if (taken.numUpdatedRows !== 1n || phone === leftPhone(accountId)) return null
  await endSessions(tx, accountId)
  await tx.deleteFrom('device').where('account_id', '=', accountId).execute()
  if (email !== null) {
    const content = phoneLeftMail(maskPhone(phone), deps.config.brand)
    await queueMail(deps, tx, { recipient: email, scene: 'phoneLeft', content })
  }
  return phone
}
