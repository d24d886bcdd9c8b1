import { checkPassword as checkShape } from '@moqi/domain/account/password'
import { operatorLimits } from '@moqi/domain/operators/operator-rules'
import { Refusal } from '@moqi/domain/refusal'
import type { Caller } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Selectable } from 'kysely'
import type { Keyed } from '#src/platform/keys/keyed-hash.ts'
import { hashPassword } from '#src/platform/keys/password-hash.ts'
import { base32, matchingStep } from '#src/platform/keys/totp.ts'
import { addOperatorLog } from './operator-log.ts'
import { enrolHashOf, openedSecret, recoveryHashOf, sealedSecret } from './operator-secrets.ts'
import { startOperatorSession } from './operator-session.ts'

type Making = Pick<Deps, 'now' | 'random'> & Keyed

const typed = (bytes: Buffer) => (base32(bytes).match(/.{1,4}/g) ?? []).join('-')

/**
 * What lets an operator choose a password and an authenticator, once and within a day, in place of whatever was chosen
 * before. Answers the code, which is stored nowhere.
 */
export async function offerEnrolment(deps: Making, tx: Db, operatorId: string): Promise<string> {
  const code = typed(deps.random(15))
  const endsAt = deps.now() + operatorLimits.enrolment.lifeMs
  await tx.deleteFrom('operator_recovery').where('operator_id', '=', operatorId).execute()
  await tx.deleteFrom('operator_session').where('operator_id', '=', operatorId).execute()
  await tx
    .updateTable('operator')
    .set({
      password_hash: null,
      totp_secret: null,
      enrol_hash: enrolHashOf(deps, operatorId, code, endsAt),
      enrol_ends_at: endsAt,
      failures: 0,
      failed_at: null,
    })
    .where('operator_id', '=', operatorId)
    .execute()
  return code
}

type Enrolling = { name: string; enrolCode: string }

/** The operator who shows this enrolment code. Throws `operator/enrolment` for any other. */
async function enrolling(
  deps: Making,
  tx: Db,
  { name, enrolCode }: Enrolling,
): Promise<Selectable<Schema['operator']>> {
  const found = await tx
    .selectFrom('operator')
    .where('name', '=', name.toLowerCase())
    .where('disabled_at', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!found?.enrol_hash || found.enrol_ends_at <= deps.now()) throw new Refusal('operator/enrolment')
  const shown = enrolHashOf(deps, found.operator_id, enrolCode, found.enrol_ends_at)
  if (!shown.equals(found.enrol_hash)) throw new Refusal('operator/enrolment')
  return found
}

/** Keeps a password and makes the secret that the authenticator is to hold. Throws `operator/enrolment`. */
export async function beginEnrolment(
  deps: Making,
  tx: Db,
  { password, ...shown }: Enrolling & { password: string },
): Promise<{ name: string; secret: string }> {
  const { operator_id: operatorId, name } = await enrolling(deps, tx, shown)
  const checked = checkShape(password, { userName: name })
  if (!checked.ok) throw new Refusal('field/invalid', { field: 'password', message: checked.message })
  const secret = deps.random(20)
  await tx
    .updateTable('operator')
    .set({
      password_hash: await hashPassword(deps, operatorId, checked.value),
      totp_secret: sealedSecret(deps, operatorId, secret),
      used_step: 0,
    })
    .where('operator_id', '=', operatorId)
    .execute()
  return { name, secret: base32(secret) }
}

/**
 * Ends an enrolment once the authenticator has shown that it holds the secret: answers a session and the recovery
 * codes, which are stored nowhere. Throws `operator/enrolment`, and `operator/code` for a wrong one-time password.
 */
export async function endEnrolment(
  deps: Making & Pick<Deps, 'newId'>,
  tx: Db,
  caller: Caller,
  { code, ...shown }: Enrolling & { code: string },
): Promise<{ token: string; expireTime: number; recoveryCodes: string[] }> {
  const { operator_id: operatorId, totp_secret: stored } = await enrolling(deps, tx, shown)
  const step =
    stored === null
      ? null
      : matchingStep(openedSecret(deps, operatorId, stored), { code: code.trim(), at: deps.now(), after: 0 })
  if (step === null) throw new Refusal('operator/code')
  await tx
    .updateTable('operator')
    .set({ enrol_hash: null, used_step: step })
    .where('operator_id', '=', operatorId)
    .execute()
  const recoveryCodes = Array.from({ length: operatorLimits.recoveryCodes }, () => typed(deps.random(10)))
  const rows = recoveryCodes.map((one) => ({
    operator_id: operatorId,
    code_hash: recoveryHashOf(deps, operatorId, one),
  }))
  await tx.insertInto('operator_recovery').values(rows).execute()
  await addOperatorLog(deps, tx, { operatorId, address: caller.address, verb: 'enrol' })
  return { ...(await startOperatorSession(deps, tx, caller, operatorId)), recoveryCodes }
}
