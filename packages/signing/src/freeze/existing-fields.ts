import type { DocumentModel } from '@moqi/pdf/graph/document-model'
import type { Field } from '@moqi/pdf/graph/fields'
import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, itemsOf, type PdfDict } from '@moqi/pdf/read/values'
import type { Ref } from '@moqi/pdf/write/pdf-syntax'

/** The fields an upload has already. */
export interface ExistingFields {
  /** Full names. */
  names: string[]
  /** Full names of those that take a value and are no signature fields. */
  fillable: string[]
  /** Full names of those that hold a signature. */
  signed: string[]
  /** A signature among them certifies the document (DocMDP), at any level. */
  certified: boolean
  /** Fields without a signature, by full name, that can be rewritten by themselves. */
  empty: Map<string, EmptyField>
}

/** A field that holds no signature. */
export interface EmptyField {
  ref: Ref
  dict: PdfDict
  /** What a signature in it fixes (ISO 32000-2 Table 236). */
  lock: PdfDict | undefined
}

/** What the form of a revision holds. */
export function existingFields({ view, catalog, fields }: DocumentModel): ExistingFields {
  const named = fields.filter(({ dict }) => dict.entries.has('T'))
  const signed = fields.filter((field) => signatureIn(view, field))
  return {
    names: named.map(({ name }) => name),
    fillable: named.filter(({ type, branch }) => type !== 'Sig' && !branch).map(({ name }) => name),
    signed: signed.map(({ name }) => name),
    certified:
      view.dict(catalog, 'Perms')?.entries.has('DocMDP') === true ||
      signed.some((field) => certifies(view, signatureIn(view, field))),
    empty: new Map(
      named
        .filter((field) => field.number !== 0 && !signed.includes(field))
        .map(({ name, number, dict }): [string, EmptyField] => [
          name,
          { ref: refOf(view, number), dict, lock: view.dict(dict, 'Lock') },
        ]),
    ),
  }
}

/** An object in our terms, with the generation that it has now. */
export const refOf = (view: View, number: number): Ref => ({
  number,
  generation: view.object(number)?.generation ?? 0,
})

/** A value without its byte range is a broken signature, and no reason to treat the file as unsigned. */
function signatureIn(view: View, { dict, type }: Field): PdfDict | undefined {
  const value = view.dict(dict, 'V')
  return value && (type === 'Sig' || value.entries.has('ByteRange')) ? value : undefined
}

const certifies = (view: View, signature: PdfDict | undefined) =>
  itemsOf(view.get(signature, 'Reference')).some(
    (item) => view.name(dictOf(view.resolve(item)), 'TransformMethod') === 'DocMDP',
  )
