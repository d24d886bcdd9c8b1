import { appendRevision, type Piece, type RevisionShape, unchanged } from './append-revision.ts'
import type { ReasonFamily } from '../verify/reasons.ts'
import type { Victim } from './victims.ts'

/** A forged file, and its honest twin: the same mechanics without the malice. */
export interface Attack {
  name: string
  forged: Buffer
  twin: Buffer
}

/** A class of attacks that the literature names. */
export interface AttackClass {
  name: 'USF' | 'ISA' | 'SWA' | 'shadow hide' | 'shadow replace' | 'shadow hide-and-replace' | 'EAA' | 'SSA'
  /** Families of reasons that fit it. */
  families: ReasonFamily[]
  /** Needs the upload that the forger prepared. */
  needsPreparation: boolean
  attacks: (victim: Victim) => Attack[] | Promise<Attack[]>
}

/**
 * An increment behind the last signature. Its twin writes the same objects in the same form exactly as they are, or
 * the catalog where the attack writes none that was there.
 */
export function increment(
  { bytes, catalog, free }: Victim,
  name: string,
  pieces: Piece[],
  shape: RevisionShape = {},
): Attack {
  const known = pieces.filter(({ number }) => number < free)
  const numbers = known.length > 0 ? known.map(({ number }) => number) : [catalog]
  const { form } = shape
  const honest = form === undefined || form === 'hybrid' ? {} : { form }
  const twin = appendRevision(
    bytes,
    numbers.map((number) => unchanged(bytes, number)),
    honest,
  )
  return { name, forged: appendRevision(bytes, pieces, shape), twin }
}
