import { argon2, type BinaryLike, randomBytes, timingSafeEqual } from 'node:crypto'
import { isKeyedHash, type Keyed, keyedHash } from './keyed-hash.ts'

/** Argon2id with the parameters OWASP asks for; they travel with the hash, so they can rise later. */
const current = { memory: 19_456, passes: 2, parallelism: 1 }
type Parameters = typeof current

/** Hashes what was keyed already: `argon2id$memory$passes$parallelism$salt$hash`. */
export async function hashSecret(secret: BinaryLike, parameters: Parameters = current): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(secret, salt, parameters)
  const { memory, passes, parallelism } = parameters
  return ['argon2id', memory, passes, parallelism, salt.toString('base64'), tag.toString('base64')].join('$')
}

/** Whether a secret is the hashed one. With no hash it takes as long and answers no: silence about who exists. */
export async function checkSecret(secret: BinaryLike, stored: string | null): Promise<boolean> {
  const [kind, memory, passes, parallelism, salt, tag] = (stored ?? (await nobody())).split('$')
  if (kind !== 'argon2id' || !salt || !tag) return false
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const made = await derive(secret, Buffer.from(salt, 'base64'), parameters)
  const expected = Buffer.from(tag, 'base64')
  return stored !== null && made.length === expected.length && timingSafeEqual(made, expected)
}

const keyedPrefix = 'keyed$'
const adoptedPrefix = 'adopted$'

/**
 * Hashes an account's password for storage. It is keyed first, with the account: a hash that somebody writes into the
 * table without the key, or copies from another account, is no password.
 */
export const hashPassword = async (
  keyed: Keyed,
  accountId: string,
  password: string,
  parameters: Parameters = current,
): Promise<string> => keyedPrefix + (await hashSecret(peppered(keyed, accountId, password), parameters))

/** A hash made before passwords were keyed, as it is kept from then on: bound to its account by a keyed hash. */
export const adoptPassword = (keyed: Keyed, accountId: string, stored: string): string =>
  `${adoptedPrefix}${keyedHash(keyed, 'adopted password', [accountId, stored]).toString('base64')}$${stored}`

/** Whether a stored hash has the form of before passwords were keyed, and was not adopted. */
export const isUnkeyed = (stored: string): boolean => stored.startsWith('argon2id$')

/** Whether a stored hash is to be made anew when its password is next at hand. */
export const isAdopted = (stored: string | null): boolean => stored?.startsWith(adoptedPrefix) === true

/** Whether a password is the account's hashed one. With no account or hash it takes as long and answers no. */
export async function checkPassword(
  keyed: Keyed,
  account: { account_id: string; password_hash: string | null } | null,
  password: string,
): Promise<boolean> {
  if (!account || account.password_hash === null) return checkSecret(password, null)
  const { account_id: accountId, password_hash: stored } = account
  if (stored.startsWith(keyedPrefix)) {
    return checkSecret(peppered(keyed, accountId, password), stored.slice(keyedPrefix.length))
  }
  if (!stored.startsWith(adoptedPrefix)) return checkSecret(password, null)
  const [mac = '', ...rest] = stored.slice(adoptedPrefix.length).split('$')
  const inner = rest.join('$')
  const isOwn = isKeyedHash(keyed, 'adopted password', [accountId, inner], Buffer.from(mac, 'base64'))
  return checkSecret(password, isOwn ? inner : null)
}

const peppered = (keyed: Keyed, accountId: string, password: string) =>
  keyedHash(keyed, 'password', [accountId, password]).toString('base64')

let nobodyHash: Promise<string> | undefined
const nobody = () => (nobodyHash ??= hashSecret(randomBytes(16).toString('hex')))

function derive(message: BinaryLike, nonce: Buffer, parameters: Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce, tagLength: 32, ...parameters }, (error, tag) => {
      if (error) reject(error)
      else resolve(tag)
    })
  })
}
