import { accountLimits } from '@moqi/domain/account/limits'
import type { Caller } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type Keyed, keyedHash } from '#src/platform/keys/keyed-hash.ts'

/** A browser that has signed in to the account before; when `trusted`, its failures count apart from strangers'. */
export type KnownDevice = { deviceId: string; trusted: boolean }

/** Bound to the account: a row that is moved to another account knows nobody there. */
const secretHash = (keyed: Keyed, accountId: string, secret: string) => keyedHash(keyed, 'device', [accountId, secret])

/** The secrets a browser holds, one an account it has signed in to, as the header `X-Device` carries them. */
export const readDevices = (header: unknown): string[] =>
  typeof header === 'string'
    ? header
        .split(',')
        .filter((secret) => /^[\w-]{43}$/.test(secret))
        .slice(0, accountLimits.device.perBrowser)
    : []

/** An account nobody has, so that a name nobody has is looked up as any other. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** The account's device that asks, or null when the account does not know it. */
export async function findDevice(
  keyed: Keyed,
  directory: Db,
  { devices = [] }: Caller,
  accountId: string | null,
): Promise<KnownDevice | null> {
  if (devices.length === 0) return null
  const found = await directory
    .selectFrom('device')
    .where('account_id', '=', accountId ?? nobody)
    .where(
      'secret_hash',
      'in',
      devices.map((secret) => secretHash(keyed, accountId ?? nobody, secret)),
    )
    .select(['device_id', 'trusted'])
    .executeTakeFirst()
  return found ? { deviceId: found.device_id, trusted: found.trusted } : null
}

/**
 * The device of a sign-in: the one known, else a new one with the secret it is to prove itself by from now on. It
 * opens nothing: it says which browser this is.
 */
export async function meetDevice(
  deps: Pick<Deps, 'now' | 'random'> & Keyed,
  tx: Db,
  caller: Caller,
  { accountId, trust }: { accountId: string; trust: boolean },
): Promise<{ deviceId: string; secret?: string }> {
  const { now, random } = deps
  const seen = { user_agent: caller.userAgent, address: caller.address, seen_at: now() }
  const known = await findDevice(deps, tx, caller, accountId)
  if (known) {
    const trusted = known.trusted || trust
    await tx
      .updateTable('device')
      .set({ ...seen, trusted })
      .where('device_id', '=', known.deviceId)
      .execute()
    return { deviceId: known.deviceId }
  }
  const secret = random(32).toString('base64url')
  const made = await tx
    .insertInto('device')
    .values({
      ...seen,
      account_id: accountId,
      secret_hash: secretHash(deps, accountId, secret),
      trusted: trust,
      created_at: now(),
    })
    .returning('device_id')
    .executeTakeFirstOrThrow()
  return { deviceId: made.device_id, secret }
}
