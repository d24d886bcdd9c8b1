import { signDocument } from './append/sign-document.ts'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { freezeDocument } from './freeze/freeze-document.ts'
import { sealImage } from './images/seal-image.ts'
import { personSeal } from './seal-art/draw-seal.ts'
import {
  type CertificateProfile,
  createIssuingAuthority,
  createRootAuthority,
} from '@moqi/trust/certificates/authority'
import type { SigningKey } from '@moqi/trust/cms/signing-key'
import { issueSigningKey, suites } from '@moqi/trust/suites/suite'
import { embeddedAuthority } from '@moqi/trust/timestamp/embedded-authority'
import type { TimestampAuthority } from '@moqi/trust/timestamp/request-token'

/** Who signs where. */
export interface FileSigning {
  name: string
  /** The claimed time. */
  at: Date
  reason?: string
  /** PNG at 300 dpi; a name seal drawn from `name` when absent. */
  seal?: Buffer
  /** Counts from 1. */
  page?: number
  /** Millimetres from the top left of the page to the seal's top left corner. */
  x?: number
  y?: number
}

const slot = 'moqi-0001'
const millimetresPerPixel = 25.4 / 300

/**
 * Freezes, certifies and signs a PDF in one step, for one signer; a file that is signed already gets one more
 * signature. Throws `FreezeRefusal`, `TimestampRefusal`, `PngRefusal`, or `SealGlyphMissing` for a name no seal can
 * show.
 */
export async function signFile(credentials: Credentials, pdf: Buffer, signing: FileSigning): Promise<Buffer> {
  const { name, at, reason = '同意并签署', page = 1, x = 30, y = 230 } = signing
  const { key, certifier, timestamps, notice } = credentials
  const image = sealImage(signing.seal ?? personSeal(name, 'square').png)
  const size = { width: image.width * millimetresPerPixel, height: image.height * millimetresPerPixel }
  const frozen = await freezeDocument(
    { certifier, now: () => at, ...(timestamps && { timestamps }), ...(notice !== undefined && { notice }) },
    pdf,
    { signatures: [{ slot, page, box: { x, y, ...size } }], stamps: [], crossPageSeals: [], texts: [] },
  )
  const { increment } = await signDocument({ key, font: notoSans(), ...(timestamps && { timestamps }) }, frozen, {
    signature: { slot, image },
    signerName: name,
    reason,
    at,
  })
  return Buffer.concat([frozen.bytes, increment])
}

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
