import type { Pixels } from '@moqi/pdf/images/png'
import { factText } from '../diff/facts.ts'
import type { DocumentModel } from '@moqi/pdf/graph/document-model'
import { notesOf, type NumberedBox } from '@moqi/pdf/graph/place-on-page'
import { type Reason, reason } from '../reasons/reasons.ts'
import { inkWatch } from './hidden-ink.ts'
import { type Glyph, isJudgedByGlyphs } from './glyphs-around.ts'
import { withoutJudgedApart } from './judged-apart.ts'
import { areaOf, lighterOf, meet, type PageView, withBlank } from './page-views.ts'
import type { TouchedBox, TouchedPage } from './touched-pages.ts'

/** What stands this near, in points, is looked at with a box. */
const near = 6

/** The file up to the end of a signature, with what stood in it. */
export interface SignedEnd {
  bytes: Buffer
  revision: number
  model: DocumentModel | undefined
}

/** A page looked at. */
export interface Sight {
  touched: TouchedPage
  /** Every box of the page, also those that are looked at elsewhere. */
  neighbours: readonly TouchedBox[]
  view: PageView
  /** As it was first signed, and as it is. */
  before: Pixels
  after: Pixels
  /** Where signatures end, the earliest first. */
  ends: [SignedEnd, ...SignedEnd[]]
  /** Draws the page as it was, without some annotations of its list; undefined, and told, when it cannot. */
  draw: (bytes: Buffer, without?: number[]) => Promise<Pixels | undefined>
  /** Of the look of a field its box is told as well. */
  tell: (reason: Reason, box?: TouchedBox) => void
  /** The glyphs under a look where those are judged one by one (E11), as they are up to the end of a signature. */
  glyphsUnder: (bytes: Buffer, box: TouchedBox) => Promise<readonly Glyph[] | undefined>
}

/**
 * V2, D23: what is added, signed, filled in or changed lies over nothing that was signed. What it showed itself may
 * give way, never what stands below or belongs to others.
 */
export async function findHidden(sight: Sight): Promise<void> {
  const { touched, before, ends } = sight
  const [first] = ends
  // What a party filled in is signed as well: each appearance is held against all that was signed before it came.
  const groups = Map.groupBy(
    touched.boxes,
    ({ fact }) => ends.findLast(({ revision }) => revision < fact.revision) ?? first,
  )
  for (const [end, boxes] of groups) {
    const signed = end === first || showsAsFirst(sight, boxes) ? before : await sight.draw(end.bytes)
    const hiding = signed && (await findHidingForSure(sight, { end, signed, boxes }))
    if (!hiding) continue
    sight.tell(reason('signature-appearance-hides-content', { detail: factText(hiding.fact) }), hiding)
  }
  if (!touched.anywhere) return
  const noted = await findHiding(sight, { end: first, signed: before, boxes: touched.notes })
  if (!noted && !(await hidesAnywhere(sight))) return
  sight.tell(reason('annotation-after-signature', { detail: `第${touched.page}页的批注遮挡了原有内容` }))
}

/**
 * Whether a place showed at the end of a later signature what it showed at the first: on a page that changed in boxes
 * alone, where no other box meets it, a field that was signed once is all that came there.
 */
function showsAsFirst({ touched, view, neighbours }: Sight, boxes: readonly TouchedBox[]): boolean {
  return (
    touched.isConfined &&
    boxes.every((box) => {
      const area = areaOf(box, view)
      const isAlone = neighbours.every((other) => other === box || !meet(areaOf(other, view, near), area))
      return isAlone && isJudgedByGlyphs(box)
    })
  )
}

/** What seems to hide something is looked at again without what is judged closer up. */
async function findHidingForSure(
  sight: Sight,
  { end, signed, boxes }: { end: SignedEnd; signed: Pixels; boxes: TouchedBox[] },
): Promise<TouchedBox | undefined> {
  const open = new Set(boxes)
  for (;;) {
    const hiding = await findHiding(sight, { end, signed, boxes: [...open] })
    const glyphs = hiding && (await sight.glyphsUnder(end.bytes, hiding))
    if (!hiding || !glyphs) return hiding
    const rest = withoutJudgedApart(signed, sight.view, { box: hiding, glyphs })
    if (await findHiding(sight, { end, signed: rest, boxes: [hiding] })) return hiding
    open.delete(hiding)
  }
}

/** What notes do beyond their bounds: words may vanish nowhere, but in fields that were looked at by themselves. */
async function hidesAnywhere({ touched, view, before, after, ends: [first], draw }: Sight): Promise<boolean> {
  const places = first.model ? notesOf(first.model, touched.page - 1).map(({ place }) => place) : []
  const below = places.length === 0 ? before : await draw(first.bytes, places)
  if (!below) return false
  const judged = touched.boxes.map((box) => areaOf(box, view))
  const whole = { left: 0, top: 0, right: after.width, bottom: after.height }
  return inkWatch(withBlank(lighterOf(before, below), judged), after)(whole)
}

/** One is enough for a page: a thousand that hide the same would only take time. */
async function findHiding<T extends NumberedBox & Partial<TouchedBox>>(
  { view, after, touched, draw }: Sight,
  { end, signed, boxes }: { end: SignedEnd; signed: Pixels; boxes: T[] },
): Promise<T | undefined> {
  const coveredBy = (box: T) => ({
    ...areaOf(box, view),
    core: areaOf(box, view, 0),
    setAside: box.place === 'set aside',
  })
  const hides = inkWatch(signed, after)
  const own = ownPlaces(end.model, touched.page)
  const suspects: T[] = []
  for (const box of boxes.filter((one) => hides(coveredBy(one)))) {
    if (own(box).length === 0) return box
    suspects.push(box)
  }
  for (const layer of layersOf(suspects, coveredBy)) {
    const below = await draw(end.bytes, layer.flatMap(own))
    // What lay under an earlier appearance of its own was not seen by who signed.
    const hidesBelow = below && inkWatch(lighterOf(signed, below), after)
    const hiding = layer.find((box) => hidesBelow?.(coveredBy(box)))
    if (hiding) return hiding
  }
  return undefined
}

/** Says where an annotation stood in its page's list. One that is written into the list may be any that was. */
export function ownPlaces(model: DocumentModel | undefined, page: number): (box: NumberedBox) => number[] {
  const places = new Map<number, number[]>()
  const add = (number: number, place: number) => places.set(number, [...(places.get(number) ?? []), place])
  for (const [place, item] of (model?.pages[page - 1]?.annotations ?? []).entries()) {
    if (item.kind === 'ref') add(item.number, place)
  }
  if (model) for (const { number, place } of notesOf(model, page - 1)) if (number === 0) add(0, place)
  return ({ number }) => places.get(number) ?? []
}

/** Boxes of one layer have no pixel in common, so that one picture without all of them serves for each. */
function layersOf<T>(boxes: T[], areaIn: (box: T) => ReturnType<typeof areaOf>): T[][] {
  const layers: { boxes: T[]; areas: ReturnType<typeof areaOf>[] }[] = []
  for (const box of boxes) {
    const area = areaIn(box)
    const layer = layers.find(({ areas }) => !areas.some((other) => meet(area, other)))
    if (!layer) layers.push({ boxes: [box], areas: [area] })
    layer?.boxes.push(box)
    layer?.areas.push(area)
  }
  return layers.map((layer) => layer.boxes)
}
