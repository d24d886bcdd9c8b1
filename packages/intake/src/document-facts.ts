import type { DocumentModel } from '@moqi/pdf/graph/document-model'
import { dictOf, itemsOf } from '@moqi/pdf/read/values'

/** What forms and signatures a file holds. `certified` is /P of its certification (1–3). */
export interface DocumentFacts {
  readonly signatureNames: readonly string[]
  readonly certified: number | null
  readonly hasFields: boolean
  readonly xfa: boolean
}

/** What the form and the catalog of a revision say. */
export function documentFacts({ view, catalog, form, fields }: DocumentModel): DocumentFacts {
  const signed = fields.filter(({ value }) => dictOf(view.resolve(value))?.entries.has('ByteRange'))
  // ISO 32000-1 §12.8.2.2: /Perms /DocMDP names the certification; its /P defaults to 2.
  const certification = view.dict(view.dict(catalog, 'Perms'), 'DocMDP')
  const [reference] = itemsOf(view.get(certification, 'Reference'))
  const level = view.number(view.dict(dictOf(view.resolve(reference)), 'TransformParams'), 'P')
  return {
    signatureNames: signed.map(({ name }) => name),
    certified: certification ? (level ?? 2) : null,
    hasFields: fields.length > 0,
    xfa: form?.entries.has('XFA') ?? false,
  }
}
