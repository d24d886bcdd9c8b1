import type { Field } from '@moqi/pdf/graph/fields'
import type { PdfValue } from '@moqi/pdf/read/values'
import type { FactKind } from './facts.ts'
import type { RevisionPair, Versions } from './revision-pair.ts'

/** What something is when it changes; fields are told apart by their type, and by what becomes of them. */
export type Part =
  | 'trailer'
  | 'information'
  | 'catalog'
  | 'page tree'
  | 'page'
  | 'annotation'
  | 'widget'
  | 'form'
  | 'new field'
  | 'signed field'
  | 'field being signed'
  | 'field being time-stamped'
  | 'text field'
  | 'choice field'
  | 'button'
  | 'other field'
  | 'signature'
  | 'structure element'
  | 'filled field'
  | 'field signed'
  | 'any object'
  | 'shared object'

/**
 * Where it changes: an `entry` of its dictionary; the `object` that keys refer to, or `objects` however far behind
 * them, which may change with the part; objects `behind` keys, which have no leave to (D3); or it is `new` or `gone`
 * itself.
 */
export type Place = 'entry' | 'object' | 'objects' | 'behind' | 'new' | 'gone'

/** One change to be judged. */
export interface Change {
  pair: RevisionPair
  /** Keys that lead from the part to what changed: one for an entry, none for the part itself. */
  path: readonly string[]
  /** Resolved values of an entry, or those of an object. */
  before?: PdfValue | undefined
  after?: PdfValue | undefined
  /** Number of the object that changed, and of the part that leads to it. */
  number?: number
  owner?: number
  /** Of an entry: its dictionary, and all keys of it that changed. */
  versions?: Versions
  keys?: readonly string[]
  /** As the older revision has it; a new one as the newer has it. */
  field?: Field
}

/** What must hold for a rule to apply. */
export type Condition = (change: Change) => boolean

/** One rule of the grammar. */
export interface Rule {
  parts: readonly Part[]
  places: readonly Place[]
  /** A key, or keys that lead to an object with `*` for any one; `*` alone is any key without a rule of its own. */
  keys: readonly string[]
  clause: Clause
  /** What the change amounts to; `none` needs no word. */
  kind: FactKind | 'none'
  condition: Condition | undefined
  /** Told besides what the first rule that applies says. */
  isBesides: boolean
}

/** A rule without its parts; places and keys are set apart by blanks. */
export type Row = [
  places: string,
  keys: string,
  clause: Clause,
  kind: FactKind | 'none',
  condition?: Condition,
  besides?: 'besides',
]

/** A rule in one line, which no other rule has. */
export function ruleName({ parts, places: where, keys, kind, condition }: Rule): string {
  const named = keys.map((key) => (key === '*' ? key : `/${key}`)).join(' ')
  const when = condition ? `, when ${condition.name}` : ''
  return `${parts.join(', ')}: ${where.join(' ')} ${named}${when} → ${kind}`
}

const places: readonly Place[] = ['entry', 'object', 'objects', 'behind', 'new', 'gone']

/** The rules that some rows are for some parts. */
export function rulesOf(parts: Part | readonly Part[], rows: readonly Row[]): Rule[] {
  return rows.map(([named, keys, clause, kind, condition, besides]) => {
    const words = named.split(' ')
    return {
      parts: typeof parts === 'string' ? [parts] : parts,
      places: places.filter((place) => words.includes(place)),
      keys: keys.split(' '),
      clause,
      kind,
      condition,
      isBesides: besides !== undefined,
    }
  })
}

/** The clauses of the verification reference that the grammar of changes stands on, and what each is about. */
export const clauses = {
  D3: 'every use of an object that changed is explained',
  D4: 'what is equal is no change',
  D5: 'new objects, and old numbers in new use',
  D10: 'validation data added or extended',
  D11: 'validation data removed',
  D12: 'document time-stamps',
  D13: 'version and extensions',
  D14: 'properties of the document',
  D15: 'new signature fields that are not signed',
  D16: 'new signature fields, signed and invisible',
  D17: 'new signature fields, signed and visible',
  D18: 'signing an empty field',
  D19: 'signed fields',
  D20: 'filling in',
  D21: 'new, moved and altered fields',
  D22: 'fields removed or hidden',
  D23: 'annotations',
  D24: 'pages and what they show',
  D25: 'lists of annotations',
  D26: 'permissions',
  D27: 'everything else of the catalog',
  D28: 'the list of fields',
  D29: 'flags, resources and default appearance of the form',
  D30: 'everything else of the form',
  D31: 'layers',
  D32: 'resources that exist',
  D33: 'the structure of tagged files',
  D34: 'objects freed',
  D35: 'trailer entries that mean little',
  D36: 'trailer entries that mean much',
  P10: 'trailers agree',
  P16: 'pages, fields and annotations are what they are',
  V2: 'appearances that hide content',
  V3: 'fields that show something other than their value',
} as const

/** A clause by its name. */
export type Clause = keyof typeof clauses
