import { PdfDict, type PdfObject, PdfRef } from '@libpdf/core'

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
    signed: [],
    certified: catalog.getDict('Perms', resolve)?.get('DocMDP') !== undefined,
    empty: new Map(),
  }
  const seen = new Set<PdfDict>()
  const visit = ({ ref, dict: field }: Kid, parentName: string): void => {
    if (seen.has(field)) return
    seen.add(field)
    const partial = field.getString('T', resolve)?.asString()
    const name = [parentName, partial].filter(Boolean).join('.')
    if (partial !== undefined) found.names.push(name)
    const value = field.get('V', resolve)
    const kids = kidsOf(field, 'Kids', resolve)
    // A value without its byte range is a broken signature, and no reason to treat the file as unsigned.
    if (value instanceof PdfDict && (field.getName('FT', resolve)?.value === 'Sig' || value.get('ByteRange'))) {
      found.signed.push(name)
      found.certified ||= certifies(value, resolve)
    } else if (ref && partial !== undefined) {
      found.empty.set(name, { ref, dict: field, lock: field.getDict('Lock', resolve) })
    }
    for (const kid of kids) visit(kid, name)
  }
  const form = catalog.getDict('AcroForm', resolve)
  if (form) for (const field of kidsOf(form, 'Fields', resolve)) visit(field, '')
  return found
}

function certifies(signature: PdfDict, resolve: Resolve): boolean {
  return kidsOf(signature, 'Reference', resolve).some(
    ({ dict }) => dict.getName('TransformMethod', resolve)?.value === 'DocMDP',
  )
}

type Kid = { ref: PdfRef | undefined; dict: PdfDict }

function kidsOf(dict: PdfDict, key: string, resolve: Resolve): Kid[] {
  return [...(dict.getArray(key, resolve) ?? [])].flatMap((item) => {
    const ref = item instanceof PdfRef ? item : undefined
    const kid = ref ? resolve(ref) : item
    return kid instanceof PdfDict ? [{ ref, dict: kid }] : []
  })
}
