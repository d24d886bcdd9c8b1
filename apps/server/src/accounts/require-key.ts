import type { passkey } from '@moqi/api/passkey'
import { Refusal } from '@moqi/domain/refusal'
import { keysOf } from '#src/cores/identity/passkey.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { ownPhone } from '#src/platform/messages/own-phone-code.ts'
import { useCode } from '#src/platform/messages/verification-code.ts'
import { forgetRecoveryCodes, makeRecoveryCodes } from './recovery-codes.ts'

/**
 * Whether a password or a code is enough to sign in from now on, by a code to the phone. Who asks for a key besides
 * gets recovery codes, which are shown this once; asking again makes others. Without a key it throws
 * `account/key-not-found`.
 */
export const requireKey: Handler<typeof passkey.requireKey> = async (deps, person, input) => {
  const { accountId } = person
  const required = input.keyRequired === 'yes'
  const keys = await deps.db.directory((directory) => keysOf(deps, directory, accountId))
  if (required && keys.length === 0) throw new Refusal('account/key-not-found')
  await useCode(deps, ownPhone(person, 'key'), input.smsCode)
  return deps.db.directoryWrite(async (tx) => {
    const account = tx.updateTable('account').where('account_id', '=', accountId)
    await account.set({ key_required_at: required ? deps.now() : null }).execute()
    // The account's row is locked now: the last key is not removed meanwhile.
    if (required && (await keysOf(deps, tx, accountId)).length === 0) throw new Refusal('account/key-not-found')
    if (required) return { recoveryCodes: await makeRecoveryCodes(deps, tx, accountId) }
    await forgetRecoveryCodes(tx, accountId)
    return { recoveryCodes: [] }
  })
}
