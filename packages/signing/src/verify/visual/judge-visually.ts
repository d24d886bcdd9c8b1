import type { Pixels } from '../../seal-art/png.ts'
import { type Fact, factText } from '../diff/facts.ts'
import type { DocumentModel } from '../graph/document-model.ts'
import type { FormattedSignature } from '../judge-format.ts'
import type { Limits } from '../limits.ts'
import { type PageBox, pageWidthPoints } from '../place-on-page.ts'
import type { Reading } from '../read-document.ts'
import { type Reason, reason } from '../reasons.ts'
import { comparePictures, type PixelArea } from './compare-pictures.ts'
import type { ChangedPage, Renderer } from './renderer.ts'
import { everyPage, type TouchedPage, touchedPages } from './touched-pages.ts'

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
    current: bytes,
    deadline: performance.now() + evidence.limits.drawing,
    reasons: [],
  }
  const pages = pagesToCompare(evidence, first.revision, bytes.length)
  const changed: Pick<ChangedPage, 'page' | 'area'>[] = []
  const model = evidence.reading.models.findLast((one) => one !== undefined)
  for (const [index, touched] of pages.entries()) {
    if (index >= evidence.limits.drawnPages || performance.now() > run.deadline) {
      run.reasons.push(reason('visual-partial'))
      break
    }
    const area = await changedArea(run, touched, widthOf(model, touched.page))
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

/** Where intact signatures end before the end of the file, the earliest first. */
function signedEnds(bytes: Buffer, formatted: FormattedSignature[]): { end: number; revision: number }[] {
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
  signed: Buffer
  current: Buffer
  deadline: number
  reasons: Reason[]
}

const wholePage = { left: 0, top: 0, right: 1, bottom: 1 }

/** Where the page differs although it may not, undefined when nowhere; adds the reason. */
async function changedArea(
  run: Run,
  { page, boxes, notes, anywhere }: TouchedPage,
  width: number,
): Promise<ChangedPage['area'] | undefined> {
  const before = await orNull(run.renderer.draw(run.signed, page, width))
  const after = await orNull(run.renderer.draw(run.current, page, width))
  if (!before || !after) {
    if (before || after) run.reasons.push(reason('visual-partial', { detail: `第${page}页` }))
    return before ? wholePage : undefined
  }
  const areas = boxes.map((box) => areaOf(box, after))
  const { bounds, hidden } = comparePictures(before, after, areas)
  for (const [index, { fact }] of boxes.entries()) {
    if (hidden[index] && isAdded(fact)) {
      run.reasons.push(reason('signature-appearance-hides-content', { detail: factText(fact) }))
    }
  }
  if (hidesUnder(notes, before, after)) {
    run.reasons.push(reason('annotation-can-hide-content', { severity: 'indeterminate', detail: `第${page}页` }))
  }
  if (!bounds) return undefined
  if (!anywhere) run.reasons.push(reason('visual-change-outside-fields', { detail: `第${page}页` }))
  return {
    left: bounds.left / after.width,
    top: bounds.top / after.height,
    right: bounds.right / after.width,
    bottom: bounds.bottom / after.height,
  }
}

/** D23: a note that may be there may not lie over what was signed. */
function hidesUnder(notes: PageBox[], before: Pixels, after: Pixels): boolean {
  if (notes.length === 0) return false
  const areas = notes.map((box) => areaOf(box, after))
  return comparePictures(before, after, areas).hidden.includes(true)
}

/** The place of a field that was there already is what its signer agreed to; an added one may lie over anything. */
function isAdded({ kind }: Fact): boolean {
  return kind === 'signature-field-added-visible' || kind === 'empty-signature-field-added-visible'
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
