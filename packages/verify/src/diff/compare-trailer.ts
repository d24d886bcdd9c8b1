import { equalValues } from '@moqi/pdf/graph/equal'
import { bookkeepingKeys } from '@moqi/pdf/graph/object-graph'
import { dictOf, itemsOf } from '@moqi/pdf/read/values'
import type { RevisionPair } from './revision-pair.ts'

/** Written by LibreOffice and by PDF MAC writers; they lead to nothing that is shown. */
const knownExtraKeys = new Set(['DocChecksum', 'AdditionalStreams', 'AuthCode'])

/** P10, D35, D36. */
export function compareTrailer(pair: RevisionPair): void {
  const before = pair.older.view.trailer.entries
  const after = pair.newer.view.trailer.entries
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    if (bookkeepingKeys.has(key) || equalValues(before.get(key), after.get(key))) continue
    if (key === 'ID') compareIds(pair)
    else if (key === 'Info') {
      if (pair.newer.view.resolve(after.get(key)).kind === 'stream') pair.add('trailer-key', { keys: [key] })
    } else if (key === 'Root' || knownExtraKeys.has(key)) pair.add('trailer-irregular', { keys: [key] })
    else if (key !== 'Encrypt' && !after.has(key)) pair.add('trailer-irregular', { keys: [key] })
    else pair.add('trailer-key', { keys: [key] })
  }
  compareInfo(pair)
}

function compareIds(pair: RevisionPair): void {
  const [before] = itemsOf(pair.older.view.get(pair.older.view.trailer, 'ID'))
  const [after] = itemsOf(pair.newer.view.get(pair.newer.view.trailer, 'ID'))
  if (!equalValues(before, after))
    pair.add(pair.older.view.encrypted ? 'trailer-key' : 'trailer-irregular', { keys: ['ID'] })
}

/** D14: the information dictionary may change, its title and author not unnoticed. */
function compareInfo(pair: RevisionPair): void {
  const before = dictOf(pair.older.view.get(pair.older.view.trailer, 'Info'))
  const after = dictOf(pair.newer.view.get(pair.newer.view.trailer, 'Info'))
  if (!before && !after) return
  if (!after) {
    pair.add('trailer-irregular', { keys: ['Info'] })
    return
  }
  const differs = (key: string) =>
    !equalValues(before && pair.older.view.get(before, key), pair.newer.view.get(after, key))
  if (before && !equalValues(before, after)) pair.add('metadata')
  if (before && (differs('Title') || differs('Author'))) pair.add('title')
}
