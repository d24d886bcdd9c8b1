import type { PublicKey } from '../cms/keys.ts'
import type { Authority } from './authority.ts'
import { signCertificate } from './certificate.ts'
import { distinguishedName, type Subject } from './distinguished-name.ts'
import {
  authorityKeyIdentifier,
  basicConstraints,
  keyIdentifier,
  keyUsage,
  ocspSigningOnly,
  publication,
  type PublishedAt,
  subjectKeyIdentifier,
  testPolicyNotice,
  timestampingOnly,
} from './extensions.ts'

/** What a certificate is for: a contract's party, the time-stamping authority, the platform that certifies, an OCSP responder. */
export type CertificateProfile = 'signer' | 'timestamp' | 'certifier' | 'ocsp'

const usage: Readonly<Record<CertificateProfile, () => Buffer[]>> = {
  signer: () => [keyUsage('digitalSignature', 'nonRepudiation')],
  certifier: () => [keyUsage('digitalSignature', 'nonRepudiation')],
  timestamp: () => [keyUsage('digitalSignature'), timestampingOnly()],
  ocsp: () => [keyUsage('digitalSignature'), ...ocspSigningOnly()],
}

/** Issues an end-entity certificate (DER). `serial` is positive and at most 20 bytes; random when absent. */
export function issueCertificate(
  options: PublishedAt & {
    authority: Authority
    subject: Subject
    publicKey: PublicKey
    notBefore: Date
    notAfter: Date
    profile: CertificateProfile
    serial?: Buffer
  },
): Promise<Buffer> {
  const { authority, subject, publicKey, profile, notBefore, notAfter, serial, ...published } = options
  return signCertificate(authority.key, {
    ...(serial ? { serial } : {}),
    notBefore,
    notAfter,
    issuer: authority.name,
    name: distinguishedName(subject),
    publicKey,
    extensions: [
      basicConstraints(false),
      ...usage[profile](),
      subjectKeyIdentifier(keyIdentifier(publicKey)),
      authorityKeyIdentifier(authority.keyIdentifier),
      ...publication(published),
      testPolicyNotice(),
    ],
  })
}
