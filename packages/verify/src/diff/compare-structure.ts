import { dictOf } from '@moqi/pdf/read/values'
import { changedKeys } from './changed-keys.ts'
import type { RuledPair } from './ruled-pair.ts'
import { tellChange } from './tell-change.ts'

/** D33: every element of the structure that the older revision has, key by key. */
export function compareStructure(pair: RuledPair): void {
  for (const { number, before: was, after } of pair.changed.values()) {
    if (pair.older.graph.roles.get(number)?.kind !== 'structure') continue
    const before = dictOf(was)
    if (!before || after?.kind !== 'dict') {
      tellChange('structure element', 'gone', { pair, path: [], before: was, after, number })
      continue
    }
    for (const key of changedKeys(pair.older.view, before, pair.newer.view, after)) {
      tellChange('structure element', 'entry', { pair, path: [key], versions: { before, after }, number })
    }
  }
}
