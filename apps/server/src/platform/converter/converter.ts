import type { WorkClient } from '@moqi/pdf/workers/bounded-workers'
import type { OfficeState } from './office.ts'

/** A Word document as PDF. */
export type Conversion = {
  pdf: Buffer
  /** Families the document asks for and this machine lacks; look-alikes stand in for them. */
  replacedFonts: readonly string[]
  /** Changes were still tracked; the PDF shows them as the program that converted draws them. */
  revisions: boolean
  /** How many pages a docx says it has; null when it does not say. */
  pages: number | null
}

/** Turns Word documents into PDF (port; embedded: libreofficeConverter). */
export type Converter = {
  /** The same converter at work for somebody else; by itself it works for the platform. */
  for: (client: WorkClient) => Converter
  /**
   * Throws `file/conversion` when there is no converter, the document cannot be converted or takes too long, and
   * `request/too-often` when too many wait; IntakeRefusal for a docx whose archive is damaged or a bomb.
   */
  convert: (bytes: Buffer, kind: 'doc' | 'docx') => Promise<Conversion>
  /** Whether documents are converted where they can reach nothing, else each is refused; null without a converter. */
  confinement: () => Promise<OfficeState | null>
  close: () => Promise<void>
}
