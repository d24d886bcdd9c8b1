import type { Input, Output } from '@moqi/api/call'
import type { signIn } from '@moqi/api/sign-in'
import { agentName } from '@moqi/domain/account/agent-name'
import { maskAddress } from '@moqi/domain/identity/address'
import { sql } from 'kysely'
import { Refusal } from '@moqi/domain/refusal'
import { endSessions, sessionEnd } from '#src/cores/identity/session.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { pageOf, readCursor } from '#src/platform/keyset.ts'
import { tellEnded } from '#src/platform/live/live-event.ts'
import type { Person } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isUuid } from '#src/platform/uuid.ts'

type WithDb = Pick<Deps, 'db'>
const yesNo = (yes: boolean) => (yes ? 'yes' : 'no')
const agentOf = (userAgent: string) => {
  const { name, handheld } = agentName(userAgent)
  return { deviceName: name, handheld: yesNo(handheld) } as const
}

/** The sessions that live, this one first, then by last use. */
export const listSessions: Handler<typeof signIn.listSessions> = async ({ db, now }, person) => {
  const rows = await db.directory((directory) =>
    directory.selectFrom('session').where('account_id', '=', person.accountId).selectAll().execute(),
  )
  const isCurrent = (row: (typeof rows)[number]) => row.token_hash.equals(person.sessionHash)
  const living = rows
    .filter((row) => now() <= sessionEnd(row, row.seen_at))
    .toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)) || b.seen_at - a.seen_at)
  return {
    sessionArray: living.map((row) => ({
      sessionId: row.session_id,
      ...agentOf(row.user_agent),
      method: row.method,
      address: maskAddress(row.address),
      createTime: row.created_at,
      seenTime: row.seen_at,
      isCurrent: yesNo(isCurrent(row)),
    })),
  }
}

/** Ends one of the own sessions: its next call is answered −10. Throws `session/not-found`. */
export async function endSession(
  { db }: WithDb,
  { accountId }: Person,
  { sessionId }: Input<typeof signIn.endSession>,
): Promise<null> {
  if (!isUuid(sessionId)) throw new Refusal('session/not-found')
  const ended = await db.directoryWrite(async (tx) => {
    await tx.deleteFrom('auto_login_token').where('account_id', '=', accountId).execute()
    const own = tx.deleteFrom('session').where('account_id', '=', accountId).where('session_id', '=', sessionId)
    const rows = await own.returning('token_hash').execute()
    tellEnded(tx, rows)
    return rows[0]
  })
  if (!ended) throw new Refusal('session/not-found')
  return null
}

/** Ends every session of the account but this one, and the links that would start another. */
export async function endOtherSessions(
  { db }: WithDb,
  { accountId, sessionHash }: Person,
): Promise<Output<typeof signIn.endOtherSessions>> {
  const endedNumber = await db.directoryWrite((tx) => endSessions(tx, accountId, sessionHash))
  return { endedNumber }
}

/** The devices the account trusts, the one that asks first, then by last sign-in. */
export async function listDevices(
  { db }: WithDb,
  { accountId, sessionHash }: Person,
): Promise<Output<typeof signIn.listDevices>> {
  const { rows, own } = await db.directory(async (directory) => ({
    rows: await directory
      .selectFrom('device')
      .where('account_id', '=', accountId)
      .where('trusted', '=', true)
      .orderBy('seen_at', 'desc')
      .selectAll()
      .execute(),
    own: await directory
      .selectFrom('session')
      .where('token_hash', '=', sessionHash)
      .select('device_id')
      .executeTakeFirst(),
  }))
  const isCurrent = (row: (typeof rows)[number]) => row.device_id === own?.device_id
  return {
    deviceArray: rows
      .toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)))
      .map((row) => ({
        deviceId: row.device_id,
        ...agentOf(row.user_agent),
        address: maskAddress(row.address),
        createTime: row.created_at,
        seenTime: row.seen_at,
        isCurrent: yesNo(isCurrent(row)),
      })),
  }
}

/** Forgets a device: it is a stranger from now on, and its sessions end, but for the one that asks. */
export async function forgetDevice(
  { db }: WithDb,
  { accountId, sessionHash }: Person,
  { deviceId }: Input<typeof signIn.forgetDevice>,
): Promise<null> {
  if (!isUuid(deviceId)) throw new Refusal('device/not-found')
  await db.directoryWrite(async (tx) => {
    const own = tx.selectFrom('device').where('account_id', '=', accountId).where('device_id', '=', deviceId)
    const found = await own.select('device_id').forUpdate().executeTakeFirst()
    if (!found) throw new Refusal('device/not-found')
    const rows = await tx
      .deleteFrom('session')
      .where('account_id', '=', accountId)
      .where('device_id', '=', deviceId)
      .where('token_hash', '<>', sessionHash)
      .returning('token_hash')
      .execute()
    tellEnded(tx, rows)
    await tx.deleteFrom('device').where('device_id', '=', deviceId).execute()
  })
  return null
}

/** Sign-ins and failed ones, newest first, by keyset; kept for 190 days. */
export async function listSignIns(
  { db }: WithDb,
  { accountId }: Person,
  { cursor, pageSize }: Input<typeof signIn.listSignIns>,
): Promise<Output<typeof signIn.listSignIns>> {
  const before = readCursor(cursor)
  const rows = await db.directory((directory) =>
    directory
      .selectFrom('sign_in_log')
      .where('account_id', '=', accountId)
      .$if(before !== null, (query) => query.where(sql<boolean>`(at, sign_in_id) < (${before?.at}, ${before?.id})`))
      .orderBy('at', 'desc')
      .orderBy('sign_in_id', 'desc')
      .limit(pageSize + 1)
      .selectAll()
      .execute(),
  )
  const { page, nextCursor } = pageOf(rows, pageSize, (row) => ({ at: row.at, id: row.sign_in_id }))
  return {
    signInArray: page.map((row) => ({
      signInId: row.sign_in_id,
      time: row.at,
      method: row.method,
      result: row.result,
      ...agentOf(row.user_agent),
      address: maskAddress(row.address),
      newDevice: yesNo(row.new_device),
    })),
    nextCursor,
  }
}
