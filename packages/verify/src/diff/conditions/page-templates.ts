import type { Page } from '@moqi/pdf/graph/document-model'
import { changedKeys } from '../changed-keys.ts'
import type { View } from '@moqi/pdf/read/pdf-file'
import {
  dictOf,
  integerOf,
  itemsOf,
  nameOf,
  type PdfDict,
  type PdfRef,
  type PdfValue,
  textOf,
} from '@moqi/pdf/read/values'
import { isCopy } from './copy-comparison.ts'
import type { RevisionPair } from '../revision-pair.ts'
import { onceAPair } from './once-a-pair.ts'

/** Attributes a page has from its ancestors when it has none of its own (ISO 32000-2 Table 31). */
const inheritable = ['Resources', 'MediaBox', 'CropBox', 'Rotate']
/** What tells an instance from its template. */
const ownKeys = new Set(['Type', 'Parent', 'TemplateInstantiated', ...inheritable])
const maximalAncestors = 100

/**
 * D24: whether pages came behind the last one, every one of them is an instance of a page template (ISO 32000-2
 * 12.7.7), and the page tree changed by them alone.
 */
export const areTemplatePages = onceAPair('areTemplatePages', (pair) => {
  const before = pair.older.model.pages
  const after = pair.newer.model.pages
  const added = after.slice(before.length)
  if (added.length === 0 || before.some((page, index) => page.number !== after[index]?.number)) return false
  const templates = templatesOf(pair.older.view, pair.older.model.catalog)
  return treeOnlyGrew(pair, added) && added.every((page) => isInstance(pair, page, templates))
})

/** Template pages by name, as the older revision had them. */
function templatesOf(view: View, catalog: PdfDict): Map<string, PdfRef> {
  const templates = new Map<string, PdfRef>()
  const seen = new Set<number>()
  const waiting = [view.dict(catalog, 'Names')?.entries.get('Templates')]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    view.file.budget.step()
    if (next.kind === 'ref' && seen.has(next.number)) continue
    if (next.kind === 'ref') seen.add(next.number)
    const node = dictOf(view.resolve(next))
    waiting.push(...itemsOf(view.get(node, 'Kids')))
    const names = itemsOf(view.get(node, 'Names'))
    for (let at = 0; at + 1 < names.length; at += 2) {
      const [name, page] = [textOf(view.resolve(names[at])), names[at + 1]]
      if (name !== undefined && page?.kind === 'ref') templates.set(name, page)
    }
  }
  return templates
}

/** Nodes are the same ones; of those that changed, only the pages below and their number did. */
function treeOnlyGrew(pair: RevisionPair, added: Page[]): boolean {
  const { older, newer } = pair
  if (newer.model.pageNodes.size !== older.model.pageNodes.size) return false
  const counts = new Map<number, number>()
  for (const page of newer.model.pages) {
    for (const node of ancestorsOf(newer.view, page.dict)) counts.set(node, (counts.get(node) ?? 0) + 1)
  }
  const grown = new Set(added.flatMap(({ dict }) => ancestorsOf(newer.view, dict)))
  return [...older.model.pageNodes].every((number) => {
    const [then, now] = [older.view.object(number)?.value, newer.view.object(number)?.value]
    const [oldNode, newNode] = [dictOf(then), dictOf(now)]
    if (!oldNode || !newNode) return false
    const keys = changedKeys(older.view, oldNode, newer.view, newNode)
    if (!grown.has(number)) return keys.length === 0
    const isCounted = integerOf(newer.view.get(newNode, 'Count')) === counts.get(number)
    return isCounted && keys.every((key) => key === 'Kids' || key === 'Count')
  })
}

function ancestorsOf(view: View, page: PdfDict): number[] {
  const numbers: number[] = []
  let parent = page.entries.get('Parent')
  while (parent?.kind === 'ref' && numbers.length < maximalAncestors && !numbers.includes(parent.number)) {
    numbers.push(parent.number)
    parent = dictOf(view.resolve(parent))?.entries.get('Parent')
  }
  return numbers
}

/** Names the template it was made from, and equals it in all but its place. Widgets would be new fields (D21). */
function isInstance(pair: RevisionPair, page: Page, templates: Map<string, PdfRef>): boolean {
  const { older, newer } = pair
  const name = nameOf(page.dict.entries.get('TemplateInstantiated'))
  const named = name === undefined ? undefined : templates.get(Buffer.from(name, 'latin1').toString('utf8'))
  const template = named && dictOf(older.view.resolve(named))
  if (!named || !template || pair.changed.has(named.number)) return false
  const isWidget = (item: PdfValue) => newer.view.name(dictOf(newer.view.resolve(item)), 'Subtype') === 'Widget'
  if (page.annotations.some(isWidget)) return false
  const keys = new Set([...template.entries.keys(), ...page.dict.entries.keys()])
  const isSame = (one: PdfValue | undefined, other: PdfValue | undefined) =>
    isCopy(pair, [one, other], [template, page.dict])
  return (
    [...keys].every((key) => ownKeys.has(key) || isSame(template.entries.get(key), page.dict.entries.get(key))) &&
    inheritable.every((key) => isSame(attributeOf(older.view, template, key), attributeOf(newer.view, page.dict, key)))
  )
}

function attributeOf(view: View, page: PdfDict, key: string): PdfValue | undefined {
  const holders = [page, ...ancestorsOf(view, page).map((number) => dictOf(view.object(number)?.value))]
  return holders.find((holder) => holder?.entries.has(key))?.entries.get(key)
}
