import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core'

type Resolve = (ref: PdfRef) => PdfObject | null

/** Actions that only move the view or open a web page on a click (ISO 32000-1 §12.6.4). */
const harmless = new Set(['GoTo', 'GoToR', 'URI', 'Named', 'Thread', 'SetOCGState', 'GoTo3DView'])

/**
 * Removes scripts, automatic and launching actions and embedded files from catalog, pages, annotations and outline.
 * Says whether there were any; with `dryRun` nothing is changed.
 */
export function removeActiveContent(pdf: PDF, pages: readonly PdfDict[], dryRun = false): boolean {
  const resolve: Resolve = (ref) => pdf.context.resolve(ref)
  let found = false
  const drop = (dict: PdfDict | undefined, key: string) => {
    if (!dict?.has(key)) return
    found = true
    if (!dryRun) dict.delete(key)
  }
  const dropAction = (dict: PdfDict, key: string) => {
    if (isActive(dict.get(key, resolve), resolve)) drop(dict, key)
  }
  const catalog = pdf.context.catalog.getDict()
  dropAction(catalog, 'OpenAction')
  for (const key of ['AA', 'AF', 'Collection']) drop(catalog, key)
  for (const key of ['JavaScript', 'EmbeddedFiles']) drop(catalog.getDict('Names', resolve), key)
  for (const page of pages) {
    for (const key of ['AA', 'AF']) drop(page, key)
    for (const annotation of dictionaries(page.getArray('Annots', resolve), resolve)) {
      for (const key of ['AA', 'AF', 'FS']) drop(annotation, key)
      dropAction(annotation, 'A')
    }
  }
  for (const item of outlineItems(catalog, resolve)) dropAction(item, 'A')
  for (const field of formFields(catalog, resolve)) drop(field, 'AA')
  return found
}

/** A destination is no action; an action counts with everything that follows it through /Next. */
function isActive(action: PdfObject | undefined, resolve: Resolve): boolean {
  const seen = new Set<PdfDict>()
  const pending = action instanceof PdfDict ? [action] : []
  for (let step = pending.pop(); step; step = pending.pop()) {
    if (seen.has(step)) continue
    seen.add(step)
    if (!harmless.has(step.getName('S', resolve)?.value ?? '')) return true
    const next = step.get('Next', resolve)
    pending.push(...(next instanceof PdfDict ? [next] : dictionaries(next, resolve)))
  }
  return false
}

function outlineItems(catalog: PdfDict, resolve: Resolve): PdfDict[] {
  return reachable(catalog.getDict('Outlines', resolve), (item) =>
    ['First', 'Next'].flatMap((key) => item.getDict(key, resolve) ?? []),
  )
}

function formFields(catalog: PdfDict, resolve: Resolve): PdfDict[] {
  const form = catalog.getDict('AcroForm', resolve)
  return reachable(form, (item) =>
    ['Fields', 'Kids'].flatMap((key) => dictionaries(item.getArray(key, resolve), resolve)),
  )
}

function reachable(root: PdfDict | undefined, next: (item: PdfDict) => PdfDict[]): PdfDict[] {
  const seen = new Set<PdfDict>()
  const pending = root ? [root] : []
  for (let item = pending.pop(); item; item = pending.pop()) {
    if (seen.has(item)) continue
    seen.add(item)
    for (const other of next(item)) pending.push(other)
  }
  return [...seen]
}

function dictionaries(items: PdfObject | undefined, resolve: Resolve): PdfDict[] {
  if (!(items instanceof PdfArray)) return []
  return [...items].flatMap((item) => {
    const target = item instanceof PdfRef ? resolve(item) : item
    return target instanceof PdfDict ? [target] : []
  })
}
