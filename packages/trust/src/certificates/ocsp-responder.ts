import { createHash } from 'node:crypto'
import { signatureAlgorithm } from '../cms/keys.ts'
import { childrenOf, type Der, DerFault, readStrictDer } from '../asn1/read-der.ts'
import { encode, explicit, generalizedTime, octets, oid, sequence } from '../asn1/write-der.ts'
import type { SigningKey } from '../cms/signing-key.ts'
import type { Authority } from './authority.ts'
import { publicKeyBits, signatureBits } from './extensions.ts'
import { reasonNumber, type RevocationReason } from './revocation-list.ts'

/** What an authority knows of a serial number (lower-case hexadecimal without leading zero bytes). */
export type CertificateState = 'good' | 'unknown' | { at: Date; reason: RevocationReason }

/** One authority that the responder answers for. */
export interface OcspIssuer {
  authority: Authority
  /** A key the authority certified for OCSP signing. */
  responder: SigningKey
  state: (serial: string) => Promise<CertificateState>
}

/** OCSPResponseStatus (RFC 6960 4.2.1). */
const failures = { malformedRequest: 1, internalError: 2, unauthorized: 6 } as const
const nonceId = oid('1.3.6.1.5.5.7.48.1.2')
const longestNonce = 128
/** An OCSP request asks for one certificate, or a few of one chain. */
const mostQuestions = 20

const hashes = new Map([
  [oid('1.3.14.3.2.26').toString('hex'), 'sha1'],
  [oid('2.16.840.1.101.3.4.2.1').toString('hex'), 'sha256'],
])

interface Question {
  certId: Der
  hash: string | undefined
  issuerName: Buffer
  issuerKey: Buffer
  serial: string
}

/**
 * An OCSP responder (RFC 6960): DER request in, DER response out, never an exception for what is asked. The issuer of
 * the first certificate signs for all; certificates of others are unknown. Answers hold for `validity` milliseconds.
 * What keeps it from answering goes to `failed`: the asker is told no more than that it failed.
 */
export function ocspResponder(options: {
  issuers: OcspIssuer[]
  now: () => Date
  validity: number
  failed?: (error: unknown) => void
}): (request: Buffer) => Promise<Buffer> {
  return async (bytes) => {
    const request = readRequest(bytes)
    if (!request) return failed('malformedRequest')
    const issuer = options.issuers.find(({ authority }) => request.questions.some((one) => isOf(one, authority)))
    if (!issuer) return failed('unauthorized')
    try {
      return await answer(issuer, request, { now: options.now(), validity: options.validity })
    } catch (error) {
      options.failed?.(error)
      return failed('internalError')
    }
  }
}

const failed = (failure: keyof typeof failures) => sequence(encode(0x0a, Buffer.from([failures[failure]])))

interface OcspRequest {
  questions: Question[]
  /** The whole extension, to be echoed. */
  nonce: Buffer | undefined
}

function readRequest(bytes: Buffer): OcspRequest | undefined {
  try {
    const request = readStrictDer(bytes)
    if (request.tag !== 0x30 || request.raw.length !== bytes.length) return undefined
    const [body] = childrenOf(request)
    if (!body) return undefined
    const fields = childrenOf(body)
    const list = fields.find(({ tag }) => tag === 0x30)
    const extensions = fields.find(({ tag }) => tag === 0xa2)
    const questions = list ? childrenOf(list).map(readQuestion) : []
    if (questions.length === 0 || questions.length > mostQuestions) return undefined
    return { questions, nonce: nonceIn(extensions) }
  } catch (error) {
    if (error instanceof DerFault) return undefined
    throw error
  }
}

function readQuestion(request: Der): Question {
  const [certId] = childrenOf(request)
  const [algorithm, issuerName, issuerKey, serial] = certId ? childrenOf(certId) : []
  const name = algorithm && childrenOf(algorithm)[0]
  if (!certId || !name || !issuerName || !issuerKey || serial?.tag !== 0x02) throw new DerFault('no CertID')
  return {
    certId,
    hash: hashes.get(name.raw.toString('hex')),
    issuerName: issuerName.content,
    issuerKey: issuerKey.content,
    serial: serial.content.toString('hex').replace(/^(?:00)+(?=..)/, ''),
  }
}

function nonceIn(extensions: Der | undefined): Buffer | undefined {
  const [list] = extensions ? childrenOf(extensions) : []
  const nonce = list && childrenOf(list).find((one) => childrenOf(one)[0]?.raw.equals(nonceId))
  return nonce && nonce.raw.length <= longestNonce ? nonce.raw : undefined
}

function isOf({ hash, issuerName, issuerKey }: Question, { name, key }: Authority): boolean {
  if (!hash) return false
  const digest = (bytes: Buffer) => createHash(hash).update(bytes).digest()
  return digest(name).equals(issuerName) && digest(publicKeyBits(key.identity.certificate)).equals(issuerKey)
}

async function answer(
  { authority, responder, state }: OcspIssuer,
  { questions, nonce }: OcspRequest,
  { now, validity }: { now: Date; validity: number },
): Promise<Buffer> {
  const until = explicit(0, generalizedTime(new Date(now.getTime() + validity)))
  const answers = await Promise.all(
    questions.map(async (question) => {
      const known = isOf(question, authority) ? await state(question.serial) : 'unknown'
      return sequence(question.certId.raw, certificateStatus(known), generalizedTime(now), until)
    }),
  )
  const keyHash = createHash('sha1').update(publicKeyBits(responder.identity.certificate)).digest()
  const data = sequence(
    explicit(2, octets(keyHash)),
    generalizedTime(now),
    sequence(...answers),
    ...(nonce ? [explicit(1, sequence(nonce))] : []),
  )
  const basic = sequence(
    data,
    signatureAlgorithm[responder.identity.keyType],
    signatureBits(await responder.sign(data)),
    explicit(0, sequence(responder.identity.certificate)),
  )
  const successful = encode(0x0a, Buffer.from([0]))
  return sequence(successful, explicit(0, sequence(oid('1.3.6.1.5.5.7.48.1.1'), octets(basic))))
}

function certificateStatus(state: CertificateState): Buffer {
  if (state === 'good') return encode(0x80)
  if (state === 'unknown') return encode(0x82)
  const reason = reasonNumber(state.reason)
  const coded = reason === 0 ? [] : [explicit(0, encode(0x0a, Buffer.from([reason])))]
  return encode(0xa1, generalizedTime(state.at), ...coded)
}
