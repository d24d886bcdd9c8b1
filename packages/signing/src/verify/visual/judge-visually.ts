import type { Pixels } from '../../seal-art/png.ts'
import { type Fact, factText } from '../diff/facts.ts'
import type { DocumentModel } from '../graph/document-model.ts'
import type { FormattedSignature } from '../judge-format.ts'
import type { Limits } from '../limits.ts'
import { type PageBox, pageWidthPoints } from '../place-on-page.ts'
import type { Reading } from '../read-document.ts'
import { type Reason, reason } from '../reasons.ts'
import { comparePictures, type PixelArea } from './compare-pictures.ts'
import { type Covered, inkWatch } from './hidden-ink.ts'
import type { ChangedPage, Renderer } from './renderer.ts'
import { everyPage, type TouchedBox, type TouchedPage, touchedPages } from './touched-pages.ts'

/** What is compared: the file as read, its signatures, the facts, and how much may be drawn. */
export interface VisualEvidence {
  reading: Reading
  formatted: FormattedSignature[]
  facts: Fact[]
  limits: Limits
  /** How many changed pages are wanted as pictures. */
  pictures: number
}

/** 144 dots an inch, which PDFium's widest page still allows. */
const dotsPerPoint = 2
const usualWidth = 1190
const widest = 2400
const pictureWidth = 1000
/** V1: two points around each box, for what is drawn at its very edge. */
const marginPoints = 2
const pointsPerMillimetre = 72 / 25.4

/**
 * V1, V2: draws the first signed revision and the file as it is, on every page that a later change touches, and
 * compares what they show. Never makes anything valid. What cannot be drawn is told as `visual-partial`.
 */
export async function judgeVisually(
  bytes: Buffer,
  renderer: Renderer,
  evidence: VisualEvidence,
): Promise<{ reasons: Reason[]; changedPages: ChangedPage[] }> {
  const ends = signedEnds(bytes, evidence.formatted)
  const [first] = ends
  if (!first) return { reasons: [], changedPages: [] }
  const run: Run = {
    renderer,
    signed: bytes.subarray(0, first.end),
    ends,
    until: performance.now() + evidence.limits.milliseconds,
    current: bytes,
    model: evidence.reading.models.findLast((one) => one !== undefined),
    reasons: [],
  }
  const pages = pagesToCompare(evidence, first.revision, bytes.length)
  const changed: Pick<ChangedPage, 'page' | 'area'>[] = []
  const { drawnPages, drawing } = evidence.limits
  const unhurried = performance.now() + drawing
  for (const [index, touched] of pages.entries()) {
    if (performance.now() > (index < drawnPages ? run.until : unhurried)) {
      run.reasons.push(reason('visual-partial'))
      break
    }
    const area = await changedArea(run, touched)
    if (area) changed.push({ page: touched.page, area })
  }
  // Shown beside the present: what the last signer saw, for the seals of earlier parties belong to both.
  const shown = bytes.subarray(0, ends.at(-1)?.end)
  const changedPages = await Promise.all(
    changed.slice(0, evidence.pictures).map(async ({ page, area }) => ({
      page,
      area,
      signed: await orNull(renderer.render(shown, page, pictureWidth)),
      current: await orNull(renderer.render(bytes, page, pictureWidth)),
    })),
  )
  return { reasons: run.reasons, changedPages }
}

interface SignedEnd {
  end: number
  revision: number
}

/** Where intact signatures end before the end of the file, the earliest first. */
function signedEnds(bytes: Buffer, formatted: FormattedSignature[]): SignedEnd[] {
  return formatted
    .filter(({ integrity, kind }) => integrity === 'intact' && kind !== 'timestamp')
    .flatMap(({ coverage: { range, revision } }) => (range ? [{ end: range.end, revision: revision ?? -1 }] : []))
    .filter(({ end }) => bytes.subarray(end).some((byte) => byte !== 0x0a && byte !== 0x0d))
    .toSorted((one, other) => one.end - other.end)
}

/** Where the structure broke off after the signature, no fact says what changed, and every page is looked at. */
function pagesToCompare({ reading, facts, limits }: VisualEvidence, revision: number, length: number): TouchedPage[] {
  const { file, models } = reading
  const pageCount = models.findLast((model) => model !== undefined)?.pages.length ?? limits.drawnPages
  const end = file?.revisions.at(-1)?.lineEnd ?? 0
  const unread = file === undefined || file.brokenFrom !== undefined || end < length
  if (revision >= 0 && !unread) return touchedPages(facts, models, revision, pageCount)
  return everyPage(pageCount).map((page) => ({ page, boxes: [], notes: [], anywhere: false }))
}

function widthOf(model: DocumentModel | undefined, page: number): number {
  const dict = model?.pages[page - 1]?.dict
  const points = model && dict && pageWidthPoints(model, dict)
  return points === undefined ? usualWidth : Math.min(widest, Math.max(16, Math.round(points * dotsPerPoint)))
}

interface Run {
  renderer: Renderer
  /** As it was when it was first signed. */
  signed: Buffer
  ends: SignedEnd[]
  current: Buffer
  model: DocumentModel | undefined
  /** When nothing more is drawn, by the clock of `performance`. */
  until: number
  reasons: Reason[]
}

