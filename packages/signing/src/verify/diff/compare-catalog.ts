import { changedKeys } from '../graph/equal.ts'
import { decodeStream } from '../read/decode-stream.ts'
import { PdfFault } from '../read/fault.ts'
import type { View } from '../read/pdf-file.ts'
import { dictOf, integerOf, nameOf, type PdfStream, type PdfValue } from '../read/values.ts'
import { compareSecurityStore } from './compare-store.ts'
import { compareStructureRoot } from './compare-structure.ts'
import type { RevisionPair } from './revision-pair.ts'

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

/** D14: properties may change as long as they are properties: XMP without a document type, which could pull in anything. */
export function compareMetadata(pair: RevisionPair): void {
  const { view, model } = pair.newer
  const after = view.get(model.catalog, 'Metadata')
  if (after.kind === 'null' || (after.kind === 'stream' && isXmp(view, after))) pair.add('metadata')
  else pair.add('catalog', { keys: ['Metadata'] })
}

function isXmp(view: View, stream: PdfStream): boolean {
  try {
    const bytes = decodeStream(stream, view.file.budget)
    // UTF-16 and UTF-32 differ from ASCII by zero bytes alone where it matters here.
    const source = bytes.toString('latin1').replaceAll('\0', '')
    const isRooted =
      /^(?:ï»¿|þÿ|ÿþ)?\s*<(?:\?x|!--|x:x[ma]pmeta|rdf:RDF)/.test(source) &&
      /<(?:x:x[ma]pmeta|rdf:RDF)[\s>]/.test(source)
    return isRooted && !/<!(?:DOCTYPE|ENTITY)/i.test(source)
  } catch (error) {
    if (error instanceof PdfFault) return false
    throw error
  }
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

/** D13: a name no lower than before. */
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
