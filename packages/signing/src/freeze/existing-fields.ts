import { PdfDict, type PdfObject, type PdfRef } from '@libpdf/core'

/** Follows a reference of the parsed document. */
export type Resolve = (ref: PdfRef) => PdfObject | null

/** The fields an upload has already. */
export interface ExistingFields {
  /** Full names. */
  names: string[]
  /** Full names of those that hold a signature. */
  signed: string[]
  /** A signature among them certifies the document (DocMDP), at any level. */
  certified: boolean
}

/** Walks the field tree; a field met twice is looked at once, so that a circular tree ends. */
export function existingFields(catalog: PdfDict, resolve: Resolve): ExistingFields {
  const found: ExistingFields = {
    names: [],
    signed: [],
    certified: catalog.getDict('Perms', resolve)?.get('DocMDP') !== undefined,
  }
  const seen = new Set<PdfDict>()
  const visit = (field: PdfObject | null | undefined, parentName: string): void => {
    if (!(field instanceof PdfDict) || seen.has(field)) return
    seen.add(field)
    const partial = field.getString('T', resolve)?.asString()
    const name = [parentName, partial].filter(Boolean).join('.')
    if (partial !== undefined) found.names.push(name)
    const value = field.get('V', resolve)
    // A value without its byte range is a broken signature, and no reason to treat the file as unsigned.
    if (value instanceof PdfDict && (field.getName('FT', resolve)?.value === 'Sig' || value.get('ByteRange'))) {
      found.signed.push(name)
      found.certified ||= certifies(value, resolve)
    }
    for (const kid of dictsOf(field, 'Kids', resolve)) visit(kid, name)
  }
  const form = catalog.getDict('AcroForm', resolve)
  if (form) for (const field of dictsOf(form, 'Fields', resolve)) visit(field, '')
  return found
}

function certifies(signature: PdfDict, resolve: Resolve): boolean {
  return dictsOf(signature, 'Reference', resolve).some(
    (reference) => reference.getName('TransformMethod', resolve)?.value === 'DocMDP',
  )
}

function dictsOf(dict: PdfDict, key: string, resolve: Resolve): PdfDict[] {
  const array = dict.getArray(key, resolve)
  const items = Array.from({ length: array?.length ?? 0 }, (_, index) => array?.at(index, resolve))
  return items.filter((item) => item instanceof PdfDict)
}
