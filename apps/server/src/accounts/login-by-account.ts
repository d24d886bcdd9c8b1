import { createHmac } from 'node:crypto'
import type { authentication } from '@moqi/api/authentication'
import type { Input, Output } from '@moqi/api/call'
import { lockState } from '@moqi/domain/account/lockout'
import { accountLimits } from '@moqi/domain/account/limits'
import { checkPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import type { Caller } from '#src/platform/actor.ts'
import { startSession } from '#src/http/session.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'
import { useCaptcha } from './captcha.ts'
import { checkPassword } from './password-hash.ts'

type Login = typeof authentication.loginByAccount

/** Signs in by user name or phone and password (checklist C1): captcha from the third failure, locked from the fifth. */
export async function loginByAccount(deps: Deps, caller: Caller, input: Input<Login>): Promise<Output<Login>> {
  const { account, failureKey, failures } = await deps.db.directory((directory) =>
    look(deps, directory, input.userName),
  )
  const lock = lockState(failures?.failures ?? 0, failures?.last_failure_at ?? null, deps.now())
  if (lock.locked) throw lockedFor(lock.retryAfter)
  if (lock.captchaRequired) await requireCaptcha(deps, input)
  const right = await checkPassword(input.password, account?.password_hash ?? null)
  if (!account || !right) throw await failed(deps, failureKey)
  return deps.db.directoryWrite(async (tx) => {
    await forgive(deps, tx, failureKey)
    return startSession(deps, tx, caller, { accountId: account.account_id, remember: input.rememberMe === 1 })
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

async function look(deps: Deps, directory: Db, name: string) {
  const phone = checkPhone(name)
  const account = await directory
    .selectFrom('account')
    .where((eb) => (phone.ok ? eb('phone', '=', phone.value) : eb('user_name', '=', name)))
    .select(['account_id', 'password_hash'])
    .executeTakeFirst()
  // A name nobody has is counted by what would find its account, as a name somebody has is.
  const failureKey = nameHash(deps, account?.account_id ?? `name ${phone.ok ? phone.value : name}`)
  const failures = await directory
    .selectFrom('login_failure')
    .where('name_hash', '=', failureKey)
    .select(['failures', 'last_failure_at'])
    .executeTakeFirst()
  return { account, failureKey, failures }
}

/** Failures are counted for names nobody has too: what is answered tells nothing about who exists. */
async function failed({ db, now }: Deps, failureKey: string): Promise<Refusal> {
  const at = now()
  const { failures } = await db.directory((directory) =>
    directory
      .insertInto('login_failure')
      .values({ name_hash: failureKey, failures: 1, last_failure_at: at })
      .onConflict((conflict) =>
        conflict.column('name_hash').doUpdateSet({
          failures: sql`case when login_failure.last_failure_at < ${at - accountLimits.login.lockMs} then 1
            else login_failure.failures + 1 end`,
          last_failure_at: at,
        }),
      )
      .returning('failures')
      .executeTakeFirstOrThrow(),
  )
  const left = accountLimits.login.failures - failures
  if (left > 0) return new Refusal('account/credentials', { left })
  return lockedFor(accountLimits.login.lockMs)
}

/** Failures are counted under this, made of an account's id. */
export const nameHash = ({ derivationKey }: Pick<Deps, 'derivationKey'>, name: string) =>
  createHmac('sha256', derived(derivationKey, 'login failure')).update(name).digest('hex')
