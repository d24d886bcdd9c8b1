/** The structural faults a reading can have; each is also a reason code (reference §8, family S). */
export type FaultCode =
  | 'header-not-at-start'
  | 'startxref-mismatch'
  | 'xref-malformed'
  | 'xref-object-mismatch'
  | 'xref-points-outside-increment'
  | 'object-malformed'
  | 'stream-length-mismatch'
  | 'external-stream'
  | 'duplicate-key'
  | 'name-obfuscated'
  | 'unreferenced-bytes'
  | 'dormant-object'
  | 'readers-disagree'
  | 'circular-structure'
  | 'page-tree-inconsistent'
  | 'duplicate-field-name'
  | 'trailing-data'
  | 'trailing-whitespace'
  | 'hybrid-reference'
  | 'signature-in-object-stream'
  | 'encrypted-unreadable'
  | 'trailer-irregular'

/** A structural fault at a byte offset, with the object it concerns when there is one. */
export interface Fault {
  code: FaultCode
  offset: number
  object?: number
  detail?: string
  /** Honest writers do it as well: it counts in what was added behind a signature, and nowhere else. */
  laterOnly?: true
}

/** Thrown where reading cannot go on in one way only; carries the code and the byte offset. */
export class PdfFault extends Error {
  readonly code: FaultCode
  readonly offset: number

  constructor(code: FaultCode, offset: number, detail: string) {
    super(detail)
    this.name = 'PdfFault'
    this.code = code
    this.offset = offset
  }
}

/** The fault of an exception, or undefined when it is none of ours. */
export function faultOf(error: unknown): Fault | undefined {
  if (!(error instanceof PdfFault)) return undefined
  return { code: error.code, offset: error.offset, detail: error.message }
}
