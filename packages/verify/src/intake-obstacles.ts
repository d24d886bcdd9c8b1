import { type Reason, reasonText } from './reasons.ts'
import { verifyPdf } from './verify-pdf.ts'

/**
 * Why a file that somebody signed already could never end valid: a signature that is broken, or a structure that
 * readers may see differently. Who signed, and by which profile, is the signers' own affair. Never throws.
 */
export async function signedObstacles(bytes: Buffer): Promise<Reason[]> {
  const { reasonArray } = await verifyPdf(bytes, { trustedRoots: [], now: new Date() })
  return reasonArray.filter(({ code, severity }) => {
    const ambiguous = severity === 'indeterminate' && reasonText(code).family === 'structure'
    return ambiguous || severity === 'invalid'
  })
}
