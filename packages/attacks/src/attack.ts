import { appendRevision, type Piece, type RevisionShape, unchanged } from './append-revision.ts'
import type { ReasonFamily } from '@moqi/verify/reasons'
import type { Victim } from './victims.ts'

/** A forged file, and its honest twin: the same mechanics without the malice. */
export interface Attack {
  name: string
  forged: Buffer
  twin: Buffer
}

/** A class of attacks: the eight that the literature names on our contracts, and more on those of others. */
export interface AttackClass<Target = Victim> {
  name: string
  /** Families of reasons that fit it. */
  families: ReasonFamily[]
  /** Needs the upload that the forger prepared. */
  needsPreparation?: boolean
  /** Refutes nothing of what is left: a document of ours is not valid, but need not be invalid. */
  leavesOpen?: boolean
  /** Shows in pictures of the pages alone. */
  showsOnly?: boolean
  /** Its variants, the first `most` at least where those take long to make. */
  attacks: (victim: Target, most?: number) => Attack[] | Promise<Attack[]>
}

/** As much as most increments need to know of a contract. */
export type Forgeable = Pick<Victim, 'bytes' | 'catalog' | 'page' | 'free'>

/**
 * An increment behind the last signature. Its twin writes the same objects in the same form exactly as they are, or
 * the catalog where the attack writes none that was there.
 */
export function increment(
  { bytes, catalog, free }: Forgeable,
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
