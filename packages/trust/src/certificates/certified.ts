import type { Authority } from './authority.ts'
import { type Certificate, signCertificate } from './certificate.ts'
import { distinguishedName, type Subject } from './distinguished-name.ts'
import {
  authorityKeyIdentifier,
  keyIdentifier,
  publication,
  type PublishedAt,
  subjectKeyIdentifier,
  testPolicyNotice,
} from './extensions.ts'

/** Whom an authority certifies, until when, and where the authority publishes what becomes of it. */
export type Issued = PublishedAt &
  Pick<Certificate, 'notBefore' | 'notAfter' | 'serial' | 'publicKey'> & { authority: Authority; subject: Subject }

/** A certificate (DER) under an authority; `allowed` are the extensions that say what its key may do. */
export function certified(issued: Issued, allowed: Buffer[]): Promise<Buffer> {
  const { authority, subject, publicKey, serial, notBefore, notAfter, ...published } = issued
  return signCertificate(authority.key, {
    ...(serial ? { serial } : {}),
    notBefore,
    notAfter,
    issuer: authority.name,
    name: distinguishedName(subject),
    publicKey,
    extensions: [
      ...allowed,
      subjectKeyIdentifier(keyIdentifier(publicKey)),
      authorityKeyIdentifier(authority.keyIdentifier),
      ...publication(published),
      testPolicyNotice(),
    ],
  })
}
