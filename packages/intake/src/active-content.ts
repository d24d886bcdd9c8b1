import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, itemsOf, type PdfDict, type PdfValue } from '@moqi/pdf/read/values'
import { IntakeRefusal } from './intake-refusal.ts'

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
export function removeActiveContent(view: View, catalog: PdfDict, pages: readonly PdfDict[], dryRun = false): boolean {
  const emptied = new Set<PdfDict>()
  let found = false
  const drop = ({ entries }: PdfDict, key: string) => {
    found = true
    if (!dryRun) entries.delete(key)
  }
  if (catalog.entries.has('Collection')) drop(catalog, 'Collection')
  forEachDictionary([catalog, ...pages], view, (dict) => {
    const { entries } = dict
    if (entries.has('Rect') && players.has(view.name(dict, 'Subtype') ?? '')) {
      emptied.add(dict)
      for (const key of entries.keys()) drop(dict, key)
    }
    for (const key of activeKeys) if (entries.has(key)) drop(dict, key)
    for (const key of actionKeys) if (isActive(view, view.get(dict, key))) drop(dict, key)
    if (entries.has('Rect') && view.dict(dict, 'FS')) drop(dict, 'FS')
  })
  if (!dryRun && emptied.size > 0) for (const page of pages) unlist(view, page, emptied)
  return found
}

/** Every dictionary that can be reached and whose keys have a meaning, those of streams too, each once. */
function forEachDictionary(roots: readonly PdfDict[], view: View, visit: (dict: PdfDict) => void): void {
  const seen = new Map<PdfValue, Reading>()
  const pending: [PdfValue, Reading][] = roots.map((root) => [root, 'entries'])
  for (let next = pending.pop(); next; next = pending.pop()) {
    const value = view.resolve(next[0])
    const dict = dictOf(value)
    if (!dict && value.kind !== 'array') continue
    const reading = isPlain(view, value) ? 'entries' : next[1]
    // An object met as names first may be an action elsewhere.
    if ([reading, 'entries'].includes(seen.get(value) ?? '')) continue
    seen.set(value, reading)
    if (seen.size > mostObjects) throw new IntakeRefusal('too-complex', 'too many objects')
    if (reading === 'entries' && dict) visit(dict)
    for (const inner of within(value, reading)) pending.push(inner)
  }
}

/** What stands in a value, with how it is to be read. */
function within(value: PdfValue, reading: Reading): [PdfValue, Reading][] {
  const entries = [...(dictOf(value)?.entries ?? [])]
  return [
    ...itemsOf(value).map((item): [PdfValue, Reading] => [item, 'entries']),
    ...entries.map(([key, item]): [PdfValue, Reading] => [item, readingOf(reading, key)]),
  ]
}

/** Dictionaries of names have neither a type nor data. */
const isPlain = (view: View, value: PdfValue) => value.kind !== 'dict' || view.name(value, 'Type') !== undefined

function readingOf(parent: Reading, key: string): Reading {
  if (parent === 'names') return 'entries'
  if (parent === 'appearances') return 'names'
  return key === 'AP' ? 'appearances' : named.has(key) ? 'names' : 'entries'
}

/** An action, or several, that does more than move the view. A destination is none, nor is a structure attribute. */
function isActive(view: View, value: PdfValue): boolean {
  const items = value.kind === 'array' ? value.items : [value]
  return items.some((item) => {
    const kind = view.name(dictOf(view.resolve(item)), 'S')
    return kind !== undefined && !harmless.has(kind)
  })
}

/** No page lists the emptied annotations any more, nor the pop-up windows that belong to them. */
function unlist(view: View, page: PdfDict, emptied: ReadonlySet<PdfDict>): void {
  const annotations = view.get(page, 'Annots')
  if (annotations.kind !== 'array') return
  annotations.items = annotations.items.filter((item) => {
    const annotation = dictOf(view.resolve(item))
    const parent = view.dict(annotation, 'Parent')
    return !(annotation && emptied.has(annotation)) && !(parent && emptied.has(parent))
  })
}
