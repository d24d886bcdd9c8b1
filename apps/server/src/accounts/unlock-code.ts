import type { authentication } from '@moqi/api/authentication'
import { smsMessage } from '@moqi/domain/messages/sms-text'
import { Refusal } from '@moqi/domain/refusal'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { enqueue, type JobPayloads } from '#src/platform/jobs/jobs.ts'
import { checkPassword } from '#src/platform/keys/password-hash.ts'
import { codeWait, sendCode } from '#src/platform/messages/verification-code.ts'
import { useCaptcha } from './captcha.ts'
import { findSigner } from './find-signer.ts'
import { unlocking } from './signer-code.ts'

/**
 * Has a code sent to the phone of whoever knows the password, captcha first, so that strangers' guesses lock its owner
 * out of no browser. Right or wrong, the same is done and answered: the SMS alone tells.
 */
export const getUnlockCode: Handler<typeof authentication.getUnlockCode> = async (deps, caller, input) => {
  await useCaptcha(deps, input)
  const { account } = await deps.db.directory((directory) => findSigner(deps, directory, caller, input.userName))
  const right = await checkPassword(deps, account, input.password)
  const accountId = account && right ? account.account_id : null
  await deps.db.directoryWrite((tx) => enqueue(tx, 'sendUnlockCode', { accountId }))
  return codeWait
}

/** Sends the code; nothing where the password was wrong, or where the phone has had its codes of the hour. */
export async function sendUnlockCode(
  deps: Pick<Deps, 'db' | 'now' | 'random' | 'newId' | 'derivationKey' | 'sms' | 'config'>,
  { accountId }: JobPayloads['sendUnlockCode'],
): Promise<void> {
  if (accountId === null) return
  const account = await deps.db.directory((directory) =>
    directory
      .selectFrom('account')
      .where('account_id', '=', accountId)
      .where('closed_at', 'is', null)
      .select('phone')
      .executeTakeFirst(),
  )
  if (!account) return
  try {
    await sendCode(deps, unlocking(account.phone, accountId), null, (code) =>
      smsMessage('loginCode', { code }, deps.config.brand),
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
