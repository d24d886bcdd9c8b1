import { createHash } from 'node:crypto'
import { publicKeyIn } from '../cms/signing-key.ts'
import { bits, boolean, encode, integer, namedBits, nothing, octets, oid, sequence, utf8 } from '../asn1/write-der.ts'
import { childrenOf, DerFault, readStrictDer } from '../asn1/read-der.ts'
import { keyInfoOf, type PublicKey } from '../cms/keys.ts'

/** X.509 v3 extensions (RFC 5280 §4.2), each as a complete Extension in DER. */

/** What the embedded authority says on everything it issues; it has no standing in law. */
export const testCertificateNotice = '测试证书，无法律效力'

/** In the arc for examples (ITU-T X.660 2.999): the embedded authority's policy is registered nowhere. */
const testPolicy = '2.999.1.1'

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  return sequence(oid(id), ...(critical ? [boolean(true)] : []), octets(value))
}

/** basicConstraints, critical; `pathLength` counts the issuing authorities below. */
export function basicConstraints(authority: false | { pathLength: number }): Buffer {
  const value = authority ? sequence(boolean(true), integer(authority.pathLength)) : sequence()
  return extension('2.5.29.19', true, value)
}

const usageBits = { digitalSignature: 0, nonRepudiation: 1, keyCertSign: 5, cRLSign: 6 } as const

/** What a key may be used for; critical (RFC 5280 4.2.1.3). */
export function keyUsage(...usages: (keyof typeof usageBits)[]): Buffer {
  return extension('2.5.29.15', true, namedBits(...usages.map((usage) => usageBits[usage])))
}

/** extKeyUsage with timeStamping alone, critical (RFC 3161 §2.3). */
export function timestampingOnly(): Buffer {
  return extension('2.5.29.37', true, sequence(oid('1.3.6.1.5.5.7.3.8')))
}

/**
 * extKeyUsage with OCSPSigning alone, and nocheck: nobody need ask whether the responder is revoked (RFC 6960
 * §4.2.2.2).
 */
export function ocspSigningOnly(): Buffer[] {
  return [
    extension('2.5.29.37', false, sequence(oid('1.3.6.1.5.5.7.3.9'))),
    extension('1.3.6.1.5.5.7.48.1.5', false, nothing),
  ]
}

/** Where others learn more about a certificate; absent addresses are left out. */
export interface PublishedAt {
  crlUrl?: string
  ocspUrl?: string
  /** The issuer's own certificate. */
  issuerUrl?: string
}

/** cRLDistributionPoints and authorityInfoAccess (RFC 5280 §4.2.1.13, §4.2.2.1). */
export function publication({ crlUrl, ocspUrl, issuerUrl }: PublishedAt): Buffer[] {
  const access = [
    ...(ocspUrl ? [sequence(oid('1.3.6.1.5.5.7.48.1'), address(ocspUrl))] : []),
    ...(issuerUrl ? [sequence(oid('1.3.6.1.5.5.7.48.2'), address(issuerUrl))] : []),
  ]
  return [
    ...(crlUrl ? [crlDistributionPoint(crlUrl)] : []),
    ...(access.length > 0 ? [extension('1.3.6.1.5.5.7.1.1', false, sequence(...access))] : []),
  ]
}

const address = (url: string) => encode(0x86, Buffer.from(url, 'latin1'))

/** Twenty bytes naming a public key: SHA-1 of its bits (RFC 5280 §4.2.1.2 method 1, a name and no protection). */
export function keyIdentifier(publicKey: PublicKey): Buffer {
  return createHash('sha1').update(bitsOfKey(publicKey)).digest()
}

/** The public key of a certificate (DER) as OCSP hashes it: the bits alone. */
export const publicKeyBits = (certificate: Buffer): Buffer => bitsOfKey(publicKeyIn(certificate))

function bitsOfKey(publicKey: PublicKey): Buffer {
  const info = childrenOf(readStrictDer(keyInfoOf(publicKey)))
  const key = info[1]
  if (!key) throw new DerFault('public key has no bits')
  return key.content.subarray(1)
}

/** The identifier of the certificate's own key (RFC 5280 4.2.1.2). */
export const subjectKeyIdentifier = (identifier: Buffer): Buffer => extension('2.5.29.14', false, octets(identifier))

/** The identifier of the issuer's key (RFC 5280 4.2.1.1). */
export function authorityKeyIdentifier(identifier: Buffer): Buffer {
  return extension('2.5.29.35', false, sequence(encode(0x80, identifier)))
}

function crlDistributionPoint(url: string): Buffer {
  return extension('2.5.29.31', false, sequence(sequence(encode(0xa0, encode(0xa0, address(url))))))
}

/** certificatePolicies whose user notice says that the certificate has no standing (RFC 5280 §4.2.1.4). */
export function testPolicyNotice(): Buffer {
  const notice = sequence(oid('1.3.6.1.5.5.7.2.2'), sequence(utf8(testCertificateNotice)))
  return extension('2.5.29.32', false, sequence(sequence(oid(testPolicy), sequence(notice))))
}

/** A list's number, which only rises (RFC 5280 5.2.3). */
export const crlNumber = (number: number): Buffer => extension('2.5.29.20', false, integer(number))

/** reasonCode of a revoked certificate (RFC 5280 §5.3.1). */
export const reasonCode = (code: number): Buffer => extension('2.5.29.21', false, encode(0x0a, Buffer.from([code])))

/** The signature over a to-be-signed structure, as every X.509 object ends. */
export const signatureBits = (signature: Buffer): Buffer => bits(signature)
