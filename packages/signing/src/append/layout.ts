import type { Rotation } from '@moqi/pdf/page-geometry'
import type { Ref, XrefStyle } from '@moqi/pdf/write/pdf-syntax'

/**
 * What freezing leaves behind so that signing never parses. `Layout` and `Slot` are written once and never
 * change; `Head` is replaced by every signature, by compare-and-set on its `sha256`. All are plain JSON.
 */
export interface Layout extends XrefStyle {
  version: 1
  /** Text drawn under every signature and stamp, and named in every signature dictionary. */
  notice?: string
  /** What archive increments rewrite; absent in documents frozen before it was kept, which take none. */
  archive?: ArchiveSources
}

/** An object's number and the full source of its dictionary, without `<<` and `>>`. */
export interface WrittenDict {
  ref: Ref
  dict: string
}

/** Catalog without /DSS, form without /Fields, first page without /Annots, and those arrays' items as source. */
export interface ArchiveSources {
  catalog: WrittenDict
  form: WrittenDict & { fields: string[] }
  page: WrittenDict & { annotations: string[] }
  /** The store an earlier platform left in the upload. */
  store?: StoreSources
}

/** A document security store as source: references by kind, and the entries of /VRI by key (ISO 32000-2 §12.8.4.3). */
export interface StoreSources {
  certs: string[]
  crls: string[]
  ocsps: string[]
  vri: Record<string, string>
}

/** What archive increments have added so far. */
export interface ArchiveState {
  /** Object numbers of the document time-stamps' fields. */
  fields: number[]
  /** The security store: its object, its own members' object numbers by SHA-256, and its whole content. */
  store?: { number: number; members: Record<string, number>; sources: StoreSources }
}

/** A field and its widget in one object. Sizes are points, as displayed after the page's rotation. */
export interface Widget {
  ref: Ref
  /** Full source of the dictionary without `<<`, `>>`, /V and what shows it: /AP, of a checkbox /AS. */
  dict: string
  width: number
  height: number
  /** The page's /Rotate: the appearance is turned against it. */
  rotate: Rotation
}

/** An empty signature field, made by freezing or found in the upload. */
export interface SignatureSlot extends Widget {
  kind: 'signature'
  slot: string
  /** Slots fixed with this signature (/Lock and FieldMDP); only these may be set beside it. */
  locks: string[]
  /** Of a field of the upload, its own /Lock: source of the FieldMDP parameters that repeat it. */
  ownLock?: string
}

/** A further place for the same party's image: a read-only push button. */
export interface StampSlot extends Widget {
  kind: 'stamp'
  slot: string
}

/** One page's strip of a cross-page seal: strip `index` of `count`. */
export interface Slice extends Widget {
  index: number
  count: number
}

/** A cross-page seal: one field with a push button a page. */
export interface CrossPageSlot {
  kind: 'crossPage'
  slot: string
  slices: Slice[]
}

/** A text or date to be filled in; `fontSize` in points. */
export interface TextSlot extends Widget {
  kind: 'text'
  slot: string
  fontSize: number
}

/** A box to be ticked. Both its appearances were written by freezing; a signature only chooses one. */
export interface CheckboxSlot extends Widget {
  kind: 'checkbox'
  slot: string
}

/** One prepared place, by kind; stored one row each. */
export type Slot = SignatureSlot | StampSlot | CrossPageSlot | TextSlot | CheckboxSlot

/** The newest revision. */
export interface Head {
  /** Bytes. */
  length: number
  /** Hex, over all `length` bytes. */
  sha256: string
  /** SHA-256 state after `length` bytes, as `RunningHash` saves it; as sensitive as `sha256`. */
  hashState: string
  /** The same for SM3, there when the platform certified with SM2: only then can SM2 sign. */
  sm3State?: string
  startxref: number
  /** First unused object number: the trailer's /Size. */
  nextObject: number
  /** Object numbers of images already in the document by their SHA-256, and of the notice under `notice`. */
  images: Record<string, number>
  /** Slots already set. Setting one again would undo an earlier signature. */
  used: string[]
  /** Where every CMS lies: offset of its `<`, and the offset after its `>`. Absent in heads of older documents. */
  holes?: [start: number, end: number][]
  /** Absent before the first archive increment. */
  archive?: ArchiveState
}

/** A document ready to be signed. */
export interface Frozen {
  /** The upload and the increment: the base every later signature appends to. */
  bytes: Buffer
  /** The freezing increment alone. */
  increment: Buffer
  layout: Layout
  slots: Slot[]
  head: Head
}
