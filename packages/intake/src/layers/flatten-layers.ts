import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { type IntakeLimits, IntakeRefusal } from '../intake-refusal.ts'
import { contentOperations, nameOf } from './content-operations.ts'
import { dropHiddenContent } from './drop-hidden-content.ts'
import { blankHidden, resolvedItems } from './blank-hidden.ts'
import { layerStates } from './layer-states.ts'

type Resolve = (ref: PdfRef) => PdfObject | null
type Sizes = Pick<IntakeLimits, 'streamBytes' | 'totalBytes'>
type Shows = (layer: PdfDict) => boolean

/** A content stream, the resources that it names, and how to replace it. */
interface Content {
  /** As one, at most so many bytes. */
  read(most: number): string
  readonly resources: PdfDict | undefined
  replace(source: string): void
}

interface Usage {
  readonly drawn: Set<string>
  readonly dropped: Set<string>
}

/** A page tree deeper than this was refused before. */
const deepest = 600

/**
 * Makes visible layers (ISO 32000-1 §8.11) plain content and takes hidden ones out, so that nothing can be switched
 * after signing. Says `removed` when there was hidden content, `flattened` when all of it shows, undefined without
 * layers. Throws IntakeRefusal: too-complex when that cannot be done without changing how the pages look.
 */
export function flattenLayers(pdf: PDF, pages: readonly PdfDict[], limits: Sizes): 'removed' | 'flattened' | undefined {
  const resolve: Resolve = (ref) => pdf.context.resolve(ref)
  const catalog = pdf.context.catalog.getDict()
  const properties = catalog.getDict('OCProperties', resolve)
  if (!properties) return undefined
  const shows = layerStates(properties, resolve)
  const groups = resolvedItems(properties.get('OCGs', resolve), resolve)
  const listed = groups.flatMap((group) => (group instanceof PdfDict ? [group] : []))
  catalog.delete('OCProperties')
  const all = reachable([catalog, ...pages], resolve)
  const blanked = blankHidden(all, pages, shows, resolve)
  const contents = [...pages.map((page) => pageContent(pdf, page, resolve)), ...innerContents(all, resolve)]
  const dropped = flattenContents(contents, shows, resolve, limits)
  const hidden = blanked || dropped || listed.some((group) => !shows(group))
  for (const dict of all) forgetLayers(dict, hidden, resolve)
  return hidden ? 'removed' : 'flattened'
}

/** Every dictionary and stream that can be reached, each once. */
function reachable(roots: readonly PdfDict[], resolve: Resolve): PdfDict[] {
  const seen = new Set<PdfObject>()
  const pending: PdfObject[] = [...roots]
  for (let item = pending.pop(); item; item = pending.pop()) {
    const value = item instanceof PdfRef ? resolve(item) : item
    if (!(value instanceof PdfDict || value instanceof PdfArray) || seen.has(value)) continue
    seen.add(value)
    if (value instanceof PdfArray) for (const inner of value) pending.push(inner)
    else for (const [, inner] of value) pending.push(inner)
  }
  return [...seen].flatMap((item) => (item instanceof PdfDict ? [item] : []))
}

function pageContent(pdf: PDF, page: PdfDict, resolve: Resolve): Content {
  const contents = page.get('Contents', resolve)
  const items = contents instanceof PdfArray ? resolvedItems(contents, resolve) : [contents]
  const streams = items.flatMap((item) => (item instanceof PdfStream ? [item] : []))
  return {
    read: (most) => joined(streams, most),
    resources: inheritedResources(page, resolve),
    // Other pages may share the stream under other resources.
    replace: (source) => page.set('Contents', pdf.context.register(new PdfStream([], Buffer.from(source, 'latin1')))),
  }
}

function inheritedResources(page: PdfDict, resolve: Resolve): PdfDict | undefined {
  let node: PdfDict | undefined = page
  for (let depth = 0; node && depth < deepest; depth++) {
    const resources: PdfDict | undefined = node.getDict('Resources', resolve)
    if (resources) return resources
    node = node.getDict('Parent', resolve)
  }
  return undefined
}

/** Forms, appearances and tiling patterns, which have a bounding box, and the glyphs of Type 3 fonts. */
function innerContents(all: readonly PdfDict[], resolve: Resolve): Content[] {
  return all.flatMap((dict) => {
    if (dict instanceof PdfStream) return isDrawing(dict, resolve) ? [innerContent(dict, dict, resolve)] : []
    const glyphs = dict.getDict('CharProcs', resolve) ?? []
    return [...glyphs].flatMap(([, item]) => {
      const glyph = item instanceof PdfRef ? resolve(item) : item
      return glyph instanceof PdfStream ? [innerContent(glyph, dict, resolve)] : []
    })
  })
}

