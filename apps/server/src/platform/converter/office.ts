/** What a document is, and what it becomes. */
export type Forms = { from: 'doc' | 'docx'; to: 'pdf' | 'docx' }

/** Whether documents may be converted, and if not why: for the operator, in English. */
export type OfficeState = { usable: true } | { usable: false; reason: string }

/** LibreOffice, here or on another machine. */
export type Office = {
  /**
   * Null when nothing comes of the document, also because the signal ended its conversion. Rejects when it could not be
   * tried.
   */
  convert: (bytes: Buffer, forms: Forms, signal: AbortSignal) => Promise<Buffer | null>
  /** Font families it can draw, in lower case; empty when it cannot tell. */
  families: () => Promise<ReadonlySet<string>>
  state: () => Promise<OfficeState>
  close: () => Promise<void>
}

/** Bytes of a document that LibreOffice may make. */
export const largestResult = 100 * 1024 * 1024
