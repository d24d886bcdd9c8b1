import { digestOf } from '@moqi/trust/cms/keys'
import { provenValue } from '@moqi/trust/cms/outside-signature'
import { type Identity, publicKeyIn, readIdentity } from '@moqi/trust/cms/signing-key'
import { signedAttributes, signedData } from '@moqi/trust/cms/signed-data'
import { requestToken, type TimestampAuthority } from '@moqi/trust/timestamp/request-token'
import { HeadHashes } from './head-hashes.ts'
import type { Head } from './layout.ts'
import { type PrepareDeps, prepareSignature } from './prepare-signature.ts'
import { embedSignature, type Signed } from './sign-document.ts'
import type { SignableDocument, SignRequest } from './sign-request.ts'
import { signatureRoom } from './signature-room.ts'

/** Least room in bytes between the steps, when it can no longer grow: a usual chain with a usual time-stamp fits. */
const leastRoom = 7 * 1024

/**
 * Signing with a key that answers later and elsewhere: a person's USB key, an HSM behind a queue. The first step
 * says what to sign, the second puts the answer into the document; between them there is only JSON.
 */

/** What the second step must know; plain JSON, bytes in base64. The caller stores it where nobody else can write. */
export interface ExternalSignatureState {
  version: 1
  certificate: string
  chain: string[]
  /** `sha256` of the head the increment fits on. */
  headSha256: string
  increment: string
  /** Where the empty placeholder is in the increment, with its angle brackets. */
  placeholder: { start: number; end: number }
  startxref: number
  nextObject: number
  images: Record<string, number>
  used: string[]
}

/** The outside signer's task. */
export interface ExternalSignature {
  /**
   * DER of the signed attributes, in base64: the key signs it with SHA-256, as P-256 ECDSA or RSA PKCS#1 v1.5, or
   * with SM3 as SM2.
   */
  toBeSigned: string
  state: ExternalSignatureState
}

/** Why an outside signature was not put into the document. */
export type ExternalSignatureRefusalReason = 'head-moved' | 'signature-wrong'

/**
 * `head-moved`: another signature came first, prepare anew; `signature-wrong`: not by this key over these attributes.
 */
export class ExternalSignatureRefusal extends Error {
  override name = 'ExternalSignatureRefusal'
  readonly reason: ExternalSignatureRefusalReason

  constructor(reason: ExternalSignatureRefusalReason, detail: string) {
    super(`${reason}: ${detail}`)
    this.reason = reason
  }
}

/**
 * The first step: writes the increment without its signature. `certificate` and `chain` are DER, leaf's issuer first.
 * `capacity` is the room for the CMS in bytes; when absent it is what the certificates and the authority of the second
 * step are known to need, and 7 KB at least. After a `PlaceholderTooSmall` there, which only an authority never asked
 * before causes, both steps are done anew. Throws `SigningRefusal`, `UnsupportedKey` or `DerFault`.
 */
export function prepareExternalSignature(
  deps: Pick<PrepareDeps, 'font'> & {
    capacity?: number
    certificate: Buffer
    chain?: Buffer[]
    timestamps?: TimestampAuthority
  },
  document: SignableDocument,
  request: SignRequest,
): ExternalSignature {
  const { certificate, chain = [] } = deps
  const identity = readIdentity(certificate, chain)
  const { digest, finished, before, images, used } = prepareSignature(
    {
      font: deps.font,
      capacity: deps.capacity ?? Math.max(leastRoom, signatureRoom(identity, deps.timestamps)),
      keyType: identity.keyType,
    },
    document,
    request,
  )
  return {
    toBeSigned: signedAttributes(identity, digest).toString('base64'),
    state: {
      version: 1,
      certificate: certificate.toString('base64'),
      chain: chain.map((issuer) => issuer.toString('base64')),
      headSha256: before.sha256,
      increment: finished.bytes.toString('base64'),
      placeholder: { start: finished.placeholder.start, end: finished.placeholder.end },
      startxref: finished.startxref,
      nextObject: finished.nextObject,
      images,
      used,
    },
  }
}

/**
 * The second step: the increment to append, and the head to store if `head` is still the newest. `head` is the
 * document's head now; `signature` is DER or, for P-256, r‖s. Throws `ExternalSignatureRefusal`, `TimestampRefusal`
 * or `PlaceholderTooSmall`.
 */
export async function completeExternalSignature(
  { head, timestamps }: { head: Head; timestamps?: TimestampAuthority },
  state: ExternalSignatureState,
  signature: Buffer,
): Promise<Signed> {
  if (head.sha256 !== state.headSha256) {
    throw new ExternalSignatureRefusal('head-moved', `prepared on ${state.headSha256}, now at ${head.sha256}`)
  }
  const identity = readIdentity(fromBase64(state.certificate), state.chain.map(fromBase64))
  const bytes = fromBase64(state.increment)
  const { placeholder, startxref, nextObject, images, used } = state
  const upToPlaceholder = HeadHashes.resume(head).update(bytes.subarray(0, placeholder.start))
  const digestName = digestOf[identity.keyType]
  const digest = upToPlaceholder.copy().update(bytes.subarray(placeholder.end)).digest(digestName)
  const attributes = signedAttributes(identity, digest)
  const value = proven(identity, attributes, signature)
  const timestamp = timestamps && (await requestToken(timestamps, value, digestName))
  const cms = signedData({ identity, attributes, signature: value, ...(timestamp && { timestamp }) })
  const finished = { bytes, placeholder, startxref, nextObject }
  return embedSignature({ digest, finished, before: head, upToPlaceholder, images, used }, cms)
}

/**
 * The signature as CMS wants it, after checking it: a time-stamp costs money and a wrong increment cannot be undone.
 */
function proven({ certificate }: Identity, attributes: Buffer, signature: Buffer): Buffer {
  const value = provenValue(publicKeyIn(certificate), attributes, signature)
  if (value) return value
  throw new ExternalSignatureRefusal('signature-wrong', 'the certificate does not verify it over these attributes')
}

const fromBase64 = (text: string) => Buffer.from(text, 'base64')
