import type { authentication } from '@moqi/api/authentication'
import type { Input } from '@moqi/api/call'
import { lockState } from '@moqi/domain/account/lockout'
import { accountLimits } from '@moqi/domain/account/limits'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import { startSession } from '#src/cores/identity/session.ts'
import { isCrowded, logFailure } from '#src/cores/identity/sign-in-log.ts'
import type { Handler } from '#src/platform/handlers.ts'
import type { Caller } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { useCaptcha } from './captcha.ts'
import { recordConsent } from './consent.ts'
import { findSigner, lockOf, type Signer } from './find-signer.ts'
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
  if (lock.locked) throw lockedFor(lock.retryAfter)
  const stranger = !signer.device?.trusted
  if (lock.captchaRequired || (crowded && stranger)) await requireCaptcha(deps, input)
  const { account, failureKey } = signer
  const right = await checkPassword(deps, account?.account_id ?? null, input.password, account?.password_hash ?? null)
  if (!account || !right) throw await failed(deps, caller, signer)
  return deps.db.directoryWrite(async (tx) => {
    await forgive(deps, tx, failureKey)
    await renewHash(deps, tx, account, input.password)
    if (input.agree) await recordConsent(deps, tx, caller, account.account_id)
    const remember = input.rememberMe === 1
    return startSession(deps, tx, caller, { accountId: account.account_id, remember, method: 'account' })
  })
}

/** Forgets the failures, unless guesses made at the same time have locked the account by now. */
async function forgive({ now }: Deps, tx: Db, failureKey: string): Promise<void> {
  const failures = await tx
    .deleteFrom('login_failure')
    .where('name_hash', '=', failureKey)
    .returning(['failures', 'last_failure_at'])
    .executeTakeFirst()
  const lock = lockState(failures?.failures ?? 0, failures?.last_failure_at ?? null, now())
  // The transaction is undone, and the lock stays.
  if (lock.locked) throw lockedFor(lock.retryAfter)
}

const lockedFor = (ms: number) => new Refusal('account/locked', { minutes: Math.ceil(ms / 60_000) })

async function requireCaptcha(deps: Deps, { captchaId, captchaCode }: Input<Login>): Promise<void> {
  if (!captchaId || !captchaCode) throw new Refusal('account/captcha-required')
  await useCaptcha(deps, { captchaId, captchaCode })
}

/** Failures are counted for names nobody has too: what is answered tells nothing about who exists. */
async function failed({ db, now }: Deps, caller: Caller, signer: Signer): Promise<Refusal> {
  const at = now()
  return db.directoryWrite(async (tx) => {
    const { failures } = await tx
      .insertInto('login_failure')
      .values({ name_hash: signer.failureKey, failures: 1, last_failure_at: at })
      .onConflict((conflict) =>
        conflict.column('name_hash').doUpdateSet({
          failures: sql`case when login_failure.last_failure_at < ${at - accountLimits.login.lockMs} then 1
            else login_failure.failures + 1 end`,
          last_failure_at: at,
        }),
      )
      .returning('failures')
      .executeTakeFirstOrThrow()
    const left = accountLimits.login.failures - failures
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
