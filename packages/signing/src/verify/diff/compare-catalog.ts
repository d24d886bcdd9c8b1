import { changedKeys } from '../graph/equal.ts'
import { decodeStream } from '../read/decode-stream.ts'
import { PdfFault } from '../read/fault.ts'
import type { View } from '../read/pdf-file.ts'
import { dictOf, integerOf, itemsOf, nameOf, type PdfDict, type PdfStream, type PdfValue } from '../read/values.ts'
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

/** D10, D11: extended or rewritten is allowed, removed is not, and it must be what it says. */
export function compareSecurityStore(pair: RevisionPair): void {
  const after = dictOf(pair.newer.view.get(pair.newer.model.catalog, 'DSS'))
  if (!after) pair.add('catalog', { keys: ['DSS'] })
  else pair.add(isSecurityStore(pair.newer.view, after) ? 'dss' : 'dss-malformed')
}

const storeKeys = new Set(['Type', 'Certs', 'CRLs', 'OCSPs', 'VRI'])
const recordKeys = new Set(['Type', 'Cert', 'CRL', 'OCSP', 'TU', 'TS'])

function isSecurityStore(view: View, store: PdfDict): boolean {
  if ([...store.entries.keys()].some((key) => !storeKeys.has(key))) return false
  const records = view.get(store, 'VRI')
  if (records.kind !== 'null' && records.kind !== 'dict') return false
  return (
    holdsDer(view, store, ['Certs', 'CRLs', 'OCSPs']) &&
    [...(dictOf(records)?.entries ?? [])].every(
      ([key, record]) => isTypeOf(key, record) || isRecord(view, dictOf(view.resolve(record))),
    )
  )
}

/** Some writers say of the dictionary of records what it is. */
function isTypeOf(key: string, value: PdfValue): boolean {
  return key === 'Type' && nameOf(value) === 'VRI'
}

/** One signature's part of the store (ISO 32000-2 Table 262). */
function isRecord(view: View, record: PdfDict | undefined): boolean {
  if (!record || [...record.entries.keys()].some((key) => !recordKeys.has(key))) return false
  const stamp = record.entries.get('TS')
  return holdsDer(view, record, ['Cert', 'CRL', 'OCSP']) && (!stamp || isDerSequence(view, stamp))
}

function holdsDer(view: View, dict: PdfDict, keys: string[]): boolean {
  return keys.every((key) => itemsOf(view.get(dict, key)).every((item) => isDerSequence(view, item)))
}

function isDerSequence(view: View, item: PdfValue): boolean {
  const stream = view.resolve(item)
  if (stream.kind !== 'stream') return false
  try {
    return decodeStream(stream, view.file.budget)[0] === 0x30
  } catch (error) {
    if (error instanceof PdfFault) return false
    throw error
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
      /^(?:ï»¿|þÿ|ÿþ)?\s*<(?:\?x|!--|x:xmpmeta|rdf:RDF)/.test(source) && /<(?:x:xmpmeta|rdf:RDF)[\s>]/.test(source)
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
function compareVersion(pair: RevisionPair): void {
  const before = nameOf(pair.older.view.get(pair.older.model.catalog, 'Version')) ?? '1.0'
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
