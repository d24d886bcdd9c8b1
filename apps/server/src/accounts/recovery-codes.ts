import type { passkey } from '@moqi/api/passkey'
import { accountLimits } from '@moqi/domain/account/limits'
import { recoveryCode, typedRecoveryCode } from '@moqi/domain/account/passkey'
import { Refusal } from '@moqi/domain/refusal'
import { useChallenge } from '#src/cores/identity/key-challenge.ts'
import { startSession } from '#src/cores/identity/session.ts'
import { logFailure } from '#src/cores/identity/sign-in-log.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { type Keyed, keyedHash } from '#src/platform/keys/keyed-hash.ts'
import { accountNameKey } from './find-signer.ts'

const { recoveryCodes, recoveryLength } = accountLimits.passkey

/** Bound to the account: a row that is moved to another account is no code there. */
const hashOf = (keyed: Keyed, accountId: string, code: string) =>
  keyedHash(keyed, 'recovery code', [accountId, typedRecoveryCode(code)])

/** Gives an account new recovery codes, each good once; those of before are none any more. */
export async function makeRecoveryCodes(
  deps: Pick<Deps, 'random'> & Keyed,
  tx: Db,
  accountId: string,
): Promise<string[]> {
  await forgetRecoveryCodes(tx, accountId)
  const codes = Array.from({ length: recoveryCodes }, () => recoveryCode(deps.random(recoveryLength)))
  const rows = codes.map((code) => ({ account_id: accountId, code_hash: hashOf(deps, accountId, code) }))
  await tx.insertInto('recovery_code').values(rows).execute()
  return codes
}

/** Takes an account's recovery codes away. */
export async function forgetRecoveryCodes(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute()
}

/**
 * Signs in by a recovery code instead of the key, behind the password or code that was right. A wrong one leaves the
 * challenge as it was: sixty random bits are not guessed in five minutes.
 */
export const loginByRecoveryCode: Handler<typeof passkey.loginByRecoveryCode> = async (deps, caller, input) => {
  const outcome = await deps.db
    .directoryWrite(async (tx) => {
      const challenge = await useChallenge(deps, tx, input.code)
      if (challenge?.purpose !== 'second' || challenge.accountId === null) throw new Refusal('account/key-wrong')
      const { accountId } = challenge
      const spent = await tx
        .deleteFrom('recovery_code')
        .where('account_id', '=', accountId)
        .where('code_hash', '=', hashOf(deps, accountId, input.recoveryCode))
        .executeTakeFirst()
      if (spent.numDeletedRows === 0n) throw new WrongCode(accountId)
      const { provided } = challenge
      const remember = input.rememberMe === 1 && !provided?.only
      return startSession(deps, tx, caller, { accountId, remember, method: 'recovery', ...(provided && { provided }) })
    })
    .catch((error: unknown) => {
      if (error instanceof WrongCode) return error
      throw error
    })
  if (!(outcome instanceof WrongCode)) return outcome
  const { accountId } = outcome
  const failure = {
    accountId,
    method: 'recovery',
    result: 'wrongRecoveryCode',
    deviceId: null,
    at: deps.now(),
  } as const
  const nameKey = accountNameKey(deps, accountId)
  await deps.db.directory((directory) => logFailure(directory, caller, { nameKey, ...failure }))
  throw new Refusal('field/invalid', { field: 'recoveryCode', message: '恢复码不正确或已使用过' })
}

/** Undoes the transaction, and with it the use of the challenge. */
class WrongCode extends Error {
  override name = 'WrongCode'
  readonly accountId: string

  constructor(accountId: string) {
    super('no such recovery code')
    this.accountId = accountId
  }
}
