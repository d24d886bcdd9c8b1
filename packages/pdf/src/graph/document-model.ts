import type { Fault } from '../read/fault.ts'
import type { View } from '../read/pdf-file.ts'
import { dictOf, nameOf, type PdfDict, type PdfRef } from '../read/values.ts'
import { checkTrees } from './check-trees.ts'
import { readFields, type Field } from './fields.ts'
import { type Page, readPages } from './read-pages.ts'

/** What the difference analysis needs to know of one revision. */
export interface DocumentModel {
  view: View
  catalog: PdfDict
  catalogNumber: number
  pages: Page[]
  /** Object numbers of the inner nodes of the page tree. */
  pageNodes: ReadonlySet<number>
  /** Page index by the object number of an annotation. */
  annotations: Map<number, number>
  form: PdfDict | undefined
  fields: Field[]
  faults: Fault[]
}

/** Reads catalog, pages and fields of a revision; undefined when there is no catalog. */
export function readModel(view: View): DocumentModel | undefined {
  const root = view.trailer.entries.get('Root')
  const catalog = view.resolve(root)
  if (root?.kind !== 'ref' || catalog.kind !== 'dict') return undefined
  const faults: Fault[] = []
  const type = view.get(catalog, 'Type')
  if (type.kind !== 'null' && nameOf(type) !== 'Catalog') {
    faults.push({ code: 'page-tree-inconsistent', offset: catalog.start, object: root.number, detail: 'no catalog' })
  }
  const { pages, pageNodes } = readPages(view, catalog, faults)
  if (isFirstOrLast(view)) checkTrees(view, catalog, faults)
  const annotations = new Map<number, number>()
  for (const page of pages) {
    for (const item of page.annotations) {
      if (item.kind !== 'ref') continue
      if (annotations.has(item.number)) faults.push(secondPlace(view, page, item))
      annotations.set(item.number, page.index)
    }
  }
  const form = dictOf(view.get(catalog, 'AcroForm'))
  const fields = form ? readFields(view, form, annotations, faults) : []
  return { view, catalog, catalogNumber: root.number, pages, pageNodes, annotations, form, fields, faults }
}

/** Large structure trees are walked twice, not once a signature; what comes between shows in the differences. */
function isFirstOrLast({ file, revision }: View): boolean {
  return revision.index === 0 || revision.index === file.revisions.length - 1
}

/** P16, V2: what stands in two places is looked at in one. Writers that copy pages do so with notes. */
function secondPlace(view: View, page: Page, { number }: PdfRef): Fault {
  const detail = 'an annotation in two places'
  const fault: Fault = { code: 'page-tree-inconsistent', offset: page.dict.start, object: number, detail }
  const isWidget = nameOf(view.get(dictOf(view.object(number)?.value), 'Subtype')) === 'Widget'
  return isWidget ? fault : { ...fault, laterOnly: true }
}
