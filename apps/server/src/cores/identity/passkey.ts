import { isCopied } from '@moqi/domain/account/passkey'
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { verifyAssertion } from '#src/platform/webauthn.ts'
import { isKeyedHash, type Keyed, keyedHash, type KeyedPart } from '#src/platform/keys/keyed-hash.ts'

/** A key as it is kept. */
export type Passkey = Selectable<Schema['passkey']>

/** Who asks keys to sign, and from where: the host and the origin people reach this server at. */
export function relyingParty({ config }: Pick<Deps, 'config'>): { rpId: string; origin: string } {
  const { hostname, origin } = new URL(config.publicUrl)
  return { rpId: hostname, origin }
}

/** What an authenticator knows an account by: the same for all of its keys, and no name. */
export const userHandleOf = (keyed: Keyed, accountId: string): string =>
  keyedHash(keyed, 'passkey user', [accountId]).toString('base64url')

/** What a key's row is held to: a row that is written, or moved to another account, signs nobody in. */
export const passkeyMac = (
  keyed: Keyed,
  row: Pick<Passkey, 'credential_id' | 'account_id' | 'public_key' | 'created_at'>,
): Buffer => keyedHash(keyed, 'passkey', macParts(row))

const macParts = (row: Pick<Passkey, 'credential_id' | 'account_id' | 'public_key' | 'created_at'>): KeyedPart[] => [
  row.credential_id,
  row.account_id,
  row.public_key.toString('hex'),
  row.created_at,
]

/** An account's keys, the oldest first. */
export async function keysOf(keyed: Keyed, directory: Db, accountId: string): Promise<Passkey[]> {
  const rows = await directory
    .selectFrom('passkey')
    .where('account_id', '=', accountId)
    .selectAll()
    .orderBy('created_at')
    .execute()
  return rows.filter((row) => isKeyedHash(keyed, 'passkey', macParts(row), row.mac))
}

/** The key of that id, whoever's it is; null when there is none. */
export async function findKey(keyed: Keyed, directory: Db, credentialId: string): Promise<Passkey | null> {
  const row = await directory
    .selectFrom('passkey')
    .where('credential_id', '=', credentialId)
    .selectAll()
    .executeTakeFirst()
  return row && isKeyedHash(keyed, 'passkey', macParts(row), row.mac) ? row : null
}

const text = z.string().regex(/^[\w-]+$/)
const Assertion = z.object({
  clientDataJSON: text,
  authenticatorData: text,
  signature: text,
  userHandle: text.optional(),
})

/** An assertion's parts, of base64url of its JSON; null when it is none. */
export const assertionOf = (sign: string): z.infer<typeof Assertion> | null =>
  Assertion.safeParse(parsedJson(Buffer.from(sign, 'base64url').toString())).data ?? null

/** What a key's signature says: how often it was used by its own count, and whether it has seen who holds it. */
export type Asserted = { counter: number; verified: boolean }

/**
 * Whether `sign` (base64url of an assertion's JSON) is this key's signature over the challenge, made for this server's
 * origin; null when it is not.
 */
export async function checkAssertion(
  deps: Pick<Deps, 'config'> & Keyed,
  key: Passkey,
  { challenge, sign }: { challenge: string; sign: string },
): Promise<Asserted | null> {
  const read = assertionOf(sign)
  if (!read) return null
  const { userHandle, clientDataJSON, authenticatorData, signature } = read
  if (userHandle !== undefined && userHandle !== userHandleOf(deps, key.account_id)) return null
  const asked = { challenge, ...relyingParty(deps) }
  const held = { keyId: key.credential_id, publicKey: key.public_key }
  return verifyAssertion(asked, held, { clientDataJSON, authenticatorData, signature })
}

/** Writes a use down. False when the counter went back: the key counts as copied, and was not used. */
export async function noteUse(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  credentialId: string,
  counter: number,
): Promise<boolean> {
  const found = await tx
    .selectFrom('passkey')
    .where('credential_id', '=', credentialId)
    .select('counter')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const copied = isCopied(found.counter, counter)
  await tx
    .updateTable('passkey')
    .set(copied ? { copied_at: now() } : { counter, used_at: now() })
    .where('credential_id', '=', credentialId)
    .execute()
  return !copied
}

function parsedJson(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}
