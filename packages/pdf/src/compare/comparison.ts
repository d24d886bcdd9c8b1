/** A part of a page in parts of its width and height, from its top left as displayed. */
export interface PageArea {
  left: number
  top: number
  right: number
  bottom: number
}

/** Where something stands in one of the files, or where it is missing: `page` counts from 1. */
export interface Place {
  page: number
  /** What to frame, in reading order; a passage may run on to the next pages. */
  areas: { page: number; area: PageArea }[]
  /** What stands there, at most 400 characters; empty where it is missing, and of pictures. */
  text: string
  /** What stands before and after it, some characters of it. */
  lead: string
  trail: string
}

/**
 * What differs: a passage changed, added or removed; a page added, removed, which has a place in one file alone, or
 * moved; what a page shows besides its text.
 */
export interface Difference {
  kind: 'text' | 'page-added' | 'page-removed' | 'page-moved' | 'picture'
  before: Place | null
  after: Place | null
}

/** What a reader must know of what was compared; pages are those of the file after, or else before. */
export interface ComparisonNote {
  /**
   * `scan`: pages without text, compared by their pictures alone; `shifted`: where text has moved, pictures are not
   * compared; `undrawn`: pictures not compared at all; `coarse`: passages too different to be compared word by word;
   * `more`: differences beyond those listed.
   */
  kind: 'scan-before' | 'scan-after' | 'shifted' | 'undrawn' | 'coarse' | 'more'
  pages: number[]
}

/** What one of the files is. */
export interface ComparedFile {
  /** Sizes in mm as displayed. */
  pages: { width: number; height: number }[]
}

/** How two PDFs differ. */
export interface Comparison {
  before: ComparedFile
  after: ComparedFile
  /** Pages that stand for one another, from 1; null where there is none. */
  pairs: { before: number | null; after: number | null }[]
  /** In reading order of the file after. */
  differences: Difference[]
  notes: ComparisonNote[]
}

/** Ceilings for one comparison. */
export interface CompareLimits {
  /** Of one file. */
  bytes: number
  pages: number
  characters: number
  /** Turns of the loops that compare text. */
  steps: number
  /** Pixels drawn and compared; what is beyond is noted, not refused. */
  pixels: number
  differences: number
}

/** The ceilings in use. */
export const compareLimits: CompareLimits = {
  bytes: 50 * 1024 * 1024,
  pages: 500,
  characters: 600_000,
  steps: 60_000_000,
  pixels: 700_000_000,
  differences: 500,
}

/** Why two files cannot be compared; the sentence says what to do. `side` is the file whose fault it is. */
export class CompareRefusal extends Error {
  override name = 'CompareRefusal'
  readonly reason: 'unreadable' | 'password' | 'too-large' | 'too-complex'
  readonly side: 'before' | 'after'

  constructor(reason: CompareRefusal['reason'], side: CompareRefusal['side'], message: string) {
    super(message)
    this.reason = reason
    this.side = side
  }
}

/** Counts work against a ceiling. */
export class CompareWork {
  #left: number

  constructor(most: number) {
    this.#left = most
  }

  /** Counts so much, and says whether it was still allowed. */
  take(amount: number): boolean {
    if (amount > this.#left) {
      this.#left = 0
      return false
    }
    this.#left -= amount
    return true
  }
}
