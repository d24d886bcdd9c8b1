import { digestAlgorithm, digestOf } from './algorithms.ts'
import { encode, explicit, integer, octets, oid, sequence, set, setOf } from '../asn1/der.ts'
import type { Identity } from './identity.ts'
import { documentForm, type GmEdition, type MessageForm, rfcForm } from './message-form.ts'
import type { SigningKey } from './signing-key.ts'
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

/**
 * A detached signature over a digest made with the hash of the key's type: CAdES, or for SM2 the SignedData of
 * GB/T 35275. With an authority it carries a time-stamp over the same hash (PAdES B-T). `more` are signed attributes.
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
  const timestamp = deps.timestamps && (await requestToken(deps.timestamps, signature, digestOf[identity.keyType]))
  return signedData({ identity, form, attributes, signature, ...(timestamp ? { timestamp } : {}) })
}

/** Certificates are a SET OF: DER sorts them (X.690 §11.6). */
const setOrder = (...certificates: Buffer[]) => certificates.toSorted(Buffer.compare)

/** The attributes are hashed as a SET but stored as [0] IMPLICIT (RFC 5652 §5.4). */
function withTag(tag: number, value: Buffer): Buffer {
  const copy = Buffer.from(value)
  copy[0] = tag
  return copy
}
