import { createHash } from 'node:crypto'
import { digestName } from '../cms/check-signature.ts'
import {
  bitsOf,
  childrenIn,
  childrenOf,
  type Der,
  DerFault,
  expect,
  octetsOf,
  oidOf,
  readDer,
  tags,
  timeOf,
} from '../asn1/read-der.ts'
import { type Certificate, readCertificate, readExtensions } from '../chains/certificate.ts'

/** What a responder says of one certificate (RFC 6960 4.2.1). Times in milliseconds. */
export interface CertificateAnswer {
  /** Hash of the issuer's name and key, as node:crypto names it; undefined when it is not known here. */
  digest: string | undefined
  issuerName: Buffer
  issuerKey: Buffer
  /** INTEGER content. */
  serial: Buffer
  state: { kind: 'good' } | { kind: 'unknown' } | { kind: 'revoked'; at: number; reason: number }
  thisUpdate: number
  nextUpdate: number | undefined
}

/** A successful basic response, taken apart; nothing in it is verified yet. */
export interface OcspResponse {
  tbs: Buffer
  algorithm: Der
  signature: Buffer
  /** Name (DER) or SHA-1 of the key of who signed it. */
  responder: { name: Buffer } | { keyHash: Buffer }
  producedAt: number
  answers: CertificateAnswer[]
  certificates: Certificate[]
}

const basicResponse = '1.3.6.1.5.5.7.48.1.1'
const maximalAnswers = 200
const maximalCertificates = 20

/** Reads an OCSPResponse (RFC 6960 4.2.1); throws `DerFault` for any that is not a successful basic response. */
export function readOcspResponse(der: Buffer): OcspResponse {
  const [status, wrapper] = childrenIn(readDer(der), tags.sequence)
  if (status?.tag !== tags.enumerated || status.content[0] !== 0) throw new DerFault('OCSP response status')
  const [type, bytes] = childrenIn(childrenIn(wrapper, tags.context0)[0], tags.sequence)
  if (oidOf(type) !== basicResponse) throw new DerFault('OCSP response type')
  const [tbs, algorithm, signature, certificates] = childrenIn(readDer(octetsOf(bytes)), tags.sequence)
  if (!tbs || !algorithm) throw new DerFault('OCSP response')
  const list = certificates ? childrenIn(childrenIn(certificates, tags.context0)[0], tags.sequence) : []
  return {
    tbs: tbs.raw,
    algorithm,
    signature: bitsOf(signature),
    certificates: list.slice(0, maximalCertificates).map(({ raw }) => readCertificate(raw)),
    ...readData(tbs),
  }
}

/** Whether DER has the outline of a response (RFC 6960 4.2.1): a state, and bytes of a type; throws `DerFault`. */
export function hasResponseOutline(whole: Der): boolean {
  const [state, ...rest] = childrenIn(whole, tags.sequence)
  return state?.tag === tags.enumerated && rest.every(({ tag }) => tag === tags.context0) && rest.length <= 1
}

function readData(tbs: Der): Pick<OcspResponse, 'responder' | 'producedAt' | 'answers'> {
  const fields = childrenIn(tbs, tags.sequence)
  // [0] is the version and [1] the responder's name; a version is not written in version 1.
  if (fields[0]?.tag === tags.context0) fields.shift()
  const [responder, producedAt, answers, extensions] = fields
  refuseCritical(extensions)
  return {
    responder: readResponder(responder),
    producedAt: timeOf(producedAt),
    answers: childrenIn(answers, tags.sequence).slice(0, maximalAnswers).map(readAnswer),
  }
}

function readResponder(choice: Der | undefined): OcspResponse['responder'] {
  const [value] = choice ? childrenOf(choice) : []
  if (choice?.tag === tags.context1 && value) return { name: expect(value, tags.sequence).raw }
  if (choice?.tag === tags.context2) return { keyHash: octetsOf(value) }
  throw new DerFault('responder')
}

function readAnswer(single: Der): CertificateAnswer {
  const [id, state, thisUpdate, ...rest] = childrenIn(single, tags.sequence)
  const [algorithm, name, key, serial] = childrenIn(id, tags.sequence)
  const next = rest.find(({ tag }) => tag === tags.context0)
  refuseCritical(rest.find(({ tag }) => tag === tags.context1))
  return {
    digest: digestName(oidOf(childrenIn(algorithm, tags.sequence)[0])),
    issuerName: octetsOf(name),
    issuerKey: octetsOf(key),
    serial: expect(serial, tags.integer).content,
    state: readState(state),
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: next ? timeOf(childrenOf(next)[0]) : undefined,
  }
}

/** good [0], revoked [1] and unknown [2] are implicit tags. */
function readState(state: Der | undefined): CertificateAnswer['state'] {
  if (state?.tag === 0x80) return { kind: 'good' }
  if (state?.tag === 0x82) return { kind: 'unknown' }
  if (state?.tag !== tags.context1) throw new DerFault('certificate state')
  const [at, reason] = childrenOf(state)
  const code = reason && childrenOf(reason)[0]
  return { kind: 'revoked', at: timeOf(at), reason: code?.content[0] ?? 0 }
}

/** Nonces and the like may be ignored; what is critical may not (RFC 6960 4.4). */
function refuseCritical(wrapper: Der | undefined): void {
  for (const { critical } of readExtensions(wrapper).values()) {
    if (critical) throw new DerFault('critical extension in OCSP response')
  }
}

/** Hashes that name an issuer; older ones are not even everywhere available. */
const identifyingDigests = new Set(['sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sm3'])

/** Whether an answer is about a certificate of that issuer: both hashes and the serial number fit (RFC 6960 4.1.1). */
export function isAbout(answer: CertificateAnswer, certificate: Certificate, issuer: Certificate): boolean {
  const { digest } = answer
  if (digest === undefined || !identifyingDigests.has(digest) || !answer.serial.equals(certificate.serial)) return false
  const hash = (bytes: Buffer) => createHash(digest).update(bytes).digest()
  return hash(issuer.subject).equals(answer.issuerName) && hash(keyBits(issuer)).equals(answer.issuerKey)
}

/** The bits of the public key, which key hashes are over. */
export function keyBits({ tbs }: Certificate): Buffer {
  const fields = childrenIn(readDer(tbs), tags.sequence)
  if (fields[0]?.tag === tags.context0) fields.shift()
  return bitsOf(childrenIn(fields[5], tags.sequence)[1])
}
