import type { DocumentModel } from '@moqi/pdf/graph/document-model'

/**
 * Whether the document opens with a layer switched off (ISO 32000-1 §8.11.4.3), whose content a reader may switch on.
 */
export function hasHiddenLayers({ view, catalog }: DocumentModel): boolean {
  const properties = view.dict(catalog, 'OCProperties')
  const initial = view.dict(properties, 'D')
  if (view.items(properties, 'OCGs').length === 0 || !initial) return false
  return view.items(initial, 'OFF').length > 0 || view.name(initial, 'BaseState') === 'OFF'
}
