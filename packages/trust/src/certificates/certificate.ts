import { keyTypeOf, signatureAlgorithm } from '../cms/algorithms.ts'
import { certificateTime, explicit, integer, sequence } from '../asn1/der.ts'
import { keyInfoOf, type PrivateKey, type PublicKey } from '../cms/keys.ts'
import { randomSerial } from '../cms/random-serial.ts'
import { signerOf, type SigningKey } from '../cms/signing-key.ts'
import { signatureBits } from './extensions.ts'

/** The variable parts of an X.509 v3 certificate. */
export interface Certificate {
  /** DER of the issuer's Name. */
  issuer: Buffer
  /** DER of the subject's Name. */
  name: Buffer
  publicKey: PublicKey
  notBefore: Date
  notAfter: Date
  /** DER of complete extensions. */
  extensions: Buffer[]
  /** Positive, at most 20 bytes; sixteen random bytes when absent. */
  serial?: Buffer
}

/** Signs a certificate (DER) with its issuer's key; a private key alone serves the self-signed root. */
export async function signCertificate(key: SigningKey | PrivateKey, certificate: Certificate): Promise<Buffer> {
  const { issuer, name, publicKey, notBefore, notAfter, extensions, serial = randomSerial() } = certificate
  const isIssuer = 'identity' in key
  const algorithm = signatureAlgorithm[isIssuer ? key.identity.keyType : keyTypeOf(key)]
  const body = sequence(
    explicit(0, integer(2)),
    integer(serial),
    algorithm,
    issuer,
    sequence(certificateTime(notBefore), certificateTime(notAfter)),
    name,
    keyInfoOf(publicKey),
    explicit(3, sequence(...extensions)),
  )
  const signature = await (isIssuer ? key.sign : signerOf(key))(body)
  return sequence(body, algorithm, signatureBits(signature))
}
