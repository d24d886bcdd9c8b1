import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { IntakeRefusal } from './intake-refusal.ts'

type Resolve = (ref: PdfRef) => PdfObject | null

/** Actions that only move the view or open a web page on a click (ISO 32000-1 §12.6.4). */
const harmless = new Set(['GoTo', 'GoToR', 'URI', 'Named', 'Thread', 'SetOCGState', 'GoTo3DView'])
const actionKeys = ['A', 'PA', 'NA', 'OpenAction', 'Next']

/**
 * Entries that carry scripts, automatic actions, embedded files or media wherever they stand: associated files hang on
 * pages, structure and streams (ISO 32000-2 §14.13), scripts on 3D streams and on a page's steps (ISO 32000-1 §13.6.4
 * and §12.4.4.2), files in rich media (ISO 32000-2 §13.7).
 */
const activeKeys = [
  'AA',
  'AF',
  'AlternatePresentations',
  'EF',
  'EmbeddedFiles',
  'JavaScript',
  'JS',
  'OnInstantiate',
  'PresSteps',
  'Renditions',
  'RF',
  'RichMediaContent',
  'RichMediaSettings',
]
/** Annotations that play something; without it they show nothing but a still. */
const players = new Set(['RichMedia', 'Movie', 'Sound', 'Screen', '3D'])

/** Entries whose dictionaries have names of the author's own as keys, where AF or JS means nothing. */
const named = new Set(
  'CharProcs ClassMap ColorSpace Colorants Dests ExtGState Font Pattern Properties RoleMap Shading XObject'.split(' '),
)
/** An appearance has its states as names (§12.5.5). */
type Reading = 'entries' | 'names' | 'appearances'

/** The largest contracts have some hundred thousand; each costs a microsecond. */
const mostObjects = 2_000_000

/**
 * Removes scripts, automatic and launching actions, players and embedded files from everything that can be reached.
 * Says whether there were any; with `dryRun` nothing is changed. Throws IntakeRefusal too-complex beyond two million
 * dictionaries and arrays.
 */
export function removeActiveContent(pdf: PDF, pages: readonly PdfDict[], dryRun = false): boolean {
  const resolve: Resolve = (ref) => pdf.context.resolve(ref)
  const catalog = pdf.context.catalog.getDict()
  const emptied = new Set<PdfObject>()
  let found = false
  const drop = (dict: PdfDict, key: string) => {
    found = true
    if (!dryRun) dict.delete(key)
  }
  if (catalog.has('Collection')) drop(catalog, 'Collection')
  forEachDictionary([catalog, ...pages], resolve, (dict) => {
    if (dict.has('Rect') && players.has(dict.getName('Subtype', resolve)?.value ?? '')) {
      emptied.add(dict)
      for (const key of dict.keys()) drop(dict, key.value)
    }
    for (const key of activeKeys) if (dict.has(key)) drop(dict, key)
    for (const key of actionKeys) if (isActive(dict.get(key, resolve), resolve)) drop(dict, key)
    if (dict.has('Rect') && dict.get('FS', resolve) instanceof PdfDict) drop(dict, 'FS')
  })
  if (!dryRun && emptied.size > 0) for (const page of pages) unlist(page, emptied, resolve)
  return found
}

/** Every dictionary and stream that can be reached and whose keys have a meaning, each once. */
function forEachDictionary(roots: readonly PdfDict[], resolve: Resolve, visit: (dict: PdfDict) => void): void {
  const seen = new Map<PdfObject, Reading>()
  const pending: [PdfObject, Reading][] = roots.map((root) => [root, 'entries'])
  for (let next = pending.pop(); next; next = pending.pop()) {
    const value = next[0] instanceof PdfRef ? resolve(next[0]) : next[0]
    if (!(value instanceof PdfDict || value instanceof PdfArray)) continue
    const reading = isPlain(value, resolve) ? 'entries' : next[1]
    // An object met as names first may be an action elsewhere.
    if ([reading, 'entries'].includes(seen.get(value) ?? '')) continue
    seen.set(value, reading)
    if (seen.size > mostObjects) throw new IntakeRefusal('too-complex', 'too many objects')
    if (reading === 'entries' && value instanceof PdfDict) visit(value)
    for (const inner of within(value, reading)) pending.push(inner)
  }
}

function* within(value: PdfDict | PdfArray, reading: Reading): Generator<[PdfObject, Reading]> {
  if (value instanceof PdfArray) for (const item of value) yield [item, 'entries']
  else for (const [key, item] of value) yield [item, readingOf(reading, key.value)]
}

/** Dictionaries of names have neither a type nor data. */
function isPlain(value: PdfDict | PdfArray, resolve: Resolve): boolean {
  return value instanceof PdfArray || value instanceof PdfStream || value.getName('Type', resolve) !== undefined
}

function readingOf(parent: Reading, key: string): Reading {
  if (parent === 'names') return 'entries'
  if (parent === 'appearances') return 'names'
  return key === 'AP' ? 'appearances' : named.has(key) ? 'names' : 'entries'
}

/** An action, or several, that does more than move the view. A destination is none, nor is a structure attribute. */
function isActive(value: PdfObject | undefined, resolve: Resolve): boolean {
  const items = value instanceof PdfArray ? [...value] : [value]
  return items.some((item) => {
    const action = item instanceof PdfRef ? resolve(item) : item
    const kind = action instanceof PdfDict ? action.getName('S', resolve)?.value : undefined
    return kind !== undefined && !harmless.has(kind)
  })
}

/** No page lists the emptied annotations any more, nor the pop-up windows that belong to them. */
function unlist(page: PdfDict, emptied: ReadonlySet<PdfObject>, resolve: Resolve): void {
  const annotations = page.getArray('Annots', resolve)
  for (let i = (annotations?.length ?? 0) - 1; i >= 0; i--) {
    const annotation = annotations?.at(i, resolve)
    const parent = annotation instanceof PdfDict ? annotation.getDict('Parent', resolve) : undefined
    if ((annotation && emptied.has(annotation)) || (parent && emptied.has(parent))) annotations?.remove(i)
  }
}
