import { inherited } from '@moqi/pdf/graph/document-model'
import { dictOf, itemsOf, nameOf, type PdfDict, type PdfValue } from '@moqi/pdf/read/values'
import type { EditableView } from '@moqi/pdf/write/editable-view'
import { dictFrom, valueOf } from '@moqi/pdf/write/pdf-syntax'
import { contentOperations, nameOf as nameIn } from '../content-operations.ts'
import { IntakeRefusal } from '../intake-refusal.ts'

interface Drawing {
  readonly content: Buffer
  readonly resources: PdfDict
}

/** Deep enough for every producer; forms that draw themselves end here. */
const mostDrawings = 20_000

/**
 * The strings that pages, and the forms, patterns, annotations and glyph procedures they use, show in each font
 * dictionary. Throws IntakeRefusal when some text cannot be assigned to a font, or content cannot be read for certain.
 */
export function shownText(view: EditableView, pages: readonly PdfDict[]): Map<PdfDict, Uint8Array[]> {
  const shown = new Map<PdfDict, Uint8Array[]>()
  const seen = new Map<PdfValue, Set<PdfDict>>()
  const pending: Drawing[] = []
  const enter = (stream: PdfValue, above: PdfDict, resources?: PdfDict) => {
    if (stream.kind !== 'stream') return
    const own = resources ?? view.dict(stream.dict, 'Resources') ?? above
    const before = seen.get(stream) ?? new Set()
    if (before.has(own)) return
    seen.set(stream, before.add(own))
    if (seen.size > mostDrawings) throw unclear('too many drawings')
    pending.push({ content: view.data(stream), resources: own })
  }
  for (const page of pages) {
    const resources = dictOf(inherited(view, page, 'Resources')) ?? dictFrom('')
    pending.push({ content: pageContent(view, page), resources })
    for (const appearance of appearances(view, page)) enter(appearance, resources)
  }
  for (let drawing = pending.pop(); drawing; drawing = pending.pop()) {
    readDrawing(view, drawing, shown)
    for (const { stream, resources } of drawnFrom(view, drawing.resources)) enter(stream, drawing.resources, resources)
  }
  return shown
}

interface Drawn {
  readonly stream: PdfValue
  readonly resources?: PdfDict | undefined
}

/** Content that operators can draw by these resources: forms, patterns, soft masks, glyphs of Type 3 fonts. */
function drawnFrom(view: EditableView, resources: PdfDict): Drawn[] {
  const named = (key: string) => values(view, view.dict(resources, key))
  const dicts = (key: string) => named(key).flatMap((value) => dictOf(value) ?? [])
  return [
    ...[...named('XObject'), ...named('Pattern')].filter(isDrawing).map((stream) => ({ stream })),
    ...dicts('ExtGState').map((state) => ({ stream: view.get(view.dict(state, 'SMask'), 'G') })),
    ...dicts('Font').flatMap((font) =>
      values(view, view.dict(font, 'CharProcs')).map((stream) => ({ stream, resources: view.dict(font, 'Resources') })),
    ),
  ]
}

function readDrawing(view: EditableView, { content, resources }: Drawing, shown: Map<PdfDict, Uint8Array[]>): void {
  const fonts = view.dict(resources, 'Font')
  const states = view.dict(resources, 'ExtGState')
  const saved: (PdfDict | undefined)[] = []
  let font: PdfDict | undefined
  for (const { operator, kind, operands } of contentOperations(content.toString('latin1'))) {
    const name = nameIn(operands[0]) ?? ''
    if (kind === 'save') saved.push(font)
    else if (kind === 'restore') font = saved.pop()
    else if (operator === 'Tf') font = view.dict(fonts, name)
    else if (operator === 'gs') refuseFontIn(view.dict(states, name))
    else if (kind === 'show') note(shown, font, stringsIn(operands))
  }
}

/** String operands in order, those inside arrays included. */
function stringsIn(operands: readonly string[]): Buffer[] {
  const values = operands.map(valueOf).flatMap((value) => (value.kind === 'array' ? value.items : [value]))
  return values.flatMap((value) => (value.kind === 'string' ? [value.bytes] : []))
}

const unclear = (what: string) => new IntakeRefusal('too-complex', what)

function refuseFontIn(state: PdfDict | undefined): void {
  if (state?.entries.has('Font')) throw unclear('font set by a graphics state')
}

function note(shown: Map<PdfDict, Uint8Array[]>, font: PdfDict | undefined, strings: readonly Uint8Array[]): void {
  if (strings.every(({ length }) => length === 0)) return
  if (!font) throw unclear('text without a font of its own')
  const earlier = shown.get(font)
  if (!earlier) shown.set(font, [...strings])
  else for (const string of strings) earlier.push(string)
}

/** Images have no operators; patterns of type 2 are shadings and no streams. */
const isDrawing = (value: PdfValue) => value.kind === 'stream' && nameOf(value.dict.entries.get('Subtype')) !== 'Image'

/** Streams of one page are read as one, with white space between (§7.8.2). */
function pageContent(view: EditableView, page: PdfDict): Buffer {
  const contents = view.get(page, 'Contents')
  const parts = contents.kind === 'array' ? contents.items.map((item) => view.resolve(item)) : [contents]
  return Buffer.concat(parts.flatMap((part) => (part.kind === 'stream' ? [view.data(part), Buffer.from('\n')] : [])))
}

/** Appearance streams of a page's annotations, those of every state included (§12.5.5). */
function appearances(view: EditableView, page: PdfDict): PdfValue[] {
  return itemsOf(view.get(page, 'Annots')).flatMap((annotation) => {
    const states = values(view, view.dict(dictOf(view.resolve(annotation)), 'AP'))
    return states.flatMap((state) => (state.kind === 'dict' ? values(view, state) : [state]))
  })
}

const values = (view: EditableView, dict: PdfDict | undefined): PdfValue[] =>
  [...(dict?.entries.values() ?? [])].map((value) => view.resolve(value))
