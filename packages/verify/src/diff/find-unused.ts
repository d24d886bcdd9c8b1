import type { RevisionPair } from './revision-pair.ts'

/** D5: objects that nothing refers to; some writers leave them behind, and readers do without. */
export function findUnused(pair: RevisionPair): void {
  const { view, graph } = pair.newer
  const containers = containersOf(pair)
  for (const [number, { entry, revision }] of view.table) {
    if (revision !== view.revision.index || entry.type === 'free') continue
    view.file.budget.step()
    if (graph.reaches(number) || containers.has(number) || pair.older.view.table.has(number)) continue
    pair.add('unused-object', { object: number })
    return
  }
}

/** What holds objects or cross-references is used by the file itself. */
function containersOf({ newer: { view } }: RevisionPair): Set<number> {
  const numbers = new Set<number>()
  for (const { streamNumber } of view.revision.sections) if (streamNumber !== undefined) numbers.add(streamNumber)
  for (const { entry } of view.table.values()) if (entry.type === 'packed') numbers.add(entry.container)
  return numbers
}
