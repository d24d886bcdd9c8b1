import { PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { contentOperations, OddContent } from './content-operations.ts'

type Resolve = (ref: PdfRef) => PdfObject | null

interface Drawing {
  readonly content: Buffer
  readonly resources: PdfDict
}

/** Deep enough for every producer; forms that draw themselves end here. */
const mostDrawings = 20_000

/**
 * The strings that pages, and the forms, patterns, annotations and glyph procedures they use, show in each font
 * dictionary. Throws OddContent when some text cannot be assigned to a font.
 */
export function shownText(pages: readonly PdfDict[], resolve: Resolve): Map<PdfDict, Uint8Array[]> {
  const shown = new Map<PdfDict, Uint8Array[]>()
  const seen = new Map<PdfDict, Set<PdfDict>>()
  const pending: Drawing[] = []
  const enter = (stream: PdfObject | undefined, above: PdfDict, resources?: PdfDict) => {
    if (!(stream instanceof PdfStream)) return
    const own = resources ?? stream.getDict('Resources', resolve) ?? above
    const before = seen.get(stream) ?? new Set()
    if (before.has(own)) return
    seen.set(stream, before.add(own))
    if (seen.size > mostDrawings) throw new OddContent('too many drawings')
    pending.push({ content: Buffer.from(stream.getDecodedData()), resources: own })
  }
  for (const page of pages) {
    const resources = inherited(page, resolve)
    pending.push({ content: pageContent(page, resolve), resources })
    for (const appearance of appearances(page, resolve)) enter(appearance, resources)
  }
  for (let drawing = pending.pop(); drawing; drawing = pending.pop()) {
    readDrawing(drawing, resolve, shown)
    for (const { stream, resources } of drawnFrom(drawing.resources, resolve)) {
      enter(stream, drawing.resources, resources)
    }
  }
  return shown
}

interface Drawn {
  readonly stream: PdfObject | undefined
  readonly resources?: PdfDict | undefined
}

/** Content that operators can draw by these resources: forms, patterns, soft masks, glyphs of Type 3 fonts. */
function drawnFrom(resources: PdfDict, resolve: Resolve): Drawn[] {
  const dicts = (key: string) =>
    values(resources.getDict(key, resolve), resolve).filter((item) => item instanceof PdfDict)
  return [
    ...[...dicts('XObject'), ...dicts('Pattern')].filter(isDrawing).map((stream) => ({ stream })),
    ...dicts('ExtGState').map((state) => ({ stream: state.getDict('SMask', resolve)?.get('G', resolve) })),
    ...dicts('Font').flatMap((font) =>
      values(font.getDict('CharProcs', resolve), resolve).map((stream) => ({
        stream,
        resources: font.getDict('Resources', resolve),
      })),
    ),
  ]
}

function readDrawing({ content, resources }: Drawing, resolve: Resolve, shown: Map<PdfDict, Uint8Array[]>): void {
  const fonts = resources.getDict('Font', resolve)
  const states = resources.getDict('ExtGState', resolve)
  const saved: (PdfDict | undefined)[] = []
  let font: PdfDict | undefined
  for (const { operator, name = '', strings } of contentOperations(content)) {
    if (operator === 'q') saved.push(font)
    else if (operator === 'Q') font = saved.pop()
    else if (operator === 'Tf') font = fonts?.getDict(name, resolve)
    else if (operator === 'gs') refuseFontIn(states?.getDict(name, resolve))
    else if (showing.has(operator)) note(shown, font, strings)
  }
}

function refuseFontIn(state: PdfDict | undefined): void {
  if (state?.has('Font')) throw new OddContent('font set by a graphics state')
}

function note(shown: Map<PdfDict, Uint8Array[]>, font: PdfDict | undefined, strings: readonly Uint8Array[]): void {
  if (strings.every(({ length }) => length === 0)) return
  if (!font) throw new OddContent('text without a font of its own')
  const earlier = shown.get(font)
  if (!earlier) shown.set(font, [...strings])
  else for (const string of strings) earlier.push(string)
}

const showing = new Set(['Tj', 'TJ', "'", '"'])

/** Images have no operators; patterns of type 2 are shadings and no streams. */
function isDrawing(stream: PdfObject): boolean {
  return stream instanceof PdfStream && stream.getName('Subtype')?.value !== 'Image'
}

function pageContent(page: PdfDict, resolve: Resolve): Buffer {
  const contents = page.get('Contents', resolve)
  const parts = contents instanceof PdfArray ? targets([...contents], resolve) : [contents]
  // Streams of one page are read as one, with white space between (§7.8.2).
  return Buffer.concat(
    parts.flatMap((part) => (part instanceof PdfStream ? [part.getDecodedData(), Buffer.from('\n')] : [])),
  )
}

function inherited(page: PdfDict, resolve: Resolve): PdfDict {
  let node: PdfDict | undefined = page
  for (let depth = 0; node && depth < 64; depth++) {
    const resources: PdfDict | undefined = node.getDict('Resources', resolve)
    if (resources) return resources
    node = node.getDict('Parent', resolve)
  }
  return new PdfDict()
}

/** Appearance streams of a page's annotations, those of every state included (§12.5.5). */
function appearances(page: PdfDict, resolve: Resolve): PdfObject[] {
  const annotations = targets([...(page.getArray('Annots', resolve) ?? [])], resolve)
  return annotations.flatMap((annotation) => {
    const appearance = annotation instanceof PdfDict ? annotation.getDict('AP', resolve) : undefined
    const states = values(appearance, resolve)
    return states.flatMap((state) =>
      state instanceof PdfStream || !(state instanceof PdfDict) ? [state] : values(state, resolve),
    )
  })
}

function values(dict: PdfDict | undefined, resolve: Resolve): PdfObject[] {
  return targets(
    [...(dict ?? [])].map(([, value]) => value),
    resolve,
  )
}

function targets(items: readonly PdfObject[], resolve: Resolve): PdfObject[] {
  return items.flatMap((item) => {
    const target = item instanceof PdfRef ? resolve(item) : item
    return target ? [target] : []
  })
}
