import { sha256Algorithm, signatureAlgorithm } from './algorithms.ts'
import { encode, explicit, integer, octets, oid, sequence, set, setOf } from './der.ts'
import type { Identity } from './identity.ts'
import type { SigningKey } from './signing-key.ts'
import { requestToken, type TimestampAuthority } from '../timestamp/request-token.ts'

/** CMS SignedData with one signer, as CAdES and RFC 3161 want it (RFC 5652, ETSI EN 319 122-1). */

const dataContent = '1.2.840.113549.1.7.1'
const contentTypeOid = oid('1.2.840.113549.1.9.3')
const messageDigestOid = oid('1.2.840.113549.1.9.4')
const timestampTokenOid = oid('1.2.840.113549.1.9.16.2.14')
const signedDataOid = oid('1.2.840.113549.1.7.2')

/**
 * The attributes the key signs, as the SET that is hashed. There is no signing-time:
 * PAdES baseline forbids it (ETSI EN 319 142-1 §6.3).
 */
export function signedAttributes(identity: Identity, digest: Buffer, contentType = dataContent): Buffer {
  return setOf(
    sequence(contentTypeOid, set(oid(contentType))),
    sequence(messageDigestOid, set(octets(digest))),
    identity.signingCertificate,
  )
}

/** The parts of a SignedData with one signer. */
export interface SignedDataParts {
  identity: Identity
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
  const type = oid(content?.type ?? dataContent)
  const signerInfo = sequence(
    integer(1),
    identity.issuerAndSerial,
    sha256Algorithm,
    withTag(0xa0, attributes),
    signatureAlgorithm[identity.keyType],
    octets(signature),
    ...(timestamp ? [explicit(1, sequence(timestampTokenOid, set(timestamp)))] : []),
  )
  return sequence(
    signedDataOid,
    explicit(
      0,
      sequence(
        integer(content ? 3 : 1),
        set(sha256Algorithm),
        content ? sequence(type, explicit(0, octets(content.bytes))) : sequence(type),
        ...(withCertificates ? [encode(0xa0, ...setOrder(identity.certificate, ...identity.chain))] : []),
        set(signerInfo),
      ),
    ),
  )
}

/** A detached CAdES signature over a SHA-256 digest, with a time-stamp when an authority is given (PAdES B-T). */
export async function signDigest(
  { key, timestamps }: { key: SigningKey; timestamps?: TimestampAuthority | undefined },
  digest: Buffer,
): Promise<Buffer> {
  const attributes = signedAttributes(key.identity, digest)
  const signature = await key.sign(attributes)
  const timestamp = timestamps ? await requestToken(timestamps, signature) : undefined
  return signedData({ identity: key.identity, attributes, signature, ...(timestamp ? { timestamp } : {}) })
}

/** Certificates are a SET OF: DER sorts them (X.690 §11.6). */
const setOrder = (...certificates: Buffer[]) => certificates.toSorted(Buffer.compare)

/** The attributes are hashed as a SET but stored as [0] IMPLICIT (RFC 5652 §5.4). */
function withTag(tag: number, value: Buffer): Buffer {
  const copy = Buffer.from(value)
  copy[0] = tag
  return copy
}
