import type { Fact, FactKind } from '../diff/facts.ts'
import type { DocumentModel } from '../graph/document-model.ts'
import { noteBoxes, type PageBox, widgetBoxes } from '../place-on-page.ts'
import { dictOf } from '../read/values.ts'

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
  'button-look',
  'signature-field-added',
  'signature-field-added-visible',
  'signature-field-large',
  'empty-signature-field-added',
  'empty-signature-field-added-visible',
])
/** What level 3 allows has no bounds of its own. */
const unbounded = new Set<FactKind>(['annotation-markup', 'annotation-other', 'annotation-removed'])

/** A box whose look is new or changed. */
export interface TouchedBox extends PageBox {
  fact: Fact
  /**
   * V2: what its look may do to the page below. An added one may lie over anything; one set aside is where its signer
   * agreed to sign; what else may be filled in has the place to itself.
   */
  place: 'added' | 'set aside' | 'own'
  /** Something stood in it before, which may give way. */
  known: boolean
}

/** Where a page may look different: in boxes, or anywhere when an annotation changed that may change. */
export interface TouchedPage {
  /** Counted from 1. */
  page: number
  boxes: TouchedBox[]
  /** Where annotations stand, when any of them came or changed. */
  notes: (PageBox & { known: boolean })[]
  anywhere: boolean
}

/**
 * The pages that facts after `revision` can show on: first those where a visible field was added, then those of a
 * change that is not confined to a field, and among equals those where the largest look could hide something. A fact
 * about the whole document touches every page.
 */
export function touchedPages(
  facts: Fact[],
  models: (DocumentModel | undefined)[],
  revision: number,
  pageCount: number,
): TouchedPage[] {
  const newest = models.findLast((model) => model !== undefined)
  const fields = new Map(newest?.fields.map((field) => [field.name, field]))
  const older = models[revision]
  const looksBefore = looksOf(models)
  const pages = new Map<number, TouchedPage>()
  const suspicious = new Set<number>()
  const touch = (page: number): TouchedPage => {
    const touched = pages.get(page) ?? { page, boxes: [], notes: [], anywhere: false }
    pages.set(page, touched)
    return touched
  }
  const told = new Set<string>()
  for (const fact of facts.filter((one) => one.revision > revision && !unseen.has(one.kind))) {
    if (isTold(fact, told)) continue
    const field = fact.field === undefined ? undefined : fields.get(fact.field)
    if (newest && field && confined.has(fact.kind)) {
      const more = { fact, known: looksBefore(fact.revision).has(field.name), place: placeOf(fact) }
      for (const box of widgetBoxes(newest, field)) touch(box.page).boxes.push({ ...box, ...more })
      continue
    }
    for (const page of pagesOf(fact, pageCount)) {
      suspicious.add(page)
      const touched = touch(page)
      if (unbounded.has(fact.kind)) touched.anywhere = true
    }
  }
  addNotes([...pages.values()], newest, older)
  return ordered([...pages.values()], suspicious)
}

/** What goes for the whole document, or was filled in again, says nothing new. */
function isTold({ kind, field, page }: Fact, told: Set<string>): boolean {
  const isFilled = confined.has(kind) && field !== undefined
  if (page !== undefined && !isFilled) return false
  const key = `${kind} ${isFilled ? field : ''}`
  return told.size === told.add(key).size
}

function ordered(pages: TouchedPage[], suspicious: Set<number>): TouchedPage[] {
  const keyed = pages.map((one) => {
    const isAdded = one.boxes.some(({ place }) => place === 'added')
    return { one, rank: isAdded ? 0 : suspicious.has(one.page) ? 1 : 2, largest: largestLook(one) }
  })
  keyed.sort((a, b) => a.rank - b.rank || b.largest - a.largest || a.one.page - b.one.page)
  return keyed.map(({ one }) => one)
}

function placeOf({ kind }: Fact): TouchedBox['place'] {
  if (kind === 'signature-field-added-visible' || kind === 'empty-signature-field-added-visible') return 'added'
  return kind === 'field-signed' ? 'set aside' : 'own'
}

/** Says for a revision which fields showed something before it. */
function looksOf(models: Model[]): (revision: number) => Set<string> {
  const known = new Map<number, Set<string>>()
  return (revision) => {
    const names = known.get(revision) ?? namesWithLook(models[revision - 1])
    known.set(revision, names)
    return names
  }
}

function namesWithLook(model: Model): Set<string> {
  const shown = (model?.fields ?? []).filter(({ widgets }) =>
    widgets.some(({ dict }) => dictOf(model?.view.get(dict, 'AP')) !== undefined),
  )
  return new Set(shown.map(({ name }) => name))
}

function largestLook({ boxes, notes }: TouchedPage): number {
  const looks = [...boxes.filter(({ place }) => place !== 'own'), ...notes]
  return Math.max(0, ...looks.map(({ box }) => box.width * box.height))
}

type Model = DocumentModel | undefined

function addNotes(pages: TouchedPage[], newest: Model, older: Model): void {
  for (const touched of pages) {
    if (newest && touched.anywhere) touched.notes = noteBoxes(newest, older, touched.page - 1)
  }
}

function pagesOf({ page }: Fact, pageCount: number): number[] {
  return page === undefined ? everyPage(pageCount) : [page]
}

/** Pages 1 to `count`. */
export function everyPage(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
