import { findSignatures, orphanSignatures } from '@moqi/form/find-signatures'
import { judgeMedia } from './readings/judge-looks.ts'
import { judgeStructure } from './structure/judge-structure.ts'
import { Budget, defaultLimits, type Limits } from '@moqi/pdf/limits'
import { readDocument, type Reading } from './structure/read-document.ts'
import { type Reason, reason, reasonText } from './reasons/reasons.ts'
import { verifyPdf } from './verify-pdf.ts'

/** What an upload was read as, for the questions below. */
export type Upload = Reading

/** Reads an upload once, within the usual limits; throws `BudgetExceeded`. */
export const readUpload = (bytes: Buffer, limits: Limits = defaultLimits): Upload =>
  readDocument(bytes, new Budget(limits))

/**
 * Reasons for which a signature on this unsigned file would never be judged valid: readers may differ (P0), or what
 * lies about presents itself as a signature. Whoever freezes an upload asks first, and rewrites or refuses it. Throws
 * `BudgetExceeded`.
 */
export function structuralObstacles({ file, models, reasons }: Upload): Reason[] {
  if (!file) return reasons
  const lookalikes = [...findSignatures(models), ...orphanSignatures(file, [])]
  const all = [...reasons, ...judgeStructure(file, models, [])]
  // What we append is not encrypted.
  if (!file.unreadable && file.views.some((view) => view.encrypted)) all.push(reason('encrypted-unreadable'))
  all.push(...judgeMedia(models.at(-1)))
  if (lookalikes.length > 0) all.push(reason('signature-lookalike', { severity: 'indeterminate' }))
  return all.filter(({ severity }) => severity === 'invalid' || severity === 'indeterminate')
}

/**
 * Why a file that somebody signed already could never end valid: a signature that is broken, or a structure that
 * readers may see differently. Who signed, and by which profile, is the signers' own affair. Never throws.
 */
export async function signedObstacles(bytes: Buffer, reading: Upload): Promise<Reason[]> {
  const { reasonArray } = await verifyPdf(bytes, { trustedRoots: [], now: new Date() }, reading)
  return reasonArray.filter(({ code, severity }) => {
    const ambiguous = severity === 'indeterminate' && reasonText(code).family === 'structure'
    return ambiguous || severity === 'invalid'
  })
}
