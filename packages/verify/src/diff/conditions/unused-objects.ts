import type { RevisionPair } from '../revision-pair.ts'
import { onceAPair } from './once-a-pair.ts'

/** D5: whether there are objects that nothing refers to; some writers leave them behind, and readers do without. */
export const leavesUnused = onceAPair('leavesUnused', (pair) => {
  const { view, graph } = pair.newer
  const containers = containersOf(pair)
  return [...view.table].some(([number, { entry, revision }]) => {
    if (revision !== view.revision.index || entry.type === 'free') return false
    view.file.budget.step()
    return !graph.reaches(number) && !containers.has(number) && !pair.older.view.table.has(number)
  })
})

/** What holds objects or cross-references is used by the file itself. */
function containersOf({ newer: { view } }: RevisionPair): Set<number> {
  const numbers = new Set<number>()
  for (const { streamNumber } of view.revision.sections) if (streamNumber !== undefined) numbers.add(streamNumber)
  for (const { entry } of view.table.values()) if (entry.type === 'packed') numbers.add(entry.container)
  return numbers
}
