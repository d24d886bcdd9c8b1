import { keyPair } from '@moqi/trust/testing/authority-scene'
import { type Authority, issueCertificate } from '@moqi/trust/certificates/authority'
import { digest } from '@moqi/trust/cms/keys'
import { boolean, encode, generalizedTime, integer, oid, sequence } from '@moqi/trust/asn1/write-der'
import { childrenOf, readStrictDer } from '@moqi/trust/asn1/read-der'
import { signedAttributes, signedData } from '@moqi/trust/cms/signed-data'
import { type SigningKey, signingKey } from '@moqi/trust/cms/signing-key'
import type { TimestampAuthority } from '@moqi/trust/timestamp/request-token'

const tokenInfoContent = '1.2.840.113549.1.9.16.1.4'

/** What a token states besides its imprint (RFC 3161 2.4.2). */
export interface Statement {
  at: Date
  /** Whole seconds, or an Accuracy in DER. */
  accuracy?: number | Buffer
  ordered?: boolean
  /** Complete Extensions in DER. */
  extensions?: Buffer[]
}

/** A key that an authority certified for time-stamps. */
export async function timestampKey(authority: Authority): Promise<SigningKey> {
  const { publicKey, privateKey } = keyPair()
  const certificate = await issueCertificate({
    authority,
    subject: { commonName: '时间戳', country: 'CN' },
    publicKey,
    profile: 'timestamp',
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2046-01-01T00:00:00Z'),
  })
  return signingKey(privateKey, certificate, [authority.key.identity.certificate])
}

/** A time-stamping authority that states what it is told to. */
export function stating(
  key: SigningKey,
  { at, accuracy, ordered = false, extensions = [] }: Statement,
): TimestampAuthority {
  return async (request) => {
    const [, imprint, nonce] = childrenOf(readStrictDer(request))
    if (!imprint || !nonce) throw new Error('a request without imprint or nonce')
    const info = sequence(
      integer(1),
      oid('2.999.1.2'),
      imprint.raw,
      integer(7),
      generalizedTime(at),
      ...(accuracy === undefined ? [] : [typeof accuracy === 'number' ? sequence(integer(accuracy)) : accuracy]),
      ...(ordered ? [boolean(true)] : []),
      nonce.raw,
      ...(extensions.length > 0 ? [encode(0xa1, ...extensions)] : []),
    )
    const attributes = signedAttributes(key.identity, digest('SHA-256', info), tokenInfoContent)
    const token = signedData({
      identity: key.identity,
      attributes,
      signature: await key.sign(attributes),
      content: { type: tokenInfoContent, bytes: info },
    })
    return sequence(sequence(integer(0)), token)
  }
}
