import { accountLimits } from '@moqi/domain/account/limits'
import { addressGroup } from '@moqi/domain/identity/address'
import type { SignInMethod, SignInResult } from '@moqi/domain/account/sign-in'
import { sql } from 'kysely'
import type { Caller } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'

const { failuresPerHour } = accountLimits.signInLog
const hourMs = 3_600_000

type SignIn = { accountId: string; method: SignInMethod; deviceId: string | null; isNew: boolean; at: number }

/** Writes a sign-in down. On a device the account did not know its owner is told, except at the very first sign-in. */
export async function logSignIn(
  tx: Db,
  caller: Caller,
  { accountId, method, deviceId, isNew, at }: SignIn,
): Promise<void> {
  const first = await tx
    .updateTable('account')
    .set({ first_sign_in_at: at })
    .where('account_id', '=', accountId)
    .where('first_sign_in_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  const newDevice = isNew && !first
  const { address, userAgent } = caller
  if (newDevice && (await alertsSince(tx, accountId, at - 24 * hourMs)) < accountLimits.device.alertsPerDay) {
    await enqueue(tx, 'announceNewDevice', { accountId, address, userAgent, at })
  }
  const row = { name_key: null, account_id: accountId, at, method, result: 'success' } as const
  await tx
    .insertInto('sign_in_log')
    .values({
      ...row,
      address,
      address_group: addressGroup(address),
      user_agent: userAgent,
      device_id: deviceId,
      new_device: newDevice,
    })
    .execute()
}

async function alertsSince(tx: Db, accountId: string, since: number): Promise<number> {
  const { count } = await tx
    .selectFrom('sign_in_log')
    .where('account_id', '=', accountId)
    .where('new_device', '=', true)
    .where('at', '>', since)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A sign-in that failed: for a name, hashed, and for its account if somebody has it. */
export type Failure = {
  nameKey: string
  accountId: string | null
  method: SignInMethod
  result: Exclude<SignInResult, 'success'>
  deviceId: string | null
  at: number
}

/**
 * Writes a failure down, for names nobody has as well: it costs the same. A name's failures fill no log: 20 an hour.
 */
export async function logFailure(db: Db, { address, userAgent }: Caller, failure: Failure): Promise<void> {
  const { nameKey, accountId, method, result, deviceId, at } = failure
  await sql`
    insert into sign_in_log (name_key, account_id, at, method, result, address, address_group, user_agent, device_id)
    select ${nameKey}, ${accountId}::uuid, ${at}::bigint, ${method}, ${result}, ${address}, ${addressGroup(address)},
      ${userAgent}, ${deviceId}::uuid
    where (select count(*) from sign_in_log where name_key = ${nameKey} and at > ${at - hourMs}::bigint) < ${failuresPerHour}::bigint
  `.execute(db)
}

/** Whether so many different names have failed from this address lately that strangers there answer a captcha. */
export async function isCrowded(directory: Db, address: string, now: number): Promise<boolean> {
  const { names, windowMs } = accountLimits.crowd
  const found = await directory
    .selectFrom('sign_in_log')
    .where('address_group', '=', addressGroup(address))
    .where('result', '<>', 'success')
    .where('at', '>', now - windowMs)
    .select(({ fn }) => fn.count<number>('name_key').distinct().as('failing'))
    .executeTakeFirstOrThrow()
  return Number(found.failing) >= names
}
