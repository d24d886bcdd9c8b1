import type { Fact, FactKind } from '../diff/facts.ts'
import type { DocumentModel } from '@moqi/pdf/graph/document-model'
import { noteBoxes, type NumberedBox, widgetBoxes } from '@moqi/pdf/graph/place-on-page'

/** Changes that no page shows that was there before. */
const unseen = new Set<FactKind>([
  'dss',
  'metadata',
  'title',
  'version',
  'structure-extended',
  'private-data',
  'field-locked',
  'tab-order',
  'unused-object',
  'trailer-irregular',
  'timestamp-field-added',
  'page-template',
])
/** Changes of a field that show inside its widgets, and may. */
const confined = new Set<FactKind>([
  'field-signed',
  'field-filled',
  'appearance-contradicts-value',
  'appearance-not-comparable',
  'button-appearance',
  'signature-field-added',
  'signature-field-added-visible',
  'signature-field-large',
  'empty-signature-field-added',
  'empty-signature-field-added-visible',
])
/** What level 3 allows has no bounds of its own. */
const unbounded = new Set<FactKind>(['annotation-markup', 'annotation-other', 'annotation-removed'])

/** A box whose appearance is new or changed. */
export interface TouchedBox extends NumberedBox {
  fact: Fact
  /**
   * V2: one that was added may hide nothing; where a place was set aside for signing or filling in, the line printed
   * there may give way.
   */
  place: 'added' | 'set aside'
}

/** Where a page may look different: in boxes, or anywhere when an annotation changed that may change. */
export interface TouchedPage {
  /** Counted from 1. */
  page: number
  boxes: TouchedBox[]
  /** Where annotations stand, when any of them came or changed. */
  notes: NumberedBox[]
  anywhere: boolean
  /** Nothing of it can look different but what the boxes hold. */
  isConfined: boolean
}

/**
 * The pages that facts after `revision` can show on: first those where a visible field was added, then those of a
 * change that is not confined to a field, and among equals those with the smallest appearance: that of a glyph is the
 * quickest looked at. A fact about the whole document touches every page.
 */
export function touchedPages(
  facts: Fact[],
  models: (DocumentModel | undefined)[],
  revision: number,
  pageCount: number,
): TouchedPage[] {
  const newest = models.findLast((model) => model !== undefined)
  const fields = new Map(newest?.fields.map((field) => [field.name, field]))
  const pages = new Map<number, TouchedPage>()
  const suspicious = new Set<number>()
  const touch = (page: number): TouchedPage => {
    const touched = pages.get(page) ?? { page, boxes: [], notes: [], anywhere: false, isConfined: true }
    pages.set(page, touched)
    return touched
  }
  for (const fact of toldOnce(facts.filter((one) => one.revision > revision && !unseen.has(one.kind)))) {
    const field = fact.field === undefined ? undefined : fields.get(fact.field)
    if (newest && field && confined.has(fact.kind)) {
      const place = placeOf(fact)
      for (const box of widgetBoxes(newest, field)) touch(box.page).boxes.push({ ...box, fact, place })
      continue
    }
    for (const page of pagesOf(fact, pageCount)) {
      suspicious.add(page)
      const touched = touch(page)
      touched.isConfined = false
      if (unbounded.has(fact.kind)) touched.anywhere = true
    }
  }
  addNotes([...pages.values()], newest)
  return ordered([...pages.values()], suspicious)
}

/**
 * Leaves out what goes for the whole document, or for a field, and is told again later: of an appearance only the last
 * counts, and most was signed before it came.
 */
function toldOnce(facts: Fact[]): Fact[] {
  const told = new Set<string>()
  const last = facts.toReversed().filter(({ kind, field, page }) => {
    const isFilled = confined.has(kind) && field !== undefined
    if (page !== undefined && !isFilled) return true
    const key = `${kind} ${isFilled ? field : ''}`
    return told.size !== told.add(key).size
  })
  return last.toReversed()
}

function ordered(pages: TouchedPage[], suspicious: Set<number>): TouchedPage[] {
  const keyed = pages.map((one) => {
    const isAdded = one.boxes.some(({ place }) => place === 'added')
    return { one, rank: isAdded ? 0 : suspicious.has(one.page) ? 1 : 2, smallest: smallestAppearance(one) }
  })
  keyed.sort((a, b) => a.rank - b.rank || a.smallest - b.smallest || a.one.page - b.one.page)
  return keyed.map(({ one }) => one)
}

function placeOf({ kind }: Fact): TouchedBox['place'] {
  const isAdded = kind === 'signature-field-added-visible' || kind === 'empty-signature-field-added-visible'
  return isAdded ? 'added' : 'set aside'
}

function smallestAppearance({ boxes, notes }: TouchedPage): number {
  return Math.min(...[...boxes, ...notes].map(({ box }) => box.width * box.height))
}

type Model = DocumentModel | undefined

function addNotes(pages: TouchedPage[], newest: Model): void {
  for (const touched of pages) {
    if (newest && touched.anywhere) touched.notes = noteBoxes(newest, touched.page - 1)
  }
}

function pagesOf({ page }: Fact, pageCount: number): number[] {
  return page === undefined ? everyPage(pageCount) : [page]
}

/** Pages 1 to `count`. */
export function everyPage(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
