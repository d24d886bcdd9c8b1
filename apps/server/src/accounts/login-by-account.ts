import type { authentication } from '@moqi/api/authentication'
import type { Input } from '@moqi/api/call'
import { accountLimits } from '@moqi/domain/account/limits'
import type { LockState } from '@moqi/domain/account/lockout'
import { Refusal } from '@moqi/domain/refusal'
import { isCrowded, logFailure } from '#src/cores/identity/sign-in-log.ts'
import type { Handler } from '#src/platform/handlers.ts'
import type { Caller } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { CodePurpose } from '#src/platform/messages/verification-code.ts'
import { unlocking } from './signer-code.ts'
import { useSignInCode } from './use-sign-in-code.ts'
import { useCaptcha } from './captcha.ts'
import { recordConsent } from '#src/cores/identity/consent.ts'
import { enterAccount } from '#src/cores/identity/enter-account.ts'
import { findSigner, type Signer } from './find-signer.ts'
import { countFailure, forgiveFailures, lockedFor, lockOf } from './password-failures.ts'
import { renewHash } from './set-password.ts'
import { checkPassword } from '#src/platform/keys/password-hash.ts'

type Login = typeof authentication.loginByAccount

/**
 * Signs in by user name or phone and password (checklist C1): captcha from the third failure, locked from the fifth,
 * counted apart for each trusted device and for all strangers together. Where many names fail from one address,
 * strangers answer a captcha there.
 */
export const loginByAccount: Handler<Login> = async (deps, caller, input) => {
  const { signer, lock, crowded } = await deps.db.directory(async (directory) => {
    const found = await findSigner(deps, directory, caller, input.userName)
    return {
      signer: found,
      lock: await lockOf(directory, found.failureKey, deps.now()),
      crowded: await isCrowded(directory, caller.address, deps.now()),
    }
  })
  const stranger = !signer.device?.trusted
  if (lock.locked) return signInThroughLock(deps, caller, input, { signer, lock })
  if (lock.captchaRequired || (crowded && stranger)) await requireCaptcha(deps, input)
  const { account, failureKey } = signer
  const right = await checkPassword(deps, account, input.password)
  if (!account || !right) throw await failed(deps, caller, signer)
  return enter(deps, caller, { input, account }, (tx) => forgiveFailures(tx, failureKey, deps.now()))
}

type KnownAccount = NonNullable<Signer['account']>

type Entering = { input: Input<Login>; account: KnownAccount }

async function enter(
  deps: Deps,
  caller: Caller,
  { input, account }: Entering,
  before: (tx: Db) => Promise<void> = async () => {},
) {
  const accountId = account.account_id
  const session = { accountId, remember: input.rememberMe === 1, method: 'account' } as const
  return enterAccount(deps, caller, session, async (tx) => {
    await before(tx)
    await renewHash(deps, tx, account, input.password)
    if (input.agree) await recordConsent(deps, tx, caller, accountId)
  })
}

/**
 * Where strangers have locked the account, the password and a code that only who knows it was sent: strangers stay
 * locked. A wrong password is a wrong code in every respect, so that nobody guesses it here. Throws
 * `account/code-wrong`; `account/locked` without a code, and on the trusted device that failed itself.
 */
async function signInThroughLock(
  deps: Deps,
  caller: Caller,
  input: Input<Login>,
  { signer, lock }: { signer: Signer; lock: LockState },
) {
  const { account, device } = signer
  if (device?.trusted || !input.smsCode) throw lockedFor(lock.retryAfter)
  const right = await checkPassword(deps, account, input.password)
  const known = account && right ? account : null
  // Of nobody: wrong passwords use up no try of the code that its owner was sent.
  const purpose = await unlockPurpose(deps, known?.account_id ?? null)
  await useSignInCode(deps, caller, { purpose, code: input.smsCode, method: 'account', signer })
  if (!known) throw new Error('a code matched that nobody was sent')
  return enter(deps, caller, { input, account: known })
}

/** Of nobody's account it is a purpose for which no code is ever sent. */
async function unlockPurpose({ db }: Deps, accountId: string | null): Promise<CodePurpose> {
  const found = await db.directory((directory) =>
    directory.selectFrom('account').where('account_id', '=', accountId).select('phone').executeTakeFirst(),
  )
  return unlocking(found?.phone ?? '', accountId ?? '')
}

async function requireCaptcha(deps: Deps, { captchaId, captchaCode }: Input<Login>): Promise<void> {
  if (!captchaId || !captchaCode) throw new Refusal('account/captcha-required')
  await useCaptcha(deps, { captchaId, captchaCode })
}

/** Failures are counted for names nobody has too: what is answered tells nothing about who exists. */
async function failed({ db, now }: Deps, caller: Caller, signer: Signer): Promise<Refusal> {
  const at = now()
  return db.directoryWrite(async (tx) => {
    const left = await countFailure(tx, signer.failureKey, at)
    await logFailure(tx, caller, {
      nameKey: signer.nameKey,
      accountId: signer.account?.account_id ?? null,
      method: 'account',
      result: left > 0 ? 'wrongPassword' : 'locked',
      deviceId: signer.device?.deviceId ?? null,
      at,
    })
    return left > 0 ? new Refusal('account/credentials', { left }) : lockedFor(accountLimits.login.lockMs)
  })
}
