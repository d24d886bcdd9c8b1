import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import { readStrictDer } from '../asn1/read-der.ts'
import { oid } from '../asn1/write-der.ts'
import { readCertificate } from '../chains/certificate.ts'
import { type Attribute, ck } from './cryptoki.ts'
import type { Pkcs11Token } from './pkcs11-token.ts'

/** A key pair made in a token, by the CKA_ID that its certificate will share. */
export interface TokenKeyPair {
  publicKey: KeyObject
  id: Buffer
}

/** Makes a signing key pair in a token, P-256 or RSA of 2048 bits, that never leaves it. Throws `Pkcs11Failure`. */
export function makeTokenKey(token: Pkcs11Token, label: string, kind: 'ec' | 'rsa'): Promise<TokenKeyPair> {
  const id = randomBytes(16)
  return token.run(({ cryptoki, handle }) => {
    const named: Attribute[] = [
      { type: ck.token, value: true },
      { type: ck.label, value: label },
      { type: ck.id, value: id },
    ]
    const secret: Attribute[] = [
      ...named,
      { type: ck.private, value: true },
      { type: ck.sensitive, value: true },
      { type: ck.extractable, value: false },
      { type: ck.sign, value: true },
    ]
    const mechanism = kind === 'ec' ? ck.ecKeyPairGen : ck.rsaKeyPairGen
    const { publicKey } = cryptoki.C_GenerateKeyPair(handle, { mechanism }, [...named, ...shape[kind]], secret)
    const read = (type: number) =>
      cryptoki.C_GetAttributeValue(handle, publicKey, [{ type }])[0]?.value ?? Buffer.alloc(0)
    const key =
      kind === 'ec' ? ecKey(readStrictDer(read(ck.ecPoint)).content) : rsaKey(read(ck.modulus), read(ck.publicExponent))
    return { publicKey: key, id }
  })
}

const shape: Readonly<Record<'ec' | 'rsa', readonly Attribute[]>> = {
  ec: [{ type: ck.ecParameters, value: oid('1.2.840.10045.3.1.7') }],
  rsa: [
    { type: ck.modulusBits, value: 2048 },
    { type: ck.publicExponent, value: Buffer.from([1, 0, 1]) },
  ],
}

const ecKey = (point: Buffer) =>
  createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) },
  })
const rsaKey = (n: Buffer, e: Buffer) =>
  createPublicKey({ format: 'jwk', key: { kty: 'RSA', n: base64url(n), e: base64url(e) } })
const base64url = (bytes: Buffer) => bytes.toString('base64url')

const x509 = 0

/** Puts a certificate (DER) into a token, under the CKA_ID of its key; an issuer's has none. Throws `Pkcs11Failure`. */
export async function shelveCertificate(
  token: Pkcs11Token,
  { certificate, label, id }: { certificate: Buffer; label: string; id: Buffer },
): Promise<void> {
  const { subject } = readCertificate(certificate)
  await token.run(({ cryptoki, handle }) =>
    cryptoki.C_CreateObject(handle, [
      { type: ck.class, value: ck.certificateClass },
      { type: ck.certificateType, value: x509 },
      { type: ck.token, value: true },
      { type: ck.private, value: false },
      { type: ck.label, value: label },
      { type: ck.id, value: id },
      { type: ck.subject, value: subject },
      { type: ck.value, value: certificate },
    ]),
  )
}