function isDrawing(stream: PdfStream, resolve: Resolve): boolean {
  if (stream.getName('Subtype', resolve)?.value === 'Form') return true
  return stream.has('BBox') && !stream.has('ShadingType')
}

function innerContent(stream: PdfStream, owner: PdfDict, resolve: Resolve): Content {
  return {
    read: (most) => joined([stream], most),
    resources: owner.getDict('Resources', resolve),
    replace: (source) => stream.setData(Buffer.from(source, 'latin1')),
  }
}

/** The contents as one, a character for a byte (ISO 32000-1 §7.8.2). */
function joined(streams: readonly PdfStream[], most: number): string {
  const parts: string[] = []
  let left = most
  for (const stream of streams) {
    const part = Buffer.from(stream.getDecodedData()).toString('latin1')
    left -= part.length + 1
    if (left < 0) throw new IntakeRefusal('too-complex', 'a page with layers repeats its contents')
    parts.push(part)
  }
  return parts.join('\n')
}

/** Says whether hidden content was found; what only hidden content draws leaves the resources as well. */
function flattenContents(contents: readonly Content[], shows: Shows, resolve: Resolve, limits: Sizes): boolean {
  const usages = new Map<PdfDict, Usage>()
  const untouched: Content[] = []
  let hidden = false
  let left = limits.totalBytes
  for (const content of contents) {
    const source = content.read(limits.streamBytes)
    left -= source.length
    // Pages may share their contents, which are counted once when streams are measured.
    if (left < 0) throw new IntakeRefusal('too-complex', 'pages with layers share large contents')
    // Cheap: most contents have no layer, and need not be read strictly.
    if (!/\/(?:O|#4[fF])(?:C|#43)/.test(source)) {
      untouched.push(content)
      continue
    }
    const layers = content.resources?.getDict('Properties', resolve)
    const flat = dropHiddenContent(source, (name) => {
      // Without resources of its own a form takes those of every page that draws it.
      if (!content.resources) throw new IntakeRefusal('too-complex', 'layers in a form without resources')
      const layer = layers?.getDict(name, resolve)
      return !layer || shows(layer)
    })
    content.replace(flat.source)
    hidden ||= flat.hidden
    note(usages, content, flat, resolve)
  }
  if ([...usages.values()].some((usage) => usage.dropped.size > 0)) {
    for (const content of untouched) noteDrawn(usages, content, resolve, limits)
    for (const [drawings, { drawn, dropped }] of usages) {
      for (const name of dropped) if (!drawn.has(name)) drawings.delete(name)
    }
  }
  return hidden
}

function note(
  usages: Map<PdfDict, Usage>,
  { resources }: Content,
  found: { readonly drawn: ReadonlySet<string>; readonly dropped: ReadonlySet<string> },
  resolve: Resolve,
): void {
  const drawings = resources?.getDict('XObject', resolve)
  if (!drawings) return
  const usage = usages.get(drawings) ?? { drawn: new Set(), dropped: new Set() }
  usages.set(drawings, usage)
  for (const name of found.drawn) usage.drawn.add(name)
  for (const name of found.dropped) usage.dropped.add(name)
}

function noteDrawn(usages: Map<PdfDict, Usage>, content: Content, resolve: Resolve, limits: Sizes): void {
  const drawings = content.resources?.getDict('XObject', resolve)
  const affected = content.resources ? [drawings && usages.get(drawings)] : [...usages.values()]
  if (affected.every((usage) => usage === undefined)) return
  for (const { operator, operands } of contentOperations(content.read(limits.streamBytes))) {
    if (operator !== 'Do') continue
    for (const usage of affected) usage?.drawn.add(nameOf(operands[0]) ?? '')
  }
}

/** Takes away whatever else names a layer; editors keep their own copy of hidden content in /PieceInfo. */
function forgetLayers(dict: PdfDict, hidden: boolean, resolve: Resolve): void {
  // Among resources OC can be the name of anything.
  if (dict instanceof PdfStream || dict.has('Rect') || isLayer(dict.getDict('OC', resolve), resolve)) dict.delete('OC')
  if (hidden) dict.delete('PieceInfo')
  if (dict.getName('S', resolve)?.value === 'SetOCGState') dict.set('State', PdfArray.of())
  const marks = dict.getDict('Properties', resolve)
  for (const [key] of marks ?? []) {
    if (isLayer(marks?.getDict(key.value, resolve), resolve)) marks?.delete(key)
  }
}

function isLayer(dict: PdfDict | undefined, resolve: Resolve): boolean {
  const type = dict?.getName('Type', resolve)?.value
  return type === 'OCG' || type === 'OCMD'
}
