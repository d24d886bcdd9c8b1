import type { Authority } from '../certificates/authority.ts'
import type { Subject } from '../certificates/distinguished-name.ts'
import { issueCertificate, type CertificateProfile } from '../certificates/issue-certificate.ts'
import { type PrivateKey, publicKeyOf } from '../cms/keys.ts'
import { type SigningKey, signingKey } from '../cms/signing-key.ts'
import { suiteOf } from './suite.ts'

/** A new key, for signing at once and for keeping (`toPkcs8`). */
export interface IssuedKey {
  key: SigningKey
  privateKey: PrivateKey
}

/** Makes a key of the authority's suite and certifies it; its signatures embed the authority's certificate. */
export async function issueSigningKey(options: {
  authority: Authority
  subject: Subject
  profile: CertificateProfile
  notBefore: Date
  notAfter: Date
  crlUrl?: string
}): Promise<IssuedKey> {
  const privateKey = await suiteOf(options.authority).generateKey()
  const certificate = await issueCertificate({ ...options, publicKey: publicKeyOf(privateKey) })
  return { key: signingKey(privateKey, certificate, [options.authority.key.identity.certificate]), privateKey }
}
