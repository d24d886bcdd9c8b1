import { inherited } from '@moqi/pdf/graph/document-model'
import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, type PdfDict, type PdfStream, type PdfValue } from '@moqi/pdf/read/values'
import { type EditableView, setData } from '@moqi/pdf/write/editable-view'
import { reference, valueOf } from '@moqi/pdf/write/pdf-syntax'
import { type IntakeLimits, IntakeRefusal } from '../intake-refusal.ts'
import { contentOperations, nameOf } from '../content-operations.ts'
import { dropHiddenContent } from './drop-hidden-content.ts'
import { blankHidden } from './blank-hidden.ts'
import { layerStates } from './layer-states.ts'

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

/**
 * Makes visible layers (ISO 32000-1 §8.11) plain content and takes hidden ones out, so that nothing can be switched
 * after signing. Says `removed` when there was hidden content, `flattened` when all of it shows, undefined without
 * layers. Throws IntakeRefusal: too-complex when that cannot be done without changing how the pages look.
 */
export function flattenLayers(
  view: EditableView,
  pages: readonly PdfDict[],
  limits: Sizes,
): 'removed' | 'flattened' | undefined {
  const { catalog } = view
  const properties = view.dict(catalog, 'OCProperties')
  if (!properties) return undefined
  const shows = layerStates(view, properties)
  const listed = view.items(properties, 'OCGs').flatMap((group) => dictOf(group) ?? [])
  catalog.entries.delete('OCProperties')
  const all = reachable(view, [catalog, ...pages])
  const blanked = blankHidden(view, all, pages, shows)
  const contents = [...pages.map((page) => pageContent(view, page)), ...innerContents(view, all)]
  const dropped = flattenContents(view, contents, shows, limits)
  const hidden = blanked || dropped || listed.some((group) => !shows(group))
  for (const value of all) forgetLayers(view, value, hidden)
  return hidden ? 'removed' : 'flattened'
}

/** Every dictionary and stream that can be reached, each once. */
function reachable(view: View, roots: readonly PdfDict[]): (PdfDict | PdfStream)[] {
  const seen = new Set<PdfValue>()
  const pending: PdfValue[] = [...roots]
  for (let item = pending.pop(); item; item = pending.pop()) {
    const value = view.resolve(item)
    const dict = dictOf(value)
    if ((!dict && value.kind !== 'array') || seen.has(value)) continue
    seen.add(value)
    for (const inner of dict?.entries.values() ?? []) pending.push(inner)
    if (value.kind === 'array') for (const inner of value.items) pending.push(inner)
  }
  return [...seen].filter((value) => value.kind === 'dict' || value.kind === 'stream')
}

function pageContent(view: EditableView, page: PdfDict): Content {
  const contents = view.get(page, 'Contents')
  const items = contents.kind === 'array' ? view.items(page, 'Contents') : [contents]
  const streams = items.filter((item) => item.kind === 'stream')
  return {
    read: (most) => joined(view, streams, most),
    resources: dictOf(inherited(view, page, 'Resources')),
    // Other pages may share the stream under other resources.
    replace: (source) => {
      const ref = view.writer.newStream('', Buffer.from(source, 'latin1'))
      page.entries.set('Contents', valueOf(reference(ref)))
    },
  }
}

/** Forms, appearances and tiling patterns, which have a bounding box, and the glyphs of Type 3 fonts. */
function innerContents(view: EditableView, all: readonly (PdfDict | PdfStream)[]): Content[] {
  return all.flatMap((value) => {
    if (value.kind === 'stream') return isDrawing(view, value.dict) ? [innerContent(view, value, value.dict)] : []
    const glyphs = [...(view.dict(value, 'CharProcs')?.entries.values() ?? [])].map((glyph) => view.resolve(glyph))
    return glyphs.flatMap((glyph) => (glyph.kind === 'stream' ? [innerContent(view, glyph, value)] : []))
  })
}

