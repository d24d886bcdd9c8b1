import { createHash, randomBytes, verify, X509Certificate } from 'node:crypto'
import { type KeyType, UnsupportedKey } from '../cms/algorithms.ts'
import { ecdsaValue } from '../cms/ecdsa-value.ts'
import { readIdentity } from '../cms/identity.ts'
import type { SigningKey } from '../cms/signing-key.ts'
import { ck, type Handle } from './cryptoki.ts'
import { Pkcs11Failure } from './pkcs11-failure.ts'
import type { Pkcs11Token, Session } from './pkcs11-token.ts'

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
