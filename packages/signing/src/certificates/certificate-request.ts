import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { keyTypeOf, signatureAlgorithm } from '../cms/algorithms.ts'
import { bits, children, decode, DerError, descend, encode, integer, sequence } from '../cms/der.ts'
import { requestedName, type Subject } from './distinguished-name.ts'

/** What a certificate request (PKCS#10) says once its signature is verified. */
export interface CertificateRequest {
  publicKey: KeyObject
  /** DER of the Name that is asked for. */
  name: Buffer
}

/** A PKCS#10 request (RFC 2986, DER) for a private key's certificate; throws `UnsupportedKey`. */
export function createCertificateRequest(privateKey: KeyObject, subject: Subject): Buffer {
  const algorithm = signatureAlgorithm[keyTypeOf(privateKey)]
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const noAttributes = encode(0xa0)
  const body = sequence(integer(0), requestedName(subject), publicKey, noAttributes)
  return sequence(body, algorithm, bits(sign('sha256', body, privateKey)))
}

/** Reads a request and verifies that whoever made it holds the key; throws `DerError` or `UnsupportedKey`. */
export function readCertificateRequest(request: Buffer): CertificateRequest {
  const [body, algorithm, signature] = children(decode(request))
  if (!body || !algorithm || signature?.tag !== 0x03) throw new DerError('no certificate request')
  const publicKey = createPublicKey({ key: descend(body, 2).raw, format: 'der', type: 'spki' })
  const expected = signatureAlgorithm[keyTypeOf(publicKey)]
  const proven = algorithm.raw.equals(expected) && verify('sha256', body.raw, publicKey, signature.content.subarray(1))
  if (!proven) throw new DerError('the request is not signed by its key')
  return { publicKey, name: descend(body, 1).raw }
}
