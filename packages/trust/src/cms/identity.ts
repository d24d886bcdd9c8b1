import { digest, digestAlgorithm, digestOf, keyTypeOf, type KeyType } from './algorithms.ts'
import { children, decode, DerError, descend, explicit, octets, oid, sequence, set } from '../asn1/der.ts'
import { type PublicKey, readKeyInfo } from './keys.ts'

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

/** The public key of a DER certificate; throws `DerError` or `UnsupportedKey`. */
export const publicKeyIn = (certificate: Buffer): PublicKey => readKeyInfo(bodyOf(certificate).keyInfo.raw)

function bodyOf(certificate: Buffer) {
  const fields = children(descend(decode(certificate), 0))
  const versionFields = fields[0]?.tag === 0xa0 ? 1 : 0
  // serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo
  const [serial, , issuer, , , keyInfo] = fields.slice(versionFields)
  if (!serial || !issuer || !keyInfo) throw new DerError('certificate has no issuer, serial number or key')
  return { serial, issuer, keyInfo }
}

/** Works out an identity from DER certificates; throws `DerError` or `UnsupportedKey`. */
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