function isDrawing(view: View, dict: PdfDict): boolean {
  if (view.name(dict, 'Subtype') === 'Form') return true
  return dict.entries.has('BBox') && !dict.entries.has('ShadingType')
}

function innerContent(view: EditableView, stream: PdfStream, owner: PdfDict): Content {
  return {
    read: (most) => joined(view, [stream], most),
    resources: view.dict(owner, 'Resources'),
    replace: (source) => setData(stream, Buffer.from(source, 'latin1')),
  }
}

/** The contents as one, a character for a byte (ISO 32000-1 §7.8.2). */
function joined(view: EditableView, streams: readonly PdfStream[], most: number): string {
  const parts: string[] = []
  let left = most
  for (const stream of streams) {
    const part = view.data(stream).toString('latin1')
    left -= part.length + 1
    if (left < 0) throw new IntakeRefusal('too-complex', 'a page with layers repeats its contents')
    parts.push(part)
  }
  return parts.join('\n')
}

/** Says whether hidden content was found; what only hidden content draws leaves the resources as well. */
function flattenContents(view: View, contents: readonly Content[], shows: Shows, limits: Sizes): boolean {
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
    const layers = view.dict(content.resources, 'Properties')
    const flat = dropHiddenContent(source, (name) => {
      // Without resources of its own a form takes those of every page that draws it.
      if (!content.resources) throw new IntakeRefusal('too-complex', 'layers in a form without resources')
      const layer = view.dict(layers, name)
      return !layer || shows(layer)
    })
    content.replace(flat.source)
    hidden ||= flat.hidden
    note(view, usages, content, flat)
  }
  if ([...usages.values()].some((usage) => usage.dropped.size > 0)) {
    for (const content of untouched) noteDrawn(view, usages, content, limits)
    for (const [drawings, { drawn, dropped }] of usages) {
      for (const name of dropped) if (!drawn.has(name)) drawings.entries.delete(name)
    }
  }
  return hidden
}

function note(
  view: View,
  usages: Map<PdfDict, Usage>,
  { resources }: Content,
  found: { readonly drawn: ReadonlySet<string>; readonly dropped: ReadonlySet<string> },
): void {
  const drawings = view.dict(resources, 'XObject')
  if (!drawings) return
  const usage = usages.get(drawings) ?? { drawn: new Set(), dropped: new Set() }
  usages.set(drawings, usage)
  for (const name of found.drawn) usage.drawn.add(name)
  for (const name of found.dropped) usage.dropped.add(name)
}

function noteDrawn(view: View, usages: Map<PdfDict, Usage>, content: Content, limits: Sizes): void {
  const drawings = view.dict(content.resources, 'XObject')
  const affected = content.resources ? [drawings && usages.get(drawings)] : [...usages.values()]
  if (affected.every((usage) => usage === undefined)) return
  for (const { operator, operands } of contentOperations(content.read(limits.streamBytes))) {
    if (operator !== 'Do') continue
    for (const usage of affected) usage?.drawn.add(nameOf(operands[0]) ?? '')
  }
}

/** Takes away whatever else names a layer; editors keep their own copy of hidden content in /PieceInfo. */
function forgetLayers(view: View, value: PdfDict | PdfStream, hidden: boolean): void {
  const dict = value.kind === 'stream' ? value.dict : value
  // Among resources OC can be the name of anything.
  if (value.kind === 'stream' || dict.entries.has('Rect') || isLayer(view, dict, 'OC')) dict.entries.delete('OC')
  if (hidden) dict.entries.delete('PieceInfo')
  if (view.name(dict, 'S') === 'SetOCGState') dict.entries.set('State', valueOf('[]'))
  const marks = view.dict(dict, 'Properties')
  for (const key of marks?.entries.keys() ?? []) if (isLayer(view, marks, key)) marks?.entries.delete(key)
}

function isLayer(view: View, dict: PdfDict | undefined, key: string): boolean {
  const type = view.name(view.dict(dict, key), 'Type')
  return type === 'OCG' || type === 'OCMD'
}
