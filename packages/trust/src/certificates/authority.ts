import { children, decode, DerError, descend } from '../asn1/der.ts'
import { type PrivateKey, publicKeyOf, readKeyInfo } from '../cms/keys.ts'
import { type SigningKey, signingKey } from '../cms/signing-key.ts'
import { type Certificate, signCertificate } from './certificate.ts'
import { certified, type Issued } from './certified.ts'
import { type Subject, distinguishedName } from './distinguished-name.ts'
import { basicConstraints, keyIdentifier, keyUsage, subjectKeyIdentifier } from './extensions.ts'

/** A certification authority: its key, its own certificate (`key.identity`), and what its certificates repeat. */
export interface Authority {
  key: SigningKey
  /** DER of the authority's Name, the issuer of what it issues. */
  name: Buffer
  keyIdentifier: Buffer
}

type AuthorityOptions = Pick<Certificate, 'notBefore' | 'notAfter' | 'serial'> & {
  privateKey: PrivateKey
  subject: Subject
}

/** The embedded root: a self-signed certificate that allows one issuing authority below it. */
export async function createRootAuthority(options: AuthorityOptions): Promise<Authority> {
  const { privateKey, subject, ...validity } = options
  const publicKey = publicKeyOf(privateKey)
  const name = distinguishedName(subject)
  const identifier = keyIdentifier(publicKey)
  const extensions = [
    basicConstraints({ pathLength: 1 }),
    keyUsage('keyCertSign', 'cRLSign'),
    subjectKeyIdentifier(identifier),
  ]
  const certificate = await signCertificate(privateKey, { ...validity, issuer: name, name, publicKey, extensions })
  return authorityOf(privateKey, certificate, [])
}

/** An issuing authority under `authority`, whose certificate its signatures embed. */
export async function createIssuingAuthority(
  options: Omit<Issued, 'publicKey'> & { privateKey: PrivateKey },
): Promise<Authority> {
  const { privateKey, ...issued } = options
  const allowed = [basicConstraints({ pathLength: 0 }), keyUsage('keyCertSign', 'cRLSign')]
  const certificate = await certified({ ...issued, publicKey: publicKeyOf(privateKey) }, allowed)
  return authorityOf(privateKey, certificate, [])
}

/** An authority from its stored key and certificate (DER); throws `DerError` or `UnsupportedKey`. */
export function authorityOf(privateKey: PrivateKey, certificate: Buffer, chain: Buffer[]): Authority {
  const fields = children(descend(decode(certificate), 0))
  // version, serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo
  const [name, keyInfo] = fields.slice(5)
  if (!name || !keyInfo) throw new DerError('certificate has no subject or key')
  return {
    key: signingKey(privateKey, certificate, chain),
    name: name.raw,
    keyIdentifier: keyIdentifier(readKeyInfo(keyInfo.raw)),
  }
}
