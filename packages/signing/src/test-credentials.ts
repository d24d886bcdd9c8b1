import { createIssuingAuthority, createRootAuthority } from '@moqi/trust/certificates/authority'
import type { CertificateProfile } from '@moqi/trust/certificates/issue-certificate'
import type { SigningKey } from '@moqi/trust/cms/signing-key'
import { issueSigningKey } from '@moqi/trust/suites/issue-signing-key'
import { suites } from '@moqi/trust/suites/suite'
import { embeddedAuthority } from '@moqi/trust/timestamp/embedded-authority'
import type { TimestampAuthority } from '@moqi/trust/timestamp/request-token'

/** What signs a file outside the platform. */
export interface Credentials {
  /** Signs for the person. */
  key: SigningKey
  /** Certifies the frozen document. */
  certifier: SigningKey
  timestamps?: TimestampAuthority
  /** Stands in the signature and below the seal. */
  notice?: string
}

const dayMs = 24 * 3_600_000
/** An object identifier of ISO's example arc. */
const policy = '2.999.1.2'

/**
 * An authority made on the spot and thrown away, with a P-256 key in the signer's name and a time-stamp authority.
 * Whoever trusts `root` (DER) finds the signature valid; it says 测试证书，无法律效力.
 */
export async function testCredentials(name: string, now: Date): Promise<Credentials & { root: Buffer }> {
  const validity = { notBefore: new Date(now.getTime() - dayMs), notAfter: new Date(now.getTime() + 3650 * dayMs) }
  const { generateKey } = suites['P-256']
  const root = await createRootAuthority({
    privateKey: await generateKey(),
    subject: { commonName: '墨契测试根CA', country: 'CN' },
    ...validity,
  })
  const authority = await createIssuingAuthority({
    authority: root,
    privateKey: await generateKey(),
    subject: { commonName: '墨契测试CA', country: 'CN' },
    ...validity,
  })
  const issue = async (commonName: string, profile: CertificateProfile) =>
    (await issueSigningKey({ authority, subject: { commonName, country: 'CN' }, profile, ...validity })).key
  return {
    key: await issue(name, 'signer'),
    certifier: await issue('墨契平台', 'certifier'),
    timestamps: embeddedAuthority({ key: await issue('墨契测试时间戳', 'timestamp'), policy, now: () => now }),
    notice: '测试证书，无法律效力',
    root: root.key.identity.certificate,
  }
}
