import { createHash } from 'node:crypto'
import { attemptDer } from '../asn1/read-der.ts'
import { responderPurpose, unknownCriticalExtension } from '../chains/build-chain.ts'
import { isSignedBy, isSignedWith } from '../chains/signed-by.ts'
import { type Certificate, extendedKeyUsage, hasKeyUsage } from '../chains/certificate.ts'
import { type CertificateAnswer, isAbout, keyBits, type OcspResponse } from './ocsp-response.ts'

/** id-pkix-ocsp-nocheck. */
const noCheck = '1.3.6.1.5.5.7.48.1.5'

/** An answer whose signature was verified. */
export interface VerifiedAnswer extends CertificateAnswer {
  /**
   * The responder's certificate when its own state has to be known before a good answer counts: delegated, and without
   * nocheck.
   */
  openResponder: Certificate | undefined
}

/** T8: the answers about a certificate that its issuer, or a responder the issuer named, has signed. */
export function verifiedAnswers(
  certificate: Certificate,
  issuer: Certificate,
  { responses, certificates = [] }: { responses: OcspResponse[]; certificates?: Certificate[] },
  now: number,
): VerifiedAnswer[] {
  return responses.flatMap((response) => {
    const about = response.answers.filter(
      (answer) => isAbout(answer, certificate, issuer) && isPlausible(answer, response, now),
    )
    const responder = about.length > 0 ? responderOf(response, issuer, certificates) : undefined
    if (!responder) return []
    const open = responder !== issuer && !responder.extensions.has(noCheck)
    return about.map((answer) => ({
      ...answer,
      // RFC 6960 4.2.2.1: without an end it is said for the moment it was made.
      thisUpdate: answer.nextUpdate === undefined ? response.producedAt : answer.thisUpdate,
      openResponder: open ? responder : undefined,
    }))
  })
}

/** How far the clock of who answers or lists may be ahead of ours, in milliseconds. */
export const clockDifference = 5 * 60 * 1000

/** Nothing is known before it is said, and nothing said ends before it begins. */
function isPlausible(
  { thisUpdate, nextUpdate }: CertificateAnswer,
  { producedAt }: OcspResponse,
  now: number,
): boolean {
  const latest = now + clockDifference
  return thisUpdate <= latest && producedAt <= latest && (nextUpdate === undefined || nextUpdate >= thisUpdate)
}

/** No responder has many certificates by one name or key. */
const mostNamesakes = 8

/**
 * Whose key made the signature: the issuer's, or that of a responder fit for it (RFC 6960 4.2.2.2), whose certificate
 * the response brings or somebody else offers.
 */
function responderOf(response: OcspResponse, issuer: Certificate, others: Certificate[]): Certificate | undefined {
  const offered = [issuer, ...response.certificates, ...others].filter((one) => isNamed(one, response))
  return offered.slice(0, mostNamesakes).find((one) => {
    const isFit = one === issuer || isDelegated(one, issuer, response.producedAt)
    return isFit && isSignedWith(response, one)
  })
}

/** Issued by the very issuer, for this purpose, and valid when the response was made. */
function isDelegated(certificate: Certificate, issuer: Certificate, at: number): boolean {
  const inTime = certificate.notBefore <= at && at <= certificate.notAfter
  if (!inTime || unknownCriticalExtension(certificate) || !attemptDer(() => mayRespond(certificate))) return false
  return certificate.issuer.equals(issuer.subject) && isSignedBy(certificate, issuer)
}

const mayRespond = (certificate: Certificate): boolean =>
  hasKeyUsage(certificate, 0) && extendedKeyUsage(certificate)?.purposes.includes(responderPurpose) === true

function isNamed(certificate: Certificate, { responder }: OcspResponse): boolean {
  if ('name' in responder) return certificate.subject.equals(responder.name)
  return keyHashOf(certificate).equals(responder.keyHash)
}

const keyHashes = new WeakMap<Certificate, Buffer>()

/** SHA-1 of the key's bits; empty, like no hash, when they cannot be read. Every response asks for all of them. */
function keyHashOf(certificate: Certificate): Buffer {
  const known = keyHashes.get(certificate)
  if (known) return known
  const bits = attemptDer(() => keyBits(certificate))
  const hash = bits ? createHash('sha1').update(bits).digest() : Buffer.alloc(0)
  keyHashes.set(certificate, hash)
  return hash
}
