import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '#src/platform/deps.ts'
import { derived } from './key-encryption-key.ts'

/** What makes keyed hashes. */
export type Keyed = Pick<Deps, 'derivationKey'>

/** What a keyed hash says of its parts; each kind has a key of its own, so that one is nothing in another's place. */
export type KeyedKind =
  | 'session token'
  | 'session'
  | 'pass token'
  | 'pass'
  | 'device'
  | 'sign-in link token'
  | 'sign-in link'
  | 'will token'
  | 'will'
  | 'proof token'
  | 'proof'
  | 'ticket token'
  | 'invitation link token'
  | 'export link'
  | 'printed copy'
  | 'printed page'
  | 'printed copy number'
  | 'passkey'
  | 'passkey user'
  | 'passkey of nobody'
  | 'certificate key'
  | 'recovery code'
  | 'password'
  | 'adopted password'
  | 'provider browser'
  | 'provider nonce'
  | 'provider verifier'
  | 'provider link'
  | 'provisioning token'
  | 'operator session token'
  | 'operator session'
  | 'operator enrolment'
  | 'operator recovery'
  | 'journal value'
  | 'journal line'
  | 'journal chain'
  | 'journal head'

/** A part of what is hashed. */
export type KeyedPart = string | number | boolean | null | readonly KeyedPart[] | { readonly [name: string]: KeyedPart }

const keys = new WeakMap<Buffer, Map<KeyedKind, Buffer>>()

/** The key of a kind, derived once: a transaction makes dozens of hashes. */
export function keyFor({ derivationKey }: Keyed, kind: KeyedKind): Buffer {
  const own = keys.get(derivationKey) ?? new Map<KeyedKind, Buffer>()
  keys.set(derivationKey, own)
  const key = own.get(kind) ?? derived(derivationKey, kind)
  own.set(kind, key)
  return key
}

/** Hashes `parts` under the platform's key: whoever has the tables and not the key makes none. 32 bytes. */
export const keyedHash = (keyed: Keyed, kind: KeyedKind, parts: readonly KeyedPart[]): Buffer =>
  createHmac('sha256', keyFor(keyed, kind)).update(JSON.stringify(parts)).digest()

/** Whether a stored hash is the one of these parts. */
export function isKeyedHash(keyed: Keyed, kind: KeyedKind, parts: readonly KeyedPart[], stored: Buffer): boolean {
  const made = keyedHash(keyed, kind, parts)
  return made.length === stored.length && timingSafeEqual(made, stored)
}
