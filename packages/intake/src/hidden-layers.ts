import type { PDF, PdfObject, PdfRef } from '@libpdf/core'

/**
 * Whether the document opens with a layer switched off (ISO 32000-1 §8.11.4.3), whose content a reader may switch on.
 */
export function hasHiddenLayers(pdf: PDF): boolean {
  const resolve = (ref: PdfRef): PdfObject | null => pdf.context.resolve(ref)
  const properties = pdf.context.catalog.getDict().getDict('OCProperties', resolve)
  const layers = properties?.getArray('OCGs', resolve)?.length ?? 0
  const initial = properties?.getDict('D', resolve)
  if (layers === 0 || !initial) return false
  const off = initial.getArray('OFF', resolve)?.length ?? 0
  return off > 0 || initial.getName('BaseState', resolve)?.value === 'OFF'
}
