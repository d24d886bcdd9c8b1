import { type PdfDict, PdfArray, type PdfObject, PdfStream } from '@libpdf/core'
import type { Resolve } from './form-widgets.ts'

const flattened = /^FlatField\d+$/

/**
 * libpdf calls what it draws on a page FlatField0 and so on, and would overwrite what a file that it flattened before
 * draws under these names. Answers a function that, called after flattening, gives the new drawings names of their own.
 */
export function keepNames(pages: readonly PdfDict[], resolve: Resolve): () => void {
  const known = pages.map((page) => new Map(drawingsOf(page, resolve).filter(([name]) => flattened.test(name))))
  return () => {
    for (const [i, page] of pages.entries()) if (known[i]?.size) rename(page, known[i], resolve)
  }
}

function rename(page: PdfDict, known: ReadonlyMap<string, PdfObject>, resolve: Resolve): void {
  const drawings = page.getDict('Resources', resolve)?.getDict('XObject', resolve)
  const all = drawingsOf(page, resolve)
  const contents = page.get('Contents', resolve)
  const last = contents instanceof PdfArray ? contents.at(contents.length - 1, resolve) : undefined
  const added = all.filter(([name, drawing]) => flattened.test(name) && known.get(name) !== drawing)
  if (!drawings || added.length === 0 || !(last instanceof PdfStream)) return
  let prefix = 'Settled'
  while (all.some(([name]) => name.startsWith(prefix))) prefix += '_'
  for (const [name, drawing] of added) {
    drawings.set(`${prefix}${name}`, drawing)
    drawings.delete(name)
  }
  for (const [name, drawing] of known) drawings.set(name, drawing)
  const source = Buffer.from(last.getDecodedData()).toString('latin1')
  last.setData(new Uint8Array(Buffer.from(source.replaceAll('/FlatField', `/${prefix}FlatField`), 'latin1')))
}

function drawingsOf(page: PdfDict, resolve: Resolve): [string, PdfObject][] {
  const drawings = page.getDict('Resources', resolve)?.getDict('XObject', resolve)
  return [...(drawings ?? [])].map(([name, drawing]) => [name.value, drawing])
}
