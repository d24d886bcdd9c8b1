import type { Field } from '@moqi/pdf/graph/fields'
import type { Context } from '@moqi/pdf/graph/object-graph'
import { dictOf } from '@moqi/pdf/read/values'
import { annotationKind } from './annotation-kind.ts'
import { compareExtensions, compareMetadata } from './compare-catalog.ts'
import { fieldTouched } from './compare-fields.ts'
import { compareSignatureFlags } from './compare-form.ts'
import { compareResources, partAt } from './compare-resources.ts'
import { compareSecurityStore } from './compare-store.ts'
import { compareStructure } from './compare-structure.ts'
import { compareXfa } from './compare-xfa.ts'
import type { Fact, FactKind } from './facts.ts'
import type { ChangedObject, RevisionPair } from './revision-pair.ts'

/** The fact a use of a changed object amounts to, and whether the rules explain that use. */
interface Ruling {
  explained: boolean
  record: () => void
}

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
  if (pair.older.graph.disguises(number).length > 0) pair.add('shared-object', { object: number })
}

function compareContexts(pair: RevisionPair, changed: ChangedObject): void {
  const contexts = pair.older.graph.contexts(changed.number)
  const retyped =
    changed.before !== undefined && changed.after !== undefined && changed.before.kind !== changed.after.kind
  const rulings = contexts.map((context) => judge(pair, changed, context))
  const explained = rulings.filter((ruling) => ruling.explained)
  const shared = explained.length > 0 && (explained.length < rulings.length || retyped)
  if (shared) pair.add('shared-object', { object: changed.number })
  for (const ruling of shared ? explained : rulings) ruling.record()
}

function judge(pair: RevisionPair, changed: ChangedObject, { role, path }: Context): Ruling {
  const object = changed.number
  const forbidden = (kind: FactKind, more: Omit<Fact, 'kind' | 'revision'> = {}): Ruling => ({
    explained: false,
    record: () => pair.add(kind, { object, ...more }),
  })
  switch (role.kind) {
    case 'trailer':
      return forbidden('trailer-key', { keys: path.slice(0, 1) })
    case 'info':
      return { explained: true, record: () => pair.add('metadata') }
    case 'field':
      return judgeField(pair, role.field, path)
    case 'page':
      return judgePage(pair, role.page + 1, path, object)
    case 'pages':
      return judgePages(pair, path, object)
    case 'annotation':
      return judgeAnnotation(pair, role, path)
    case 'signature':
      return forbidden('signed-field-changed', { field: role.field.name })
    case 'catalog':
      return judgeCatalog(pair, changed, path)
  }
}

function judgeField(pair: RevisionPair, field: Field, path: string[]): Ruling {
  const key = path[0] ?? ''
  return { explained: key === 'AP' || key === 'V', record: () => fieldTouched(pair, field, [key]) }
}

/** D23: another look of a note is another note. No other use of that look goes with it. */
function judgeAnnotation(
  pair: RevisionPair,
  { number, page }: { number: number; page: number },
  path: string[],
): Ruling {
  const note = path[0] === 'AP' ? dictOf(pair.older.view.object(number)?.value) : undefined
  const kind = annotationKind(pair.older, note)
  return { explained: false, record: () => pair.add(kind, { page: page + 1, object: number }) }
}

/** An indirect /Kids array is compared with the pages it leads to. */
function judgePages(pair: RevisionPair, path: string[], object: number): Ruling {
  if (path.join('/') !== 'Kids') return { explained: false, record: () => pair.add('page-resources', { object }) }
  const explained = pair.facts.some(({ kind }) => kind === 'page-template')
  return { explained, record: () => (explained ? undefined : pair.add('pages', { object })) }
}

/** An indirect /Annots array is compared item by item with its page. */
function judgePage(pair: RevisionPair, page: number, path: string[], object: number): Ruling {
  if (path.length === 1 && path[0] === 'Annots') return { explained: true, record: () => {} }
  const kind = path[0] === 'Resources' ? 'page-resources' : 'page-content'
  return { explained: false, record: () => pair.add(kind, { page, keys: path.slice(0, 1), object }) }
}

function judgeCatalog(pair: RevisionPair, changed: ChangedObject, path: string[]): Ruling {
  const [key = '', ...rest] = path
  if (key === 'AcroForm') return judgeForm(pair, changed, rest)
  const record = catalogRules[key]
  if (record) return { explained: true, record: () => record(pair, changed, rest) }
  const { freed, number: object } = changed
  if (freed) return { explained: false, record: () => pair.add('object-freed', { object }) }
  const kind = key === 'OCProperties' ? 'layers' : 'catalog'
  return { explained: false, record: () => pair.add(kind, { keys: [key], object }) }
}

/** Parts of the catalog whose objects may be rewritten (D10, D13, D14, D27, D33). */
const catalogRules: Record<string, (pair: RevisionPair, changed: ChangedObject, path: string[]) => void> = {
  Metadata: compareMetadata,
  Extensions: compareExtensions,
  DSS: (pair) => compareSecurityStore(pair),
  StructTreeRoot: compareStructure,
  PieceInfo: (pair) => pair.add('private-data'),
  SpiderInfo: (pair) => pair.add('private-data'),
}

/** The form dictionary and its /Fields array are compared key by key; /DR may grow (D29). */
function judgeForm(pair: RevisionPair, { before, after, number }: ChangedObject, path: string[]): Ruling {
  const [key] = path
  if (key === undefined || (key === 'Fields' && path.length === 1)) return { explained: true, record: () => {} }
  if (key === 'DR' && path.length <= 2) {
    return { explained: true, record: () => compareResources(pair, before, after, partAt(path.slice(1))) }
  }
  if (key === 'SigFlags') return { explained: true, record: () => compareSignatureFlags(pair, before, after) }
  if (key === 'XFA') return { explained: true, record: () => compareXfa(pair) }
  const kind = key === 'DR' ? 'default-resources-changed' : 'form-structure'
  return { explained: false, record: () => pair.add(kind, { keys: [key], object: number }) }
}
