import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Authority, createIssuingAuthority, createRootAuthority } from '@moqi/trust/certificates/authority'
import { issueCertificate, type CertificateProfile } from '@moqi/trust/certificates/issue-certificate'
import { type SigningKey, signingKey } from '@moqi/trust/cms/signing-key'
import { issueSigningKey } from '@moqi/trust/suites/issue-signing-key'
import { type SuiteName, suites } from '@moqi/trust/suites/suite'
import type { FieldPlan } from '../freeze/field-plan.ts'
import { type SealImage, sealImage } from '../images/seal-image.ts'
import { encodePng } from '@moqi/pdf/images/png'
import { embeddedAuthority } from '@moqi/trust/timestamp/embedded-authority'
import type { TimestampAuthority } from '@moqi/trust/timestamp/request-token'

/** What the tests of this package sign with: authorities, keys, images and contracts. */

/** A time all certificates of the scene are valid at. */
export const sceneTime = new Date('2026-11-20T03:04:05Z')
const notBefore = new Date('2026-01-01T00:00:00Z')
const notAfter = new Date('2046-01-01T00:00:00Z')

/** One of the sample contracts. */
export const sample = (name: string): Buffer =>
  readFileSync(new URL(`../../../../samples/${name}.pdf`, import.meta.url))

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

/** A red disc on a transparent ground, `side` pixels wide, as 8-bit RGBA PNG. */
export function discPng(side: number, red = 220): Buffer {
  const pixels = Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [at % side, Math.floor(at / side)]
    const inside = (x - side / 2) ** 2 + (y - side / 2) ** 2 < (side / 2) ** 2
    return inside ? [red, 30, 30, 200] : [0, 0, 0, 0]
  })
  return encodePng({ width: side, height: side, channels: 4, data: Buffer.from(pixels.flat()) })
}

/** A disc ready to be placed; another `red` makes another image. */
export const disc = (red?: number): SealImage => sealImage(discPng(96, red))

/** Three parties: the first has a stamp, a cross-page seal and two texts beside its signature. */
export const threeParties: FieldPlan = {
  signatures: [
    {
      slot: 'moqi-0001',
      page: 1,
      box: { x: 30, y: 200, width: 40, height: 40 },
      locks: ['moqi-0004', 'moqi-0005', 'moqi-0006', 'moqi-0007'],
    },
    { slot: 'moqi-0002', page: 1, box: { x: 90, y: 200, width: 40, height: 40 } },
    { slot: 'moqi-0003', page: 1, box: { x: 150, y: 210, width: 30, height: 15 } },
  ],
  stamps: [{ slot: 'moqi-0004', page: 1, box: { x: 120, y: 30, width: 30, height: 30 } }],
  crossPageSeals: [{ slot: 'moqi-0005', y: 120, size: 42 }],
  texts: [
    {
      slot: 'moqi-0006',
      label: '签署日期',
      page: 1,
      box: { x: 30, y: 245, width: 50, height: 7 },
      fontSize: 12,
    },
    {
      slot: 'moqi-0007',
      label: '交货地址',
      page: 1,
      box: { x: 30, y: 255, width: 60, height: 15 },
      fontSize: 12,
    },
  ],
}
