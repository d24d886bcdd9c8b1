import { fileKind } from './file-kind.ts'
import { imagePdf } from './image-pdf.ts'
import { type Inspected, inspectPdf } from './inspect-pdf.ts'
import { type IntakeChoices, type IntakeLimits, IntakeRefusal } from './intake-refusal.ts'
import { warning } from './intake-warning.ts'

/**
 * As inspectPdf, for PDF, JPEG and PNG: an image becomes a page first. Word must have been converted before. Throws
 * IntakeRefusal.
 */
export async function inspectUpload(bytes: Buffer, limits: IntakeLimits, choices: IntakeChoices): Promise<Inspected> {
  const kind = fileKind(bytes)
  if (kind === 'doc' || kind === 'docx' || kind === 'locked')
    throw new IntakeRefusal('not-pdf', 'Word was not converted')
  if (kind === 'pdf') return inspectPdf(bytes, limits, choices)
  const inspected = await inspectPdf(page(bytes, kind), limits)
  return { ...inspected, rewritten: true, warnings: [warning('image-placed'), ...inspected.warnings] }
}

function page(bytes: Buffer, kind: 'jpeg' | 'png'): Buffer {
  try {
    return imagePdf(bytes, kind)
  } catch (cause) {
    if (cause instanceof IntakeRefusal) throw cause
    throw new IntakeRefusal('unreadable-image', 'cut off', { cause })
  }
}
