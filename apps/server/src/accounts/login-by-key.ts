import type { Input } from '@moqi/api/call'
import type { KeyChallenge, passkey } from '@moqi/api/passkey'
import { keyPurposes } from '@moqi/domain/account/passkey'
import type { SignInResult } from '@moqi/domain/account/sign-in'
import { Refusal } from '@moqi/domain/refusal'
import { giveChallenge, useChallenge } from '#src/cores/identity/key-challenge.ts'
import { checkAssertion, findKey, keysOf, noteUse, type Passkey } from '#src/cores/identity/passkey.ts'
import { startSession } from '#src/cores/identity/session.ts'
import { logFailure } from '#src/cores/identity/sign-in-log.ts'
import type { Caller } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keyedHash } from '#src/platform/keys/keyed-hash.ts'
import { challengeOf } from '#src/cores/identity/challenge-shape.ts'
import { recordConsent } from '#src/cores/identity/consent.ts'
import { accountNameKey, findSigner } from './find-signer.ts'
import { tellKeyChanged } from '#src/cores/identity/tell-key-changed.ts'

type Login = typeof passkey.loginByKey

/** As many zeros as an account's id has; nobody's. */
const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Signs in by a passkey or FIDO2 key (checklist C10): first a challenge, for any key or for those of an account, then
 * the key's signature over it. A name nobody has is answered like one somebody has.
 */
export const loginByKey: Handler<Login> = async (deps, caller, { id, code, sign, rememberMe, agree }) => {
  if (code === undefined || sign === undefined) return askKey(deps, caller, id)
  const key = await deps.db.directory((directory) => findKey(deps, directory, id))
  const asserted = key && (await checkAssertion(deps, key, { challenge: code, sign }))
  if (!key || !asserted) throw await failed(deps, caller, key, 'wrongKey')
  const outcome = await deps.db.directoryWrite(async (tx) => {
    const challenge = await useChallenge(deps, tx, code)
    if (!challenge || challenge.purpose === 'add') return 'wrongKey'
    if (challenge.accountId !== null && challenge.accountId !== key.account_id) return 'wrongKey'
    // Thrown here, it leaves the challenge as it was.
    if (keyPurposes[challenge.purpose].needsVerification && !asserted.verified) throw unverified()
    if (!(await noteUse(deps, tx, key.credential_id, asserted.counter))) {
      await tellKeyChanged(deps, tx, { accountId: key.account_id, name: key.name, event: 'copied' })
      return 'copiedKey'
    }
    if (agree) await recordConsent(deps, tx, caller, key.account_id)
    return startSession(deps, tx, caller, {
      accountId: key.account_id,
      // Behind a company's provider nothing is remembered: whom the company lets go is out soon.
      remember: rememberMe === 1 && !challenge.provided?.only,
      method: 'key',
      ...(challenge.provided && { provided: challenge.provided }),
    })
  })
  if (typeof outcome === 'string') throw await failed(deps, caller, key, outcome)
  return outcome
}

const unverified = () =>
  new Refusal('account/key-wrong', { message: '该密钥没有验证您的指纹、面容或PIN，请先用密码或验证码登录' })

async function askKey(deps: Deps, caller: Caller, name: Input<Login>['id']): Promise<KeyChallenge> {
  return deps.db.directoryWrite(async (tx) => {
    if (name === '') return challengeOf(deps, await giveChallenge(deps, tx, { purpose: 'signIn', accountId: null }), [])
    const { account } = await findSigner(deps, tx, caller, name)
    const accountId = account?.account_id ?? nobody
    const keys = await keysOf(deps, tx, accountId)
    const code = await giveChallenge(deps, tx, { purpose: 'signIn', accountId })
    return challengeOf(deps, code, keys.length > 0 ? keys : [nobodysKey(deps, name)])
  })
}

/** The same for a name each time, as a key of somebody's would be. */
const nobodysKey = (deps: Deps, name: string) => ({
  credential_id: keyedHash(deps, 'passkey of nobody', [name]).toString('base64url'),
  transports: ['internal', 'hybrid'],
})

async function failed(
  deps: Deps,
  caller: Caller,
  key: Passkey | null,
  result: Exclude<SignInResult, 'success'>,
): Promise<Refusal> {
  if (key) {
    const failure = { accountId: key.account_id, method: 'key', result, deviceId: null, at: deps.now() } as const
    const nameKey = accountNameKey(deps, key.account_id)
    await deps.db.directory((directory) => logFailure(directory, caller, { nameKey, ...failure }))
  }
  return new Refusal(result === 'copiedKey' ? 'account/key-copied' : 'account/key-wrong')
}
