import { generateKeyPairSync } from 'node:crypto'
import {
  type Authority,
  type CertificateProfile,
  createIssuingAuthority,
  createRootAuthority,
  issueCertificate,
} from '../certificates/authority.ts'
import { type SigningKey, signingKey } from '../cms/signing-key.ts'
import { issueSigningKey, type SuiteName, suites } from '../suites/suite.ts'
import { embeddedAuthority } from '../timestamp/embedded-authority.ts'
import type { TimestampAuthority } from '../timestamp/request-token.ts'

/** A time all certificates of the scene are valid at. */
export const sceneTime = new Date('2026-11-20T03:04:05Z')
const notBefore = new Date('2026-01-01T00:00:00Z')
const notAfter = new Date('2046-01-01T00:00:00Z')

/** Root, issuing authority, and what they vouch for. */
export interface Scene {
  root: Authority
  issuing: Authority
  certifier: SigningKey
  timestamps: TimestampAuthority
  party: (commonName: string, kind?: 'ec' | 'rsa') => Promise<SigningKey>
}

/** A key pair of either kind. */
export function keyPair(kind: 'ec' | 'rsa' = 'ec') {
  return kind === 'ec'
    ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
    : generateKeyPairSync('rsa', { modulusLength: 2048 })
}

/**
 * Sets up a scene whose time-stamps say `sceneTime` unless `now` says otherwise; `party` takes another kind of key, and
 * `lists` is the address that certificates name for their revocation lists.
 */
export async function scene(
  now = () => sceneTime,
  suite: SuiteName = 'P-256',
  lists = 'https://ca.example',
): Promise<Scene> {
  const validity = { notBefore, notAfter }
  const { generateKey } = suites[suite]
  const root = await createRootAuthority({
    privateKey: await generateKey(),
    subject: { commonName: '墨契测试根CA', country: 'CN' },
    ...validity,
  })
  const issuing = await createIssuingAuthority({
    authority: root,
    privateKey: await generateKey(),
    subject: { commonName: '墨契测试CA', country: 'CN' },
    crlUrl: `${lists}/root.crl`,
    ...validity,
  })
  const issue = async (commonName: string, profile: CertificateProfile, kind?: 'ec' | 'rsa') => {
    const subject = { commonName, organization: '墨契测试', country: 'CN' as const }
    const options = { authority: issuing, subject, profile, crlUrl: `${lists}/ca.crl`, ...validity }
    if (kind === undefined) return (await issueSigningKey(options)).key
    const { publicKey, privateKey } = keyPair(kind)
    const certificate = await issueCertificate({ ...options, publicKey })
    return signingKey(privateKey, certificate, [issuing.key.identity.certificate])
  }
  return {
    root,
    issuing,
    certifier: await issue('墨契平台', 'certifier'),
    timestamps: embeddedAuthority({ key: await issue('墨契测试时间戳', 'timestamp'), policy: '2.999.1.2', now }),
    party: (commonName, kind) => issue(commonName, 'signer', kind),
  }
}
