import type { Context } from '../structure/object-graph.ts'
import { partOf, placeOf } from './compare-fields.ts'
import { ruleOn } from './rule-on.ts'
import type { FactPlace } from './facts.ts'
import type { ChangedObject } from './revision-pair.ts'
import type { RuledPair } from './ruled-pair.ts'
import type { Change, Part } from './rule.ts'
import { tellChange, tellRules } from './tell-change.ts'

/**
 * D3: every use of every changed object must be explained. Objects that are a part themselves are compared as that;
 * here they only must not be used for something else too.
 */
export function compareObjects(pair: RuledPair): void {
  for (const changed of pair.changed.values()) {
    pair.newer.view.file.budget.step()
    const role = pair.older.graph.roles.get(changed.number)
    const change = { pair, path: [], number: changed.number }
    if (!role) compareUses(pair, changed)
    if (role?.kind === 'signature') tellChange('signature', 'entry', change)
    if (role) tellChange('any object', 'object', change)
  }
}

function compareUses(pair: RuledPair, { number, before, after }: ChangedObject): void {
  const rulings = pair.older.graph.contexts(number).map((context) => {
    const { part, place, ...use } = useOf(pair, context)
    return { place, ...ruleOn(part, 'object', { pair, number, before, after, ...use }) }
  })
  const isRetyped = before !== undefined && after !== undefined && before.kind !== after.kind
  const explained = rulings.filter(({ isExplained }) => isExplained)
  const isShared = explained.length > 0 && (explained.length < rulings.length || isRetyped)
  if (isShared) tellChange('shared object', 'object', { pair, path: [], number })
  for (const { told, place } of isShared ? explained : rulings) tellRules({ pair }, told, place)
}

interface Use extends Pick<Change, 'path' | 'field' | 'owner'> {
  part: Part
  place?: FactPlace
}

/** A use in the words of the grammar. */
function useOf(pair: RuledPair, { role, path }: Context): Use {
  const [key = '', ...rest] = path
  switch (role.kind) {
    case 'trailer':
      return { part: 'trailer', path, place: { keys: [key] } }
    case 'info':
      return { part: 'information', path }
    case 'catalog':
      return key === 'AcroForm' ? { part: 'form', path: rest } : { part: 'catalog', path, place: { keys: [key] } }
    case 'pages':
      return { part: 'page tree', path }
    case 'page':
      return { part: 'page', path, place: { page: role.page + 1 } }
    case 'annotation':
      return { part: 'annotation', path, place: { page: role.page + 1 }, owner: role.number }
    case 'field':
      return { part: partOf(pair, role.field), path, place: placeOf(role.field), field: role.field }
    case 'structure':
      return { part: 'structure element', path }
    case 'signature':
      return { part: 'signature', path, place: { field: role.field.name } }
  }
}

/** D5, D27, D31: what no object may be that is written behind a signature, and whether any is of no use. */
export function compareWritten(pair: RuledPair): void {
  for (const key of ['A', 'OC']) {
    for (const [number] of pair.written()) tellChange('any object', 'entry', { pair, path: [key], number })
  }
  tellChange('any object', 'new', { pair, path: [] })
}
