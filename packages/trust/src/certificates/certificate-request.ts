import { sign, verify } from 'node:crypto'
import {
  isSm2,
  keyInfoOf,
  keyTypeOf,
  type PrivateKey,
  type PublicKey,
  publicKeyOf,
  readKeyInfo,
  signatureAlgorithm,
} from '../cms/keys.ts'
import { bits, encode, integer, sequence } from '../asn1/write-der.ts'
import { childrenOf, DerFault, descend, readStrictDer } from '../asn1/read-der.ts'
import { sm2Signer, verifySm2 } from '../sm2/sm2-signature.ts'
import { requestedName, type Subject } from './authority.ts'

/** What a certificate request (PKCS#10) says once its signature is verified. */
export interface CertificateRequest {
  publicKey: PublicKey
  /** DER of the Name that is asked for. */
  name: Buffer
}

/** A PKCS#10 request (RFC 2986, DER) for a private key's certificate; throws `UnsupportedKey`. */
export function createCertificateRequest(privateKey: PrivateKey, subject: Subject): Buffer {
  const algorithm = signatureAlgorithm[keyTypeOf(privateKey)]
  const noAttributes = encode(0xa0)
  const body = sequence(integer(0), requestedName(subject), keyInfoOf(publicKeyOf(privateKey)), noAttributes)
  const signature = isSm2(privateKey) ? sm2Signer(privateKey)(body) : sign('sha256', body, privateKey)
  return sequence(body, algorithm, bits(signature))
}

/** Reads a request and verifies that whoever made it holds the key; throws `DerFault` or `UnsupportedKey`. */
export function readCertificateRequest(request: Buffer): CertificateRequest {
  const [body, algorithm, signature] = childrenOf(readStrictDer(request))
  if (!body || !algorithm || signature?.tag !== 0x03) throw new DerFault('no certificate request')
  const publicKey = readKeyInfo(descend(body, 2).raw)
  const expected = signatureAlgorithm[keyTypeOf(publicKey)]
  const value = signature.content.subarray(1)
  if (!algorithm.raw.equals(expected) || !isSignedWith(publicKey, body.raw, value))
    throw new DerFault('the request is not signed by its key')
  return { publicKey, name: descend(body, 1).raw }
}

function isSignedWith(key: PublicKey, data: Buffer, signature: Buffer): boolean {
  return isSm2(key) ? verifySm2(key, data, signature) : verify('sha256', data, key, signature)
}
