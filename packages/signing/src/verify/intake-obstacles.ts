import { isLocked, readPermissions } from './diff/permissions.ts'
import { findSignatures } from './find-signatures.ts'
import { Budget, defaultLimits } from './limits.ts'
import { readDocument } from './read-document.ts'
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

/**
 * Whether a signature that the file has already forbids to add and sign the field `name`: by a certification, or by a
 * lock. Takes a file without `signedObstacles`; throws `BudgetExceeded`.
 */
export function forbidsField(bytes: Buffer, name: string): boolean {
  const { models } = readDocument(bytes, new Budget(defaultLimits))
  return findSignatures(models)
    .map(readPermissions)
    .some(
      ({ certification, lockLevel, locks }) =>
        certification !== undefined || lockLevel !== undefined || locks.some((lock) => isLocked(lock, name)),
    )
}
