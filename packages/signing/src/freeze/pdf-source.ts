import { PdfArray, PdfBool, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfString } from '@libpdf/core'
import { nameObject, reference, type Ref } from '@moqi/pdf/write/pdf-syntax'

/** Parsed objects written back as source. */

/** A parsed reference in our terms. */
export const refOf = (ref: PdfRef): Ref => ({ number: ref.objectNumber, generation: ref.generation })

/** A dictionary's values as source, by key. */
export function entriesOf(dict: PdfDict): Map<string, string> {
  return new Map([...dict].map(([key, value]) => [key.value, sourceOf(value)]))
}

/** An array's items as source; no array gives none. */
export function itemsOf(array: PdfArray | undefined): string[] {
  return array ? [...array].map(sourceOf) : []
}

/** An object's source, with strings in hex so that no byte needs escaping. */
export function sourceOf(object: PdfObject): string {
  if (object instanceof PdfRef) return reference(refOf(object))
  if (object instanceof PdfName) return nameObject(object.value)
  if (object instanceof PdfNumber) return exactNumber(object.value)
  if (object instanceof PdfString) return `<${Buffer.from(object.bytes).toString('hex')}>`
  if (object instanceof PdfBool) return String(object.value)
  if (object instanceof PdfArray) return `[${itemsOf(object).join(' ')}]`
  if (object instanceof PdfDict) {
    return `<<${[...entriesOf(object)].map(([key, value]) => `${nameObject(key)} ${value}`).join('')}>>`
  }
  return 'null'
}

/** Every digit is kept: a page box that changes by rounding reads as a change of the page. PDF has no exponents. */
function exactNumber(value: number): string {
  const shortest = String(value)
  return shortest.includes('e') ? value.toFixed(12) : shortest
}
