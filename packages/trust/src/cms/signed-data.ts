import { digestAlgorithm, digestOf, signatureAlgorithm, type KeyType } from './keys.ts'
import { encode, explicit, integer, octets, oid, sequence, set, setOf } from '../asn1/write-der.ts'
import type { Identity, SigningKey } from './signing-key.ts'
import { requestToken, type TimestampAuthority } from '../timestamp/request-token.ts'

/** SignedData with one signer, as CAdES, RFC 3161 and GB/T 35275 want it (RFC 5652, ETSI EN 319 122-1). */

const contentTypeOid = oid('1.2.840.113549.1.9.3')
const messageDigestOid = oid('1.2.840.113549.1.9.4')
const timestampTokenOid = oid('1.2.840.113549.1.9.16.2.14')

/**
 * The attributes the key signs, as the SET that is hashed. There is no signing-time:
 * PAdES baseline forbids it (ETSI EN 319 142-1 §6.3). `more` are whole attributes (DER).
 */
export function signedAttributes(identity: Identity, digest: Buffer, contentType?: string, ...more: Buffer[]): Buffer {
  return setOf(
    sequence(contentTypeOid, set(oid(contentType ?? documentForm(identity.keyType).data))),
    sequence(messageDigestOid, set(octets(digest))),
    identity.signingCertificate,
    ...more,
  )
}

/** The parts of a SignedData with one signer. */
export interface SignedDataParts {
  identity: Identity
  /** When absent, RFC 5652 with the content inside and the usual form of a document signature without. */
  form?: MessageForm
  /** As made by `signedAttributes`. */
  attributes: Buffer
  signature: Buffer
  /** RFC 3161 token over the signature, embedded as an unsigned attribute (CAdES-T). */
  timestamp?: Buffer
  /** The content when it travels inside, as in a time-stamp token. Absent: detached. */
  content?: { type: string; bytes: Buffer }
  /** False leaves the certificates out, as a time-stamp request without certReq asks. */
  withCertificates?: boolean
}

/** The ContentInfo in DER. */
export function signedData(parts: SignedDataParts): Buffer {
  const { identity, attributes, signature, timestamp, content, withCertificates = true } = parts
  const form = parts.form ?? (content ? rfcForm : documentForm)(identity.keyType)
  const digest = digestAlgorithm[digestOf[identity.keyType]]
  const type = oid(content?.type ?? form.data)
  const signerInfo = sequence(
    integer(1),
    identity.issuerAndSerial,
    digest,
    withTag(0xa0, attributes),
    form.signature,
    octets(signature),
    ...(timestamp ? [explicit(1, sequence(timestampTokenOid, set(timestamp)))] : []),
  )
  return sequence(
    oid(form.signedData),
    explicit(
      0,
      sequence(
        integer(content ? 3 : 1),
        set(digest),
        content ? sequence(type, explicit(0, octets(content.bytes))) : sequence(type),
        ...(withCertificates ? [encode(0xa0, ...setOrder(identity.certificate, ...identity.chain))] : []),
        set(signerInfo),
      ),
    ),
  )
}

/** Certificates are a SET OF: DER sorts them (X.690 §11.6). */
const setOrder = (...certificates: Buffer[]) => certificates.toSorted(Buffer.compare)

/** The attributes are hashed as a SET but stored as [0] IMPLICIT (RFC 5652 §5.4). */
function withTag(tag: number, value: Buffer): Buffer {
  const copy = Buffer.from(value)
  copy[0] = tag
  return copy
}

/**
 * Which edition of GB/T 35275 a signature made with SM2 follows. 2017 is written from GM/T 0010 and GM/T 0006, on
 * which it rests, and from what others write; the printed text of 2026 was not at hand: it is taken to keep the
 * content types and to name the signature as certificates do (1.2.156.10197.1.501).
 */
export type GmEdition = '2017' | '2026'

/** The identifiers in which CMS (RFC 5652) and GB/T 35275 differ; the structure is one. */
export interface MessageForm {
  /** Dotted content types of the signed bytes and of the message around them. */
  data: string
  signedData: string
  /** AlgorithmIdentifier in SignerInfo. */
  signature: Buffer
}

/** RFC 5652, also for SM2 where RFC 3161 asks for it. */
export function rfcForm(keyType: KeyType): MessageForm {
  return {
    data: '1.2.840.113549.1.7.1',
    signedData: '1.2.840.113549.1.7.2',
    signature: signatureAlgorithm[keyType],
  }
}

/** SM2 as a digital signature algorithm alone, its hash named beside it (GM/T 0006-2012). */
const sm2Signature = sequence(oid('1.2.156.10197.1.301.1'))

const editions: Readonly<Record<GmEdition, MessageForm>> = {
  '2017': { data: '1.2.156.10197.6.1.4.2.1', signedData: '1.2.156.10197.6.1.4.2.2', signature: sm2Signature },
  '2026': {
    data: '1.2.156.10197.6.1.4.2.1',
    signedData: '1.2.156.10197.6.1.4.2.2',
    signature: signatureAlgorithm.SM2,
  },
}

/** The form of a document signature: GB/T 35275 for SM2, RFC 5652 for the others. */
export function documentForm(keyType: KeyType, edition: GmEdition = '2017'): MessageForm {
  return keyType === 'SM2' ? editions[edition] : rfcForm(keyType)
}

/**
 * A detached signature over a digest made with the hash of the key's type: CAdES, or for SM2 the SignedData of
 * GB/T 35275. With an authority it carries a time-stamp over the same hash (PAdES B-T), without the certificates that
 * the signature brings anyway. `more` are signed attributes.
 */
export async function signDigest(
  deps: { key: SigningKey; timestamps?: TimestampAuthority | undefined; edition?: GmEdition | undefined },
  digest: Buffer,
  ...more: Buffer[]
): Promise<Buffer> {
  const { identity, sign } = deps.key
  const form = documentForm(identity.keyType, deps.edition)
  const attributes = signedAttributes(identity, digest, form.data, ...more)
  const signature = await sign(attributes)
  const brought = [identity.certificate, ...identity.chain]
  const digestName = digestOf[identity.keyType]
  const timestamp = deps.timestamps && (await requestToken(deps.timestamps, signature, digestName, brought))
  return signedData({ identity, form, attributes, signature, ...(timestamp ? { timestamp } : {}) })
}
