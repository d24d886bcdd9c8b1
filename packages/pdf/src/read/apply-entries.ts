import type { Fault } from './fault.ts'
import type { Revision, XrefEntry, LiveEntry } from './revision.ts'

/** Puts an increment's entries in force; what they must not say goes to `faults` (P6, P7). */
export function applyEntries(revision: Revision, table: Map<number, LiveEntry>, faults: Fault[]): void {
  const merged = new Map(revision.sections.flatMap((section) => [...section.entries]))
  const containers = redefinedContainers(merged, table)
  const offset = revision.sections[0]?.start ?? revision.start
  const inNewStream = (entry: XrefEntry) => entry.type === 'packed' && containers.has(entry.container)
  for (const [object, { entry }] of table) {
    // Readers find a member by its stream's number: a new stream under that number would change the member unseen.
    if (inNewStream(entry) && !merged.has(object)) {
      faults.push({ code: 'xref-points-outside-increment', offset, object, detail: 'object stream replaced' })
    }
  }
  for (const [object, entry] of merged) {
    const before = table.get(object)
    if (before && sameEntry(before.entry, entry) && !inNewStream(entry)) continue
    for (const problem of entryProblems(entry, before, revision, merged)) faults.push({ ...problem, offset, object })
    table.set(object, liveEntry(entry, before, revision))
  }
}

function liveEntry(entry: XrefEntry, before: LiveEntry | undefined, { index }: Revision): LiveEntry {
  const live = { entry, revision: index }
  return entry.type === 'free' && before ? { ...live, freed: true } : live
}

function entryProblems(
  entry: XrefEntry,
  before: LiveEntry | undefined,
  revision: Revision,
  merged: Map<number, XrefEntry>,
): Pick<Fault, 'code' | 'detail' | 'laterOnly'>[] {
  const problems: Pick<Fault, 'code' | 'detail' | 'laterOnly'>[] = []
  const detail = misplaced(entry, revision, merged)
  if (detail) problems.push({ code: 'xref-points-outside-increment', detail })
  const fits = revision.index === 0 || generationFits(entry, before)
  if (!fits) problems.push({ code: 'xref-malformed', detail: 'generation' })
  else if (revivesFreed(entry, before)) {
    problems.push({ code: 'xref-malformed', detail: 'generation 0 of a freed number', laterOnly: true })
  }
  return problems
}

/** Numbers of older object streams that the increment gives another object. */
function redefinedContainers(merged: Map<number, XrefEntry>, table: Map<number, LiveEntry>): Set<number> {
  const used = new Set<number>()
  for (const { entry } of table.values()) if (entry.type === 'packed') used.add(entry.container)
  const redefined = new Set<number>()
  for (const [number, entry] of merged) {
    const before = table.get(number)
    const isNew = before !== undefined && entry.type === 'plain' && !sameEntry(before.entry, entry)
    if (used.has(number) && isNew) redefined.add(number)
  }
  return redefined
}

/** P6(b), P6(c): a new entry points into its own increment. */
function misplaced(entry: XrefEntry, revision: Revision, merged: Map<number, XrefEntry>): string | undefined {
  if (entry.type === 'plain') {
    // Writers that count from the end of the file before point at the line end there, which belongs to nobody.
    return entry.offset < revision.from || entry.offset >= revision.end ? `offset ${entry.offset}` : undefined
  }
  if (entry.type === 'free') return undefined
  const container = merged.get(entry.container)
  const inside = container?.type === 'plain' && container.offset >= revision.from
  return inside ? undefined : `object stream ${entry.container} is not of this increment`
}

/**
 * P6(d): that of the number in use, else 0 or the next one of a number that was freed. Poppler begins some numbers that
 * nobody used at 1.
 */
function generationFits(entry: XrefEntry, before: LiveEntry | undefined): boolean {
  if (entry.type !== 'plain') return true
  if (before === undefined) return entry.generation < 65_535
  if (before?.entry.type === 'plain') return entry.generation === before.entry.generation
  const expected = before?.entry.type === 'free' ? before.entry.generation : 0
  return entry.generation === 0 ? expected < 65_535 : entry.generation === expected
}

/** P7: a number whose object was deleted does not begin at generation 0 again. */
function revivesFreed(entry: XrefEntry, before: LiveEntry | undefined): boolean {
  return before?.freed === true && (entry.type === 'packed' || (entry.type === 'plain' && entry.generation === 0))
}

function sameEntry(one: XrefEntry, other: XrefEntry): boolean {
  if (one.type === 'plain' && other.type === 'plain') {
    return one.offset === other.offset && one.generation === other.generation
  }
  if (one.type === 'packed' && other.type === 'packed') {
    return one.container === other.container && one.index === other.index
  }
  return one.type === 'free' && other.type === 'free'
}
