import { type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { sm2Signer } from '../sm2/sm2-signature.ts'
import { keyTypeOf } from './algorithms.ts'
import { type Identity, readIdentity } from './identity.ts'
import { isSm2, type PrivateKey } from './keys.ts'

/** An identity and the private key behind it, here or in the HSM or CA that holds it. */
export interface SigningKey {
  identity: Identity
  /**
   * The raw signature over `data`, hashed with the digest of the key's type: DER for ECDSA and SM2, the latter with
   * the user id of GM/T 0009.
   */
  sign: (data: Buffer) => Promise<Buffer> | Buffer
}

const signInPool = promisify(sign)

/** Signs with a key held in this process; throws `UnsupportedKey`. */
export function signerOf(key: PrivateKey): SigningKey['sign'] {
  return isSm2(key) ? sm2Signer(key) : nodeSigner(key)
}

/**
 * RSA goes through the thread pool, because one signature takes as long as fifteen of P-256; P-256 is quicker done
 * at once than handed over.
 */
function nodeSigner(key: KeyObject): SigningKey['sign'] {
  return keyTypeOf(key) === 'RSA' ? (data) => signInPool('sha256', data, key) : (data) => sign('sha256', data, key)
}

/** A key held in this process, with its certificate and issuers (DER); throws `DerError` or `UnsupportedKey`. */
export function signingKey(key: PrivateKey, certificate: Buffer, chain: Buffer[] = []): SigningKey {
  return { identity: readIdentity(certificate, chain), sign: signerOf(key) }
}
