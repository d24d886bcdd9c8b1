import { PdfDict, type PdfObject, PdfRef } from '@libpdf/core'

/** Follows a reference of the parsed document. */
export type Resolve = (ref: PdfRef) => PdfObject | null

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
  ref: PdfRef
  dict: PdfDict
  /** What a signature in it fixes (ISO 32000-2 Table 236). */
  lock: PdfDict | undefined
}

/** Walks the field tree; a field met twice is looked at once, so that a circular tree ends. */
export function existingFields(catalog: PdfDict, resolve: Resolve): ExistingFields {
  const found: ExistingFields = {
    names: [],
    fillable: [],
    signed: [],
    certified: catalog.getDict('Perms', resolve)?.get('DocMDP') !== undefined,
    empty: new Map(),
  }
  const seen = new Set<PdfDict>()
  const visit = ({ ref, dict: field }: Kid, parent: Ancestor): void => {
    if (seen.has(field)) return
    seen.add(field)
    const partial = field.getString('T', resolve)?.asString()
    const name = [parent.name, partial].filter(Boolean).join('.')
    const type = typeOf(field, parent, resolve)
    const kids = kidsOf(field, 'Kids', resolve)
    if (partial !== undefined) {
      found.names.push(name)
      if (takesValue(type, kids)) found.fillable.push(name)
    }
    const value = field.get('V', resolve)
    // A value without its byte range is a broken signature, and no reason to treat the file as unsigned.
    if (value instanceof PdfDict && (type === 'Sig' || value.get('ByteRange'))) {
      found.signed.push(name)
      found.certified ||= certifies(value, resolve)
    } else if (ref && partial !== undefined) {
      found.empty.set(name, { ref, dict: field, lock: field.getDict('Lock', resolve) })
    }
    for (const kid of kids) visit(kid, { name, type })
  }
  const form = catalog.getDict('AcroForm', resolve)
  if (form) for (const field of kidsOf(form, 'Fields', resolve)) visit(field, { name: '', type: undefined })
  return found
}

/** The type of a field comes from the nearest ancestor that has one. */
const typeOf = (field: PdfDict, parent: Ancestor, resolve: Resolve) =>
  field.getName('FT', resolve)?.value ?? parent.type

/** Kids without names are a field's widgets; with names they are fields themselves. */
const takesValue = (type: string | undefined, kids: Kid[]) => type !== 'Sig' && !kids.some(({ dict }) => dict.has('T'))

function certifies(signature: PdfDict, resolve: Resolve): boolean {
  return kidsOf(signature, 'Reference', resolve).some(
    ({ dict }) => dict.getName('TransformMethod', resolve)?.value === 'DocMDP',
  )
}

type Ancestor = { name: string; type: string | undefined }
type Kid = { ref: PdfRef | undefined; dict: PdfDict }

function kidsOf(dict: PdfDict, key: string, resolve: Resolve): Kid[] {
  return [...(dict.getArray(key, resolve) ?? [])].flatMap((item) => {
    const ref = item instanceof PdfRef ? item : undefined
    const kid = ref ? resolve(ref) : item
    return kid instanceof PdfDict ? [{ ref, dict: kid }] : []
  })
}
