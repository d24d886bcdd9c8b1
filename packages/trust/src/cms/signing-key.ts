import { type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { sm2Signer } from '../sm2/sm2-signature.ts'
import {
  digest,
  digestAlgorithm,
  digestOf,
  isSm2,
  type KeyType,
  keyTypeOf,
  type PrivateKey,
  type PublicKey,
  readKeyInfo,
} from './keys.ts'
import { childrenOf, DerFault, descend, readStrictDer } from '../asn1/read-der.ts'
import { explicit, octets, oid, sequence, set } from '../asn1/write-der.ts'

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

/** A key held in this process, with its certificate and issuers (DER); throws `DerFault` or `UnsupportedKey`. */
export function signingKey(key: PrivateKey, certificate: Buffer, chain: Buffer[] = []): SigningKey {
  return { identity: readIdentity(certificate, chain), sign: signerOf(key) }
}

/** A certificate with everything CMS needs from it worked out once, so that a signature parses no certificate. */
export interface Identity {
  /** DER. */
  certificate: Buffer
  /** DER of the issuers to embed, leaf's issuer first. The root may be left out: whoever trusts it has it. */
  chain: Buffer[]
  keyType: KeyType
  issuerAndSerial: Buffer
  /** The ESS signing-certificate-v2 attribute (RFC 5035 §3), ready to be signed. */
  signingCertificate: Buffer
}

const directoryName = 4

/** The public key of a DER certificate; throws `DerFault` or `UnsupportedKey`. */
export const publicKeyIn = (certificate: Buffer): PublicKey => readKeyInfo(bodyOf(certificate).keyInfo.raw)

function bodyOf(certificate: Buffer) {
  const fields = childrenOf(descend(readStrictDer(certificate), 0))
  const versionFields = fields[0]?.tag === 0xa0 ? 1 : 0
  // serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo
  const [serial, , issuer, , , keyInfo] = fields.slice(versionFields)
  if (!serial || !issuer || !keyInfo) throw new DerFault('certificate has no issuer, serial number or key')
  return { serial, issuer, keyInfo }
}

/** Works out an identity from DER certificates; throws `DerFault` or `UnsupportedKey`. */
export function readIdentity(certificate: Buffer, chain: Buffer[]): Identity {
  const { serial, issuer, keyInfo } = bodyOf(certificate)
  const keyType = keyTypeOf(readKeyInfo(keyInfo.raw))
  const issuerSerial = sequence(sequence(explicit(directoryName, issuer.raw)), serial.raw)
  const digestName = digestOf[keyType]
  const essCertificate = sequence(
    // SHA-256 is the default, which DER leaves out.
    ...(digestName === 'SHA-256' ? [] : [digestAlgorithm[digestName]]),
    octets(digest(digestName, certificate)),
    issuerSerial,
  )
  return {
    certificate,
    chain,
    keyType,
    issuerAndSerial: sequence(issuer.raw, serial.raw),
    signingCertificate: sequence(oid('1.2.840.113549.1.9.16.2.47'), set(sequence(sequence(essCertificate)))),
  }
}
