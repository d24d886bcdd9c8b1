import { createHmac } from 'node:crypto'
import { checkPhone } from '@moqi/domain/identity/phone'
import { findDevice, type KnownDevice } from '#src/cores/identity/device.ts'
import type { Caller } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'

/** Whom a typed name means. Everything here is found out alike for a name nobody has. */
export type Signer = {
  account: { account_id: string; password_hash: string | null } | null
  /** The name, hashed: what would find its account, else the account. */
  nameKey: string
  /** What failures are counted by: a trusted device's apart, so that strangers' guesses lock strangers only. */
  failureKey: string
  device: KnownDevice | null
}

/** Finds the signer by phone or user name. */
export async function findSigner(
  deps: Pick<Deps, 'derivationKey'>,
  directory: Db,
  caller: Caller,
  name: string,
): Promise<Signer> {
  const phone = checkPhone(name)
  const account = await directory
    .selectFrom('account')
    .where((eb) => (phone.ok ? eb('phone', '=', phone.value) : eb('user_name', '=', name)))
    .select(['account_id', 'password_hash'])
    .executeTakeFirst()
  const device = await findDevice(deps, directory, caller, account?.account_id ?? null)
  const nameKey = hashed(deps, account?.account_id ?? `name ${phone.ok ? phone.value : name}`)
  const failureKey = device?.trusted ? hashed(deps, `device ${device.deviceId}`) : nameKey
  return { account: account ?? null, nameKey, failureKey, device }
}

/** What stands for an account's name in the log of sign-ins, whichever way it was tried. */
export const accountNameKey = (deps: Pick<Deps, 'derivationKey'>, accountId: string): string => hashed(deps, accountId)

/** What failures are counted by where somebody who is signed in says the own password. */
export const ownPasswordKey = (deps: Pick<Deps, 'derivationKey'>, accountId: string): string =>
  hashed(deps, `own password ${accountId}`)

/** Forgets every failure of an account, its trusted devices' too. */
export async function forgiveAccount(deps: Pick<Deps, 'derivationKey'>, tx: Db, accountId: string): Promise<void> {
  const devices = await tx.selectFrom('device').where('account_id', '=', accountId).select('device_id').execute()
  const texts = [accountId, ...devices.map(({ device_id }) => `device ${device_id}`)]
  const keys = [ownPasswordKey(deps, accountId), ...texts.map((text) => hashed(deps, text))]
  await tx.deleteFrom('login_failure').where('name_hash', 'in', keys).execute()
}

const hashed = ({ derivationKey }: Pick<Deps, 'derivationKey'>, text: string) =>
  createHmac('sha256', derived(derivationKey, 'login failure')).update(text).digest('hex')
