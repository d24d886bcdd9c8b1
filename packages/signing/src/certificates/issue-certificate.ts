import type { PublicKey } from '../cms/keys.ts'
import type { Authority } from './authority.ts'
import { signCertificate } from './certificate.ts'
import { distinguishedName, type Subject } from './distinguished-name.ts'
import {
  authorityKeyIdentifier,
  basicConstraints,
  crlDistributionPoint,
  keyIdentifier,
  keyUsage,
  subjectKeyIdentifier,
  testPolicyNotice,
  timestampingOnly,
} from './extensions.ts'

/** What a certificate is for: a contract's party, the time-stamping authority, the platform that certifies. */
export type CertificateProfile = 'signer' | 'timestamp' | 'certifier'

const usage: Readonly<Record<CertificateProfile, () => Buffer[]>> = {
  signer: () => [keyUsage('digitalSignature', 'nonRepudiation')],
  certifier: () => [keyUsage('digitalSignature', 'nonRepudiation')],
  timestamp: () => [keyUsage('digitalSignature'), timestampingOnly()],
}

/** Issues an end-entity certificate (DER). `serial` is positive and at most 20 bytes; random when absent. */
export function issueCertificate(options: {
  authority: Authority
  subject: Subject
  publicKey: PublicKey
  notBefore: Date
  notAfter: Date
  profile: CertificateProfile
  crlUrl?: string
  serial?: Buffer
}): Promise<Buffer> {
  const { authority, subject, publicKey, profile, crlUrl, ...rest } = options
  return signCertificate(authority.key, {
    ...rest,
    issuer: authority.name,
    name: distinguishedName(subject),
    publicKey,
    extensions: [
      basicConstraints(false),
      ...usage[profile](),
      subjectKeyIdentifier(keyIdentifier(publicKey)),
      authorityKeyIdentifier(authority.keyIdentifier),
      ...(crlUrl ? [crlDistributionPoint(crlUrl)] : []),
      testPolicyNotice(),
    ],
  })
}
