import { changedKeys } from '@moqi/pdf/graph/equal'
import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, integerOf, nameOf, type PdfValue } from '@moqi/pdf/read/values'
import { compareSecurityStore } from './compare-store.ts'
import { compareStructureRoot } from './compare-structure.ts'
import type { RevisionPair, Side } from './revision-pair.ts'
import { type Properties, readXmp } from './xmp.ts'

type KeyRule = (pair: RevisionPair, key: string) => void

/** Keys with a rule of their own; every other key of the catalog is D27: forbidden. */
const rules: Record<string, KeyRule> = {
  Pages: (pair) => pair.add('pages'),
  AcroForm: () => {},
  DSS: compareSecurityStore,
  Perms: comparePermissions,
  Metadata: compareMetadata,
  Version: compareVersion,
  Extensions: compareExtensions,
  StructTreeRoot: compareStructureRoot,
  MarkInfo: (pair, key) => pair.add('catalog', { keys: [key] }),
  PieceInfo: (pair) => pair.add('private-data'),
  SpiderInfo: (pair) => pair.add('private-data'),
  OCProperties: (pair) => pair.add('layers'),
}

/** D10 to D14, D26, D27, D31, D33: the catalog key by key. */
export function compareCatalog(pair: RevisionPair): void {
  const { older, newer } = pair
  for (const key of changedKeys(older.view, older.model.catalog, newer.view, newer.model.catalog)) {
    const rule = rules[key]
    if (rule) rule(pair, key)
    else pair.add('catalog', { keys: [key] })
  }
}

/** D14: properties may change as long as they are properties, which could pull in nothing; title and author not unnoticed. */
export function compareMetadata(pair: RevisionPair): void {
  const [before, after] = [propertiesOf(pair.older), propertiesOf(pair.newer)]
  if (after === 'other') pair.add('catalog', { keys: ['Metadata'] })
  else pair.add('metadata')
  if (typeof before !== 'object' || typeof after !== 'object') return
  if (before.title !== after.title || before.author !== after.author) pair.add('title')
}

function propertiesOf({ view, model }: Side): Properties | 'none' | 'other' {
  const stream = view.get(model.catalog, 'Metadata')
  if (stream.kind === 'null') return 'none'
  return (stream.kind === 'stream' ? readXmp(view, stream) : undefined) ?? 'other'
}

/** D26: only a certification made in this very increment may enter itself; B12 judges that it comes late. */
function comparePermissions(pair: RevisionPair): void {
  const before = pair.older.view.get(pair.older.model.catalog, 'Perms')
  const after = dictOf(pair.newer.view.get(pair.newer.model.catalog, 'Perms'))
  const named = after?.entries.get('DocMDP')
  const isOnly = before.kind === 'null' && after?.entries.size === 1 && named?.kind === 'ref'
  const role = isOnly ? pair.newer.graph.roles.get(named.number) : undefined
  const isNew = role?.kind === 'signature' && !pair.older.graph.reaches(isOnly ? named.number : 0)
  if (!isNew) pair.add('catalog', { keys: ['Perms'] })
}

/** D13: the newer of header and catalog counts (ISO 32000-2 7.5.2), and does not fall. */
function compareVersion(pair: RevisionPair): void {
  const { bytes } = pair.older.view.file
  const header = /%PDF-(\d\.\d)/.exec(bytes.toString('latin1', 0, 1024))?.[1] ?? '1.0'
  const declared = nameOf(pair.older.view.get(pair.older.model.catalog, 'Version')) ?? header
  const before = declared > header ? declared : header
  const after = nameOf(pair.newer.view.get(pair.newer.model.catalog, 'Version'))
  if (after !== undefined && /^[12]\.\d$/.test(after) && after >= before) pair.add('version')
  else pair.add('catalog', { keys: ['Version'] })
}

/** D13: developer entries may come and rise, none may go or fall. */
export function compareExtensions(pair: RevisionPair): void {
  const { older, newer } = pair
  const before = dictOf(older.view.get(older.model.catalog, 'Extensions'))
  const after = newer.view.get(newer.model.catalog, 'Extensions')
  const kept =
    after.kind === 'dict' &&
    [...(before?.entries ?? [])].every(([developer, was]) =>
      levelsOf(older.view, was).every((level) =>
        levelsOf(newer.view, after.entries.get(developer)).some((now) => now >= level),
      ),
    )
  if (kept) pair.add('version')
  else pair.add('catalog', { keys: ['Extensions'] })
}

/** What one developer's entry declares, or its several (ISO 32000-2 7.12): base version and level, to be compared. */
function levelsOf(view: View, value: PdfValue | undefined): string[] {
  const resolved = view.resolve(value)
  const entries = resolved.kind === 'array' ? resolved.items.map((item) => view.resolve(item)) : [resolved]
  return entries.flatMap((entry) => {
    const dict = dictOf(entry)
    if (!dict) return []
    const level = integerOf(view.get(dict, 'ExtensionLevel')) ?? 0
    return [`${nameOf(view.get(dict, 'BaseVersion')) ?? ''} ${String(level).padStart(10, '0')}`]
  })
}
