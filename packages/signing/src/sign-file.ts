import { signDocument } from './append/sign-document.ts'
import { notoSans } from '@moqi/pdf/fonts/noto-sans'
import { freezeDocument } from './freeze/freeze-document.ts'
import { sealImage } from './images/seal-image.ts'
import { personSeal } from './seal-art/person-seal.ts'
import type { Credentials } from './test-credentials.ts'

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
