import { createHash, randomBytes } from 'node:crypto'
import { explicit, integer, nothing, octets, oid, sequence } from '../asn1/write-der.ts'
import { childrenIn, childrenOf, DerFault, octetsOf, oidOf, readDer, tags } from '../asn1/read-der.ts'
import { type Certificate, readCertificate, readExtensions } from '../chains/certificate.ts'
import { keyBits, type OcspResponse, readOcspResponse } from './ocsp-response.ts'
import { type VerifiedAnswer, verifiedAnswers } from './ocsp-status.ts'

/** Sends a DER OCSPRequest to a responder's address and returns its DER OCSPResponse. */
export type OcspPort = (url: string, request: Buffer) => Promise<Buffer>

/** Why a responder's answer was not taken. */
export type OcspRefusalReason = 'unreadable' | 'other-nonce' | 'not-answered' | 'stale'

/** A responder that answered something other than what was asked, or that nobody authorised. */
export class OcspRefusal extends Error {
  override name = 'OcspRefusal'
  readonly reason: OcspRefusalReason

  constructor(reason: OcspRefusalReason, detail: string, options?: ErrorOptions) {
    super(`OCSP ${reason}: ${detail}`, options)
    this.reason = reason
  }
}

/** Clocks differ. */
const toleranceMs = 5 * 60_000
const nonceExtension = '1.3.6.1.5.5.7.48.1.2'

/**
 * Asks `url` about a certificate (DER) of `issuer` (DER). The response, to be kept as evidence, is signed by the issuer
 * or its delegate, carries our nonce or none, and is in force at `now`. Throws `OcspRefusal`, or what the port throws.
 */
export async function askOcsp(
  port: OcspPort,
  url: string,
  question: { certificate: Buffer; issuer: Buffer; now: Date },
): Promise<{ state: VerifiedAnswer['state']; response: Buffer }> {
  const [certificate, issuer] = [readCertificate(question.certificate), readCertificate(question.issuer)]
  const nonce = randomBytes(32)
  const bytes = await port(url, ocspRequest(certificate, issuer, nonce))
  const response = readable(bytes)
  const echoed = nonceOf(response)
  if (echoed && !echoed.equals(nonce)) throw new OcspRefusal('other-nonce', url)
  const now = question.now.getTime()
  const [answer] = verifiedAnswers(certificate, issuer, { responses: [response] }, now)
  if (!answer) throw new OcspRefusal('not-answered', url)
  if (answer.nextUpdate !== undefined && answer.nextUpdate + toleranceMs < now) throw new OcspRefusal('stale', url)
  return { state: answer.state, response: bytes }
}

function readable(bytes: Buffer): OcspResponse {
  try {
    return readOcspResponse(bytes)
  } catch (error) {
    if (error instanceof DerFault) throw new OcspRefusal('unreadable', error.message, { cause: error })
    throw error
  }
}

function nonceOf({ tbs }: OcspResponse): Buffer | undefined {
  // A responder named by [1] comes first, extensions under [1] last.
  const last = childrenOf(readDer(tbs)).at(-1)
  const nonce = readExtensions(last?.tag === tags.context1 ? last : undefined).get(nonceExtension)
  return nonce && octetsOf(readDer(nonce.value))
}

/** CertID with SHA-1: the one form every responder knows (RFC 5019 §2.1.1); it names and protects nothing. */
function ocspRequest(certificate: Certificate, issuer: Certificate, nonce: Buffer): Buffer {
  const sha1 = sequence(oid('1.3.14.3.2.26'), nothing)
  const names = [issuer.subject, keyBits(issuer)].map((bytes) => octets(createHash('sha1').update(bytes).digest()))
  const certId = sequence(sha1, ...names, integer(certificate.serial))
  const extension = sequence(oid(nonceExtension), octets(octets(nonce)))
  return sequence(sequence(sequence(sequence(certId)), explicit(2, sequence(extension))))
}

const informationAccess = '1.3.6.1.5.5.7.1.1'
const ocspMethod = '1.3.6.1.5.5.7.48.1'
const addressTag = 0x86

/** The first OCSP address in a certificate's authorityInfoAccess (DER), if it has one. Throws `DerFault`. */
export function ocspAddress(certificate: Buffer): string | undefined {
  const extension = readCertificate(certificate).extensions.get(informationAccess)
  const descriptions = extension ? childrenIn(readDer(extension.value), tags.sequence).map(childrenOf) : []
  const [, location] = descriptions.find(([method]) => oidOf(method) === ocspMethod) ?? []
  return location?.tag === addressTag ? location.content.toString('latin1') : undefined
}
