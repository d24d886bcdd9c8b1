import { digest, digestOf } from '../cms/keys.ts'
import { childrenOf, type Der, readStrictDer } from '../asn1/read-der.ts'
import { generalizedTime, integer, namedBits, oid, sequence } from '../asn1/write-der.ts'
import { randomSerial } from '../cms/random-serial.ts'
import { signedAttributes, signedData } from '../cms/signed-data.ts'
import type { SigningKey } from '../cms/signing-key.ts'
import type { TimestampAuthority } from './request-token.ts'

const tokenInfoContent = '1.2.840.113549.1.9.16.1.4'

/** PKIFailureInfo bits (RFC 3161 §2.4.2). */
const failures = { badAlg: 0, badRequest: 2, badDataFormat: 5, unacceptedPolicy: 15, unacceptedExtension: 16 } as const
type Failure = keyof typeof failures

/** Imprint length in bytes by the hash algorithm's identifier, without parameters. */
const hashLengths = new Map([
  [oid('2.16.840.1.101.3.4.2.1').toString('hex'), 32],
  [oid('2.16.840.1.101.3.4.2.2').toString('hex'), 48],
  [oid('2.16.840.1.101.3.4.2.3').toString('hex'), 64],
  [oid('1.2.156.10197.1.401').toString('hex'), 32],
])

const granted = sequence(integer(0))
const rejection = 2

interface Request {
  imprint: Der
  policy: Der | undefined
  nonce: Der | undefined
  certificates: boolean
}

/**
 * An RFC 3161 responder in this process: DER TimeStampReq in, DER TimeStampResp out. A request it cannot serve
 * is answered with a rejection, never with an exception. `policy` is a dotted OID.
 */
export function embeddedAuthority(options: { key: SigningKey; policy: string; now: () => Date }): TimestampAuthority {
  const policy = oid(options.policy)
  const { identity } = options.key
  return async (bytes) => {
    const request = readRequest(bytes, policy)
    if (typeof request === 'string') return rejected(request)
    const tokenInfo = sequence(
      integer(1),
      policy,
      request.imprint.raw,
      integer(randomSerial()),
      generalizedTime(options.now()),
      ...(request.nonce ? [request.nonce.raw] : []),
    )
    const attributes = signedAttributes(identity, digest(digestOf[identity.keyType], tokenInfo), tokenInfoContent)
    const token = signedData({
      identity,
      attributes,
      signature: await options.key.sign(attributes),
      content: { type: tokenInfoContent, bytes: tokenInfo },
      withCertificates: request.certificates,
    })
    return sequence(granted, token)
  }
}

function rejected(failure: Failure): Buffer {
  return sequence(sequence(integer(rejection), namedBits(failures[failure])))
}

function readRequest(bytes: Buffer, policy: Buffer): Request | Failure {
  try {
    const request = readStrictDer(bytes)
    if (request.tag !== 0x30 || request.raw.length !== bytes.length) return 'badDataFormat'
    const [version, imprint, ...optional] = childrenOf(request)
    if (version?.tag !== 0x02 || imprint?.tag !== 0x30) return 'badDataFormat'
    if (!version.raw.equals(integer(1))) return 'badRequest'
    return imprintFailure(imprint) ?? readOptions(imprint, optional, policy)
  } catch {
    return 'badDataFormat'
  }
}

function imprintFailure(imprint: Der): Failure | undefined {
  const [algorithm, hash, ...more] = childrenOf(imprint)
  const name = algorithm && childrenOf(algorithm)[0]
  if (!name || hash?.tag !== 0x04 || more.length > 0) return 'badDataFormat'
  const length = hashLengths.get(name.raw.toString('hex'))
  if (length === undefined) return 'badAlg'
  return hash.content.length === length ? undefined : 'badDataFormat'
}

/** reqPolicy, nonce, certReq and extensions, each at most once and in this order (RFC 3161 §2.4.1). */
const optionOrder = [0x06, 0x02, 0x01, 0xa0]

function readOptions(imprint: Der, optional: Der[], policy: Buffer): Request | Failure {
  const places = optional.map(({ tag }) => optionOrder.indexOf(tag))
  if (places.some((place, index) => place < 0 || place <= (places[index - 1] ?? -1))) return 'badDataFormat'
  const option = (tag: number) => optional.find((field) => field.tag === tag)
  if (option(0xa0)) return 'unacceptedExtension'
  const wanted = option(0x06)
  if (wanted && !wanted.raw.equals(policy)) return 'unacceptedPolicy'
  return { imprint, policy: wanted, nonce: option(0x02), certificates: option(0x01)?.content[0] === 0xff }
}
