import { type Authority, issueCertificate, type Subject } from './authority.ts'
import type { RevocationReason } from './revocation-list.ts'
import { readCertificateRequest } from './certificate-request.ts'
import type { PublishedAt } from './extensions.ts'
import { X509Certificate } from 'node:crypto'
import { childrenIn, childrenOf, DerFault, oidOf, readDer, tags } from '../asn1/read-der.ts'
import { publicKeyIn } from '../cms/signing-key.ts'
import { keyInfoOf } from '../cms/keys.ts'
import { boundedAnswer } from '../http/bounded-answer.ts'
import { fromPem } from './pem.ts'

/** A certificate and the issuers above it (DER, the leaf's issuer first; the root may be left out). */
export interface IssuedCertificate {
  certificate: Buffer
  chain: Buffer[]
}

/** Whoever issues certificates: the embedded authority, or one over the network. */
export interface CertificateAuthority {
  /** Certifies the key of a PKCS#10 request (DER) for a subject whose identity the platform has checked. */
  issue: (request: Buffer, subject: Subject) => Promise<IssuedCertificate>
  /** Takes a certificate back; absent when that is not done here. `serial` is big-endian and unsigned. */
  revoke?: (serial: Buffer, reason: RevocationReason) => Promise<void>
}

/** The embedded authority behind the port: the subject is the platform's word, of the request only the key counts. */
export function embeddedCertificateAuthority(options: {
  authority: Authority
  publishedAt: PublishedAt
  validity: () => { notBefore: Date; notAfter: Date }
}): CertificateAuthority {
  const { authority, publishedAt, validity } = options
  return {
    async issue(request, subject) {
      const { publicKey } = readCertificateRequest(request)
      const certificate = await issueCertificate({
        authority,
        subject,
        publicKey,
        profile: 'signer',
        ...publishedAt,
        ...validity(),
      })
      return { certificate, chain: [authority.key.identity.certificate] }
    },
  }
}

/** A leaf and its chain: a few kilobytes. */
const largestAnswer = 256 * 1024
const answerTypes = [
  'application/pem-certificate-chain',
  'application/x-pem-file',
  'application/pkcs7-mime',
  'application/pkix-cert',
  'text/plain',
]

/** An authority that answered with something other than a certificate of the key that was asked for. */
export class CertificateRefusal extends Error {
  override name = 'CertificateRefusal'
}

/**
 * A certification authority over HTTP: POST of the PKCS#10 request (application/pkcs10, DER), answered with the
 * certificate and its chain as PEM, as one DER certificate, or as PKCS#7 in DER or base64 (RFC 7030 §4.2). An
 * authority with another protocol takes another `issue` and reuses `issuedFor`. Throws `NoAnswer` or
 * `CertificateRefusal`; a request is never repeated, since each may cost a certificate.
 */
export function httpCertificateAuthority(options: {
  url: string
  timeout: number
  authorization?: string | undefined
}): CertificateAuthority {
  const { url, timeout, authorization } = options
  return {
    async issue(request) {
      const { bytes } = await boundedAnswer({
        url,
        body: { type: 'application/pkcs10', bytes: request },
        authorization,
        timeout,
        types: answerTypes,
        largest: largestAnswer,
      })
      return issuedFor(request, certificatesIn(bytes))
    },
  }
}

/**
 * The certificate of the request's key among those of an answer, and its issuers in order; throws
 * `CertificateRefusal`.
 */
export function issuedFor(request: Buffer, answered: Buffer[]): IssuedCertificate {
  const asked = keyInfoOf(readCertificateRequest(request).publicKey)
  const certificates = answered.map(readable)
  const leaf = certificates.find((one) => holdsKey(one, asked))
  if (!leaf) throw new CertificateRefusal('no certificate of the key that was asked for')
  const chain: X509Certificate[] = []
  for (let last = leaf; ;) {
    const issuer = certificates.find((one) => one !== leaf && !chain.includes(one) && last.checkIssued(one))
    if (!issuer) break
    chain.push(issuer)
    last = issuer
  }
  return { certificate: leaf.raw, chain: chain.map(({ raw }) => raw) }
}

/** Compared as bytes: Node takes an SM2 key for one of plain ECDSA. A key of a kind we do not sign with is another. */
function holdsKey({ raw }: X509Certificate, keyInfo: Buffer): boolean {
  try {
    return keyInfoOf(publicKeyIn(raw)).equals(keyInfo)
  } catch {
    return false
  }
}

function readable(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der)
  } catch (cause) {
    throw new CertificateRefusal('unreadable certificate', { cause })
  }
}

/** Every certificate (DER) in PEM text, in PKCS#7 or alone; throws `CertificateRefusal`. */
export function certificatesIn(bytes: Buffer): Buffer[] {
  const text = bytes.toString('latin1')
  if (text.includes('-----BEGIN CERTIFICATE-----')) return fromPem('CERTIFICATE', text)
  const isBase64 = /^[A-Za-z0-9+/=\s]+$/.test(text)
  try {
    return bare(isBase64 ? Buffer.from(text, 'base64') : bytes)
  } catch (cause) {
    if (!(cause instanceof DerFault)) throw cause
    throw new CertificateRefusal('neither PEM nor PKCS#7', { cause })
  }
}

const signedData = '1.2.840.113549.1.7.2'

function bare(der: Buffer): Buffer[] {
  const outer = readDer(der)
  const [type, wrapped] = childrenIn(outer, tags.sequence)
  // A certificate begins with its body, a ContentInfo with its type.
  if (type?.tag === tags.sequence) return [outer.raw]
  if (oidOf(type) !== signedData) throw new DerFault('not SignedData')
  const body = childrenIn(childrenIn(wrapped, tags.context0)[0], tags.sequence)
  const certificates = body.find(({ tag }) => tag === tags.context0)
  return certificates ? childrenOf(certificates).map(({ raw }) => raw) : []
}