const wholePage = { left: 0, top: 0, right: 1, bottom: 1 }

/** Where the page differs although it may not, undefined when nowhere; adds the reasons. */
async function changedArea(run: Run, touched: TouchedPage): Promise<ChangedPage['area'] | undefined> {
  const { page, boxes, anywhere } = touched
  const width = widthOf(run.model, page)
  const before = await orNull(run.renderer.draw(run.signed, page, width))
  const after = await orNull(run.renderer.draw(run.current, page, width))
  if (!before || !after) {
    if (before || after) run.reasons.push(reason('visual-partial', { detail: `第${page}页` }))
    // Of a file that cannot be read nobody knows how many pages it has, but one it has.
    else if (page <= (run.model?.pages.length ?? 1)) run.reasons.push(reason('visual-partial'))
    return before ? wholePage : undefined
  }
  await findHidden(run, touched, { before, after })
  const { bounds } = comparePictures(
    before,
    after,
    boxes.map((box) => areaOf(box, after)),
  )
  if (!bounds) return undefined
  if (!anywhere) run.reasons.push(reason('visual-change-outside-fields', { detail: `第${page}页` }))
  return {
    left: bounds.left / after.width,
    top: bounds.top / after.height,
    right: bounds.right / after.width,
    bottom: bounds.bottom / after.height,
  }
}

/** V2, D23: what is added or changed lies over nothing that was signed; what it showed itself may give way. */
async function findHidden(
  run: Run,
  { page, boxes, notes }: TouchedPage,
  { before, after }: { before: Pixels; after: Pixels },
): Promise<void> {
  const looks = boxes.filter(({ place }) => place !== 'own')
  // What a party filled in is signed as well: each look is held against all that was signed before it came.
  for (const [end, later] of Map.groupBy(looks, ({ fact }) => endBefore(run, fact.revision))) {
    const signed = run.current.subarray(0, end)
    const then = end === run.signed.length ? before : await drawInTime(run, signed, page, before.width)
    const hides = then && (await watch(run, { page, signed, before: then, after }, later.some(isReplaced)))
    if (!hides) run.reasons.push(reason('visual-partial', { detail: `第${page}页` }))
    // One is enough for a page: a thousand that hide the same would only take time.
    const hiding = later.find((look) =>
      hides?.({ ...areaOf(look, after), setAside: look.place === 'set aside' }, isReplaced(look)),
    )
    if (hiding) run.reasons.push(reason('signature-appearance-hides-content', { detail: factText(hiding.fact) }))
  }
  if (notes.length === 0) return
  const hides = await watch(run, { page, signed: run.signed, before, after }, notes.some(isReplaced))
  if (notes.some((note) => hides(areaOf(note, after), note.known))) {
    run.reasons.push(reason('annotation-after-signature', { detail: `第${page}页的批注遮挡了原有内容` }))
  }
}

async function drawInTime(
  { renderer, until }: Run,
  bytes: Buffer,
  page: number,
  width: number,
): Promise<Pixels | null> {
  return performance.now() > until ? null : orNull(renderer.draw(bytes, page, width))
}

/** The end of the last signature before a revision; the first one's, should there be none. */
function endBefore({ ends, signed }: Run, revision: number): number {
  return ends.findLast((one) => one.revision < revision)?.end ?? signed.length
}

/** Says what an area hides; of one that showed something of its own, what it hides of the page below. */
async function watch(
  run: Run,
  { page, signed, before, after }: { page: number; signed: Buffer; before: Pixels; after: Pixels },
  withBare: boolean,
): Promise<(area: Covered, isOwn: boolean) => boolean> {
  const hides = inkWatch(before, after)
  const bare = withBare ? await orNull(run.renderer.draw(signed, page, before.width, { bare: true })) : null
  const hidesBelow = bare ? inkWatch(lighterOf(before, bare), after) : hides
  return (area, isOwn) => (isOwn ? hidesBelow : hides)(area)
}

/** Whether something stood there when it was signed that may go: no added look has that right. */
function isReplaced({ known, place }: { known: boolean; place?: TouchedBox['place'] }): boolean {
  return known && place !== 'added'
}

/** A picture as light as the lighter of two at each pixel: ink is what both show. */
function lighterOf(one: Pixels, other: Pixels): Pixels {
  if (one.data.length !== other.data.length) return one
  return { ...one, data: one.data.map((value, at) => Math.max(value, other.data[at] ?? 0)) }
}

function areaOf({ box, pageWidth }: PageBox, { width }: Pixels): PixelArea {
  const scale = width / pageWidth
  const margin = (marginPoints / pointsPerMillimetre) * scale
  return {
    left: box.x * scale - margin,
    top: box.y * scale - margin,
    right: (box.x + box.width) * scale + margin,
    bottom: (box.y + box.height) * scale + margin,
  }
}

/** Null when the page cannot be drawn, whatever the reason: a damaged file, a page too many, a worker lost. */
async function orNull<T>(drawing: Promise<T>): Promise<T | null> {
  try {
    return await drawing
  } catch {
    return null
  }
}
