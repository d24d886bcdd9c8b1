import { type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { keyTypeOf } from './algorithms.ts'
import { type Identity, readIdentity } from './identity.ts'

/** An identity and the private key behind it, here or in the HSM or CA that holds it. */
export interface SigningKey {
  identity: Identity
  /** The raw signature (DER for ECDSA) over `data`, hashed with SHA-256. */
  sign: (data: Buffer) => Promise<Buffer> | Buffer
}

const signInPool = promisify(sign)

/**
 * A key held in this process. RSA goes through the thread pool, because one signature takes as long as
 * fifteen of P-256; P-256 is quicker done at once than handed over.
 */
export function signingKey(key: KeyObject, certificate: Buffer, chain: Buffer[] = []): SigningKey {
  const identity = readIdentity(certificate, chain)
  return {
    identity,
    sign: keyTypeOf(key) === 'RSA' ? (data) => signInPool('sha256', data, key) : (data) => sign('sha256', data, key),
  }
}
