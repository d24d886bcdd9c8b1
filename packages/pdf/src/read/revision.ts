import type { PdfDict } from './values.ts'

/** What a cross-reference section says of one object number. */
export type XrefEntry =
  | { type: 'free'; generation: number }
  | { type: 'plain'; offset: number; generation: number }
  | { type: 'packed'; container: number; index: number }

/** One cross-reference section with its trailer, at [start, end) of the file. */
export interface Section {
  form: 'table' | 'stream'
  start: number
  end: number
  entries: Map<number, XrefEntry>
  trailer: PdfDict
  /** Offset of the previous section. */
  previous?: number
  /** Offset of the hidden stream of a hybrid file (P8). */
  hidden?: number
  /** This is such a stream, which old readers pass over. */
  concealed?: true
  /** Number of the stream object a section in stream form is. */
  streamNumber?: number
  /** A comment stands within it (P11). */
  commented?: true
}

/**
 * A revision: the bytes from 0 to `end`, the increment being [start, end). `end` is right behind `%%EOF`,
 * `lineEnd` behind the CR and LF that follow it (P15).
 */
export interface Revision {
  index: number
  start: number
  /** Where the revision before ends: CR and LF from there to `start` may be counted to either. */
  from: number
  end: number
  lineEnd: number
  /** In the order in which entries override: the last one wins. */
  sections: Section[]
}

/** An entry in force, and the revision that introduced it. */
export interface LiveEntry {
  entry: XrefEntry
  revision: number
  /** The number is free and had an object before: no gap that nobody ever used. */
  freed?: true
}

/** Keys of the trailer and of a cross-reference stream that lead to nothing of the document. */
export const bookkeepingKeys = new Set([
  'Size',
  'Prev',
  'XRefStm',
  'Type',
  'W',
  'Index',
  'Filter',
  'DecodeParms',
  'Length',
])
