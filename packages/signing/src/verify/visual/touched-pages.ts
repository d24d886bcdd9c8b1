import type { Fact, FactKind } from '../diff/facts.ts'
import type { DocumentModel } from '../graph/document-model.ts'
import { newNoteBoxes, type PageBox, widgetBoxes } from '../place-on-page.ts'

/** Changes that no page shows that was there before. */
const unseen = new Set<FactKind>([
  'dss',
  'metadata',
  'title',
  'version',
  'structure-extended',
  'private-data',
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

/** Where a page may look different: in boxes, or anywhere when an annotation changed that may change. */
export interface TouchedPage {
  /** Counted from 1. */
  page: number
  boxes: (PageBox & { fact: Fact })[]
  /** Where annotations came or changed. */
  notes: PageBox[]
  anywhere: boolean
}

/**
 * The pages that facts after `revision` can show on, the suspicious ones first: those of a change that is not confined
 * to a field. A fact about the whole document touches every page.
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
    const touched = pages.get(page) ?? { page, boxes: [], notes: [], anywhere: false }
    pages.set(page, touched)
    return touched
  }
  for (const fact of facts) {
    if (fact.revision <= revision || unseen.has(fact.kind)) continue
    const field = fact.field === undefined ? undefined : fields.get(fact.field)
    if (newest && field && confined.has(fact.kind)) {
      for (const box of widgetBoxes(newest, field)) touch(box.page).boxes.push({ ...box, fact })
      continue
    }
    for (const page of pagesOf(fact, pageCount)) {
      suspicious.add(page)
      const touched = touch(page)
      if (unbounded.has(fact.kind)) touched.anywhere = true
    }
  }
  addNotes([...pages.values()], newest, models[revision])
  return [...pages.values()].toSorted(
    (one, other) => Number(suspicious.has(other.page)) - Number(suspicious.has(one.page)) || one.page - other.page,
  )
}

type Model = DocumentModel | undefined

function addNotes(pages: TouchedPage[], newest: Model, older: Model): void {
  for (const touched of pages) {
    if (newest && touched.anywhere) touched.notes = newNoteBoxes(newest, older, touched.page - 1)
  }
}

function pagesOf({ page }: Fact, pageCount: number): number[] {
  return page === undefined ? everyPage(pageCount) : [page]
}

/** Pages 1 to `count`. */
export function everyPage(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
