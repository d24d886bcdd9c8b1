import type { Context } from '../graph/object-graph.ts'
import { compareSecurityStore, compareStructure } from './compare-catalog.ts'
import { fieldTouched } from './compare-fields.ts'
import { compareResources } from './compare-form.ts'
import type { ChangedObject, RevisionPair } from './revision-pair.ts'

/** Whether a changed object may be used where this context uses it, and the fact to record. */
type Ruling = 'explained' | 'forbidden'

/**
 * D3: every context of every changed object must be explained. Objects with a role are compared by that role;
 * here they only must not be used for something else too.
 */
export function compareShared(pair: RevisionPair): void {
  for (const changed of pair.changed.values()) {
    pair.newer.view.file.budget.step()
    const role = pair.older.graph.roles.get(changed.number)
    if (role) compareRole(pair, changed, role.kind)
    else compareContexts(pair, changed)
  }
}

function compareRole(pair: RevisionPair, changed: ChangedObject, kind: string): void {
  const { number } = changed
  if (kind === 'signature') pair.add('signed-field-changed', { object: number })
  if (kind === 'catalog' || kind === 'info') return
  if (pair.older.graph.strangeUses(number).length > 0) pair.add('shared-object', { object: number })
}

function compareContexts(pair: RevisionPair, changed: ChangedObject): void {
  const contexts = pair.older.graph.contexts(changed.number)
  const retyped = changed.before !== undefined && changed.after !== undefined && changed.before.kind !== changed.after.kind
  const rulings = contexts.map((context) => judge(pair, changed, context))
  const explained = rulings.filter((ruling) => ruling === 'explained').length
  if ((explained > 0 && explained < rulings.length) || (retyped && explained > 0)) {
    pair.add('shared-object', { object: changed.number })
  }
}

function judge(pair: RevisionPair, changed: ChangedObject, context: Context): Ruling {
  const { role, path } = context
  const object = changed.number
  switch (role.kind) {
    case 'trailer':
      pair.add('trailer-key', { keys: path.slice(0, 1), object })
      return 'forbidden'
    case 'info':
      pair.add('metadata')
      return 'explained'
    case 'field':
      return judgeField(pair, context)
    case 'page':
      return judgePage(pair, role.page + 1, path, object)
    case 'pages':
      pair.add('page-resources', { object })
      return 'forbidden'
    case 'annotation':
      pair.add('annotation-other', { page: role.page + 1, object })
      return 'forbidden'
    case 'signature':
      pair.add('signed-field-changed', { field: role.field.name, object })
      return 'forbidden'
    case 'catalog':
      return judgeCatalog(pair, changed, path)
  }
}

function judgeField(pair: RevisionPair, { role, path }: Context): Ruling {
  if (role.kind !== 'field') return 'forbidden'
  const key = path[0] ?? ''
  fieldTouched(pair, role.field, [key])
  return key === 'AP' || key === 'V' ? 'explained' : 'forbidden'
}

/** An indirect /Annots array is compared item by item with its page. */
function judgePage(pair: RevisionPair, page: number, path: string[], object: number): Ruling {
  if (path.length === 1 && path[0] === 'Annots') return 'explained'
  pair.add(path[0] === 'Resources' ? 'page-resources' : 'page-content', { page, keys: path.slice(0, 1), object })
  return 'forbidden'
}

function judgeCatalog(pair: RevisionPair, { before, after, number, freed }: ChangedObject, path: string[]): Ruling {
  const [key = '', ...rest] = path
  if (key === 'AcroForm') return judgeForm(pair, { before, after, number, freed }, rest)
  if (key === 'Metadata' || key === 'Extensions') {
    pair.add(key === 'Metadata' ? 'metadata' : 'version')
    return 'explained'
  }
  if (key === 'DSS') {
    compareSecurityStore(pair)
    return 'explained'
  }
  if (key === 'StructTreeRoot') {
    compareStructure(pair, before, after)
    return 'explained'
  }
  if (key === 'PieceInfo' || key === 'SpiderInfo') {
    pair.add('private-data')
    return 'explained'
  }
  if (freed) pair.add('object-freed', { object: number })
  else pair.add(key === 'OCProperties' ? 'layers' : 'catalog', { keys: [key], object: number })
  return 'forbidden'
}

/** The form dictionary and its /Fields array are compared key by key; /DR may grow (D29). */
function judgeForm(pair: RevisionPair, { before, after, number }: ChangedObject, path: string[]): Ruling {
  const [key] = path
  if (key === undefined || (key === 'Fields' && path.length === 1)) return 'explained'
  if (key === 'DR' && path.length <= 2) {
    compareResources(pair, before, after)
    return 'explained'
  }
  if (key === 'XFA') {
    pair.add('xfa')
    return 'explained'
  }
  pair.add(key === 'DR' ? 'default-resources-changed' : 'form-structure', { keys: [key], object: number })
  return 'forbidden'
}
