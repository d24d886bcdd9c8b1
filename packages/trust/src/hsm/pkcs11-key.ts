import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto'
import { ecdsaValue, type KeyType, UnsupportedKey } from '../cms/keys.ts'
import { readIdentity, type SigningKey } from '../cms/signing-key.ts'
import { ck, type Handle, type Mechanism } from './cryptoki.ts'
import { Pkcs11Failure } from './pkcs11-failure.ts'
import type { Pkcs11Token, Session, TokenSettings } from './pkcs11-token.ts'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The private key with that label, and its certificate and issuers (DER, leaf's issuer first). */
export interface TokenKey {
  label: string
  certificate: Buffer
  chain?: Buffer[]
}

/** PKCS#11 names no mechanism for SM2. */
type TokenKeyType = Exclude<KeyType, 'SM2'>

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest()
/** Bytes of r‖s on P-256, and of a signature by the largest RSA key anybody has. */
const room: Record<TokenKeyType, number> = { 'P-256': 64, RSA: 2048 }

/**
 * A key that stays in its token: P-256 by ECDSA, RSA by PKCS#1 v1.5, both with SHA-256. It signs something random
 * first, so that a certificate of another key is found out now and not in a contract. Throws `Pkcs11Failure`.
 */
export async function pkcs11SigningKey(
  token: Pkcs11Token,
  { label, certificate, chain }: TokenKey,
): Promise<SigningKey> {
  const identity = readIdentity(certificate, chain ?? [])
  const { keyType } = identity
  if (keyType === 'SM2') throw new UnsupportedKey('PKCS#11 names no mechanism for SM2')
  const sign = (data: Buffer) =>
    token.run((session) => signIn(session, keyType, token.key(session, ck.privateKeyClass, label), data))
  const probe = randomBytes(32)
  if (!verify('sha256', probe, new X509Certificate(certificate).publicKey, await sign(probe))) {
    throw new Pkcs11Failure('key-other', `the certificate is not of the token's key ${label}`)
  }
  return { identity, sign }
}

async function signIn({ cryptoki, handle }: Session, type: TokenKeyType, key: Handle, data: Buffer): Promise<Buffer> {
  const answer = Buffer.alloc(room[type])
  if (type === 'RSA') {
    cryptoki.C_SignInit(handle, { mechanism: ck.sha256RsaPkcs }, key)
    return Buffer.from(await cryptoki.C_SignAsync(handle, data, answer))
  }
  cryptoki.C_SignInit(handle, { mechanism: ck.ecdsa }, key)
  return ecdsaValue(await cryptoki.C_SignAsync(handle, sha256(data), answer))
}

const nonceSize = 12
const tagSize = 16

/** AES-GCM under a key that stays in its token. */
export interface Pkcs11Cipher {
  /** 12 bytes of nonce, the ciphertext, 16 of tag; opens with the same `associated` only. */
  encrypt: (associated: Buffer, plain: Buffer) => Promise<Buffer>
  /** The reverse; throws `Pkcs11Failure` when key, `associated` or bytes differ. */
  decrypt: (associated: Buffer, sealed: Buffer) => Promise<Buffer>
}

/** The cipher of the AES key with that label. Throws `Pkcs11Failure` when there is none. */
export async function pkcs11Cipher(token: Pkcs11Token, label: string): Promise<Pkcs11Cipher> {
  await token.run((session) => token.key(session, ck.secretKeyClass, label))
  return {
    encrypt(associated, plain) {
      const nonce = randomBytes(nonceSize)
      return token.run(async (session) => {
        const { cryptoki, handle } = session
        cryptoki.C_EncryptInit(handle, gcm(nonce, associated), token.key(session, ck.secretKeyClass, label))
        const sealed = Buffer.alloc(plain.length + tagSize)
        return Buffer.concat([nonce, await cryptoki.C_EncryptAsync(handle, plain, sealed)])
      })
    },
    decrypt(associated, sealed) {
      const nonce = sealed.subarray(0, nonceSize)
      const body = sealed.subarray(nonceSize)
      return token.run(async (session) => {
        const { cryptoki, handle } = session
        cryptoki.C_DecryptInit(handle, gcm(nonce, associated), token.key(session, ck.secretKeyClass, label))
        // Some modules ask for room for the tag too.
        return Buffer.from(await cryptoki.C_DecryptAsync(handle, body, Buffer.alloc(body.length)))
      })
    },
  }
}

const gcm = (iv: Buffer, aad: Buffer): Mechanism => ({
  mechanism: ck.aesGcm,
  parameter: { type: ck.gcmParameters, iv, ivBits: iv.length * 8, aad, tagBits: tagSize * 8 },
})

/** A key in a token, as a PKCS#11 URI names it (RFC 7512). */
export interface TokenKeyAddress {
  settings: TokenSettings
  /** The key's label (CKA_LABEL). */
  object: string
}

const scheme = 'pkcs11:'

/** Whether a setting names a key in a token. */
export const isPkcs11Uri = (text: string): boolean => text.startsWith(scheme)

/**
 * Reads `pkcs11:token=…;object=…?module-path=…&pin-source=file:…`; `pin-value` is taken too. Throws an `Error` that
 * names what is missing, and never the PIN.
 */
export function readPkcs11Uri(uri: string): TokenKeyAddress {
  const [path = '', query = ''] = uri.slice(scheme.length).split('?', 2)
  const place = attributes(path, ';')
  const access = attributes(query, '&')
  const module = access.get('module-path')
  const token = place.get('token')
  const object = place.get('object')
  if (!isPkcs11Uri(uri) || !module || !token || !object) {
    throw new Error('a PKCS#11 URI needs token=, object= and ?module-path= (RFC 7512)')
  }
  return { settings: { module, token, pin: pinOf(access) }, object }
}

function pinOf(access: Map<string, string>): string {
  const source = access.get('pin-source')
  const pin = source === undefined ? access.get('pin-value') : readPin(source)
  if (!pin) throw new Error('a PKCS#11 URI needs pin-source=file:… or pin-value=')
  return pin
}

const readPin = (source: string) =>
  readFileSync(source.startsWith('file:') ? fileURLToPath(new URL(source)) : source, 'utf8').trimEnd()

function attributes(text: string, separator: string): Map<string, string> {
  const pairs = text.split(separator).filter((pair) => pair.includes('='))
  return new Map(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))]
    }),
  )
}
