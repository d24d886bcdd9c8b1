import { createHmac } from 'node:crypto'
import type { Input } from '@moqi/api/call'
import type { security } from '@moqi/api/security'
import { lockState } from '@moqi/domain/account/lockout'
import { accountLimits } from '@moqi/domain/account/limits'
import { willWayTable } from '@moqi/domain/contract/will-kind'
import { checkPin as checkShape, simplePin } from '@moqi/domain/account/user-name'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Person } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { provedWays, willHashOf } from '#src/cores/signer/will.ts'
import { birthdayHash } from '#src/platform/identity-hash.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'
import { useCode } from '#src/platform/messages/verification-code.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { ownPhone } from '#src/platform/messages/own-phone-code.ts'
import { checkSecret, hashSecret } from '#src/platform/keys/password-hash.ts'

/**
 * Sets the signing PIN (domain.md 4.2), which is not the birthday: real-named people only, by a code to the phone.
 * Forgets its failures.
 */
export const setPin: Handler<typeof security.setPin> = async (deps, person, input) => {
  const own = person.spaces.find(({ kind }) => kind === 'person')
  if (own?.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const pin = fieldOf('pin', checkShape(input.pin))
  if (await isBirthday(deps, own.tenantId, pin))
    throw new Refusal('field/invalid', { field: 'pin', message: simplePin })
  await checkPhone(deps, person, input)
  const pinHash = await hashPin(deps, person.accountId, pin)
  return deps.db.directoryWrite(async (tx) => {
    await keepPin(deps, tx, person.accountId, pinHash)
    return keepAnswer(tx, deps, person, null)
  })
}

const hashPin = (deps: Pick<Deps, 'derivationKey'>, accountId: string, pin: string): Promise<string> =>
  hashSecret(keyed(deps, accountId, pin))

const keepPin = ({ now }: Pick<Deps, 'now'>, tx: Db, accountId: string, pinHash: string): Promise<unknown> =>
  tx
    .updateTable('account')
    .set({ pin_hash: pinHash, pin_set_at: now(), pin_failures: 0, pin_failed_at: null })
    .where('account_id', '=', accountId)
    .execute()

/** Gives an account its PIN unasked. */
export async function givePin(deps: Pick<Deps, 'now' | 'derivationKey'>, tx: Db, accountId: string, pin: string) {
  await keepPin(deps, tx, accountId, await hashPin(deps, accountId, pin))
}

/** Who sets a PIN holds the phone or a key: by a code to it, or by a will that was just proved with either. */
async function checkPhone(deps: Deps, person: Person, input: Input<typeof security.setPin>): Promise<void> {
  const { smsCode = '', authToken } = input
  if (authToken === undefined) return useCode(deps, ownPhone(person, 'pin'), smsCode)
  const proved = await deps.db.directory((directory) =>
    provedWays(deps, directory, { accountId: person.accountId, tokenHash: willHashOf(deps, authToken) }),
  )
  if (!proved.some((way) => willWayTable[way].factor === 'possession')) throw new Refusal('will-auth/required')
}

async function isBirthday(
  { db, derivationKey }: Pick<Deps, 'db' | 'derivationKey'>,
  tenantId: string,
  pin: string,
): Promise<boolean> {
  const { birthday_hashes: birthday } = await db.directory((directory) =>
    directory.selectFrom('space').where('tenant_id', '=', tenantId).select('birthday_hashes').executeTakeFirstOrThrow(),
  )
  return birthday?.includes(birthdayHash({ derivationKey }, tenantId, pin)) === true
}

const rule = { failures: accountLimits.pin.failures, lockMs: accountLimits.pin.lockMs }

/** Checks the PIN; five wrong ones lock it for half an hour. Throws `account/pin-wrong`, `account/locked`. */
export async function usePin(deps: Pick<Deps, 'db' | 'now' | 'derivationKey'>, person: Person, pin: string) {
  const counted = await deps.db.directoryWrite((tx) => count(deps, tx, person.accountId))
  if (!counted.pin_hash) throw new Refusal('account/pin-unset')
  if (await checkSecret(keyed(deps, person.accountId, pin), counted.pin_hash)) {
    await deps.db.directory((directory) =>
      directory
        .updateTable('account')
        .set({ pin_failures: 0, pin_failed_at: null })
        .where('account_id', '=', person.accountId)
        .execute(),
    )
    return
  }
  const { triesLeft } = lockState(counted.failures, deps.now(), deps.now(), rule)
  if (triesLeft === 0) throw lockedFor(rule.lockMs)
  throw new Refusal('account/pin-wrong', { left: triesLeft })
}

/** Every try counts before it is judged, so that tries made at once are limited like tries made in turn. */
async function count({ now }: Pick<Deps, 'now'>, tx: Db, accountId: string) {
  const found = await tx
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select(['pin_hash', 'pin_failures', 'pin_failed_at'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const lock = lockState(found.pin_failures, found.pin_failed_at, now(), rule)
  if (lock.locked) throw lockedFor(lock.retryAfter)
  const failures = rule.failures - lock.triesLeft + 1
  await tx
    .updateTable('account')
    .set({ pin_failures: failures, pin_failed_at: now() })
    .where('account_id', '=', accountId)
    .execute()
  return { pin_hash: found.pin_hash, failures }
}

const lockedFor = (ms: number) => new Refusal('account/locked', { minutes: Math.ceil(ms / 60_000) })

const keyed = ({ derivationKey }: Pick<Deps, 'derivationKey'>, accountId: string, pin: string) =>
  createHmac('sha256', derived(derivationKey, 'signing pin')).update(`${accountId} ${pin}`).digest('base64')
