import type { Pixels } from '@moqi/pdf/images/png'
import type { Fact } from '../diff/facts.ts'
import type { DocumentModel } from '@moqi/pdf/graph/document-model'
import type { FormattedSignature } from '../signature/judge-format.ts'
import { type Limits, threadMs } from '@moqi/pdf/limits'
import { pageSizePoints } from '@moqi/pdf/graph/place-on-page'
import type { Reading } from '../structure/read-document.ts'
import { type Reason, reason } from '../reasons/reasons.ts'
import { type ChangedPlace, drawPlaces, placeOfLook } from './changed-pictures.ts'
import { comparePictures } from './compare-pictures.ts'
import { findHidden, type SignedEnd } from './find-hidden.ts'
import { glyphsAround, isJudgedByGlyphs } from './glyphs-around.ts'
import { judgeGlyphs } from './judge-glyphs.ts'
import { areaOf, type PageView, partsOf } from './page-views.ts'
import type { PageCharacter } from '@moqi/pdf/text-search/page-characters'
import type { ChangedPage, Renderer } from '@moqi/pdf/page-image/render-page'
import { everyPage, type TouchedBox, type TouchedPage, touchedPages } from './touched-pages.ts'

/** What is compared: the file as read, its signatures, the facts, and how much may be drawn. */
export interface VisualEvidence {
  reading: Reading
  formatted: FormattedSignature[]
  facts: Fact[]
  /** The strict profile of our own documents accounts for every change: what their fields show, all had agreed on. */
  isProven: boolean
  limits: Limits
  /** How many changed places are wanted as pictures, and whether of looks that hide nothing as well. */
  pictures: number
  everyLook: boolean
}

/** 144 dots an inch, which PDFium's widest page still allows. */
const dotsPerPoint = 2
const usualWidth = 1190
/** A page of a few points is shown larger by every reader. */
const narrowest = 300
const widest = 2400

/**
 * V1, V2: draws the first signed revision and the file as it is, on every page that a later change touches, and
 * compares what they show. Never makes anything valid. What cannot be drawn is told as `visual-partial`.
 */
export async function judgeVisually(
  bytes: Buffer,
  renderer: Renderer,
  evidence: VisualEvidence,
): Promise<{ reasons: Reason[]; changedPages: ChangedPage[] }> {
  const [first, ...others] = signedEnds(bytes, evidence)
  if (!first) return { reasons: [], changedPages: [] }
  const run: Run = {
    renderer,
    ends: [first, ...others],
    until: threadMs() + evidence.limits.milliseconds,
    current: bytes,
    model: evidence.reading.models.findLast((one) => one !== undefined),
    reasons: [],
    isProven: evidence.isProven,
    read: new Map(),
    suspects: new Set(),
  }
  const pages = pagesToCompare(evidence, first.revision, bytes.length)
  // Shown beside the present: what the last signer saw, for the seals of earlier parties belong to both.
  const shown = run.ends.at(-1)?.bytes ?? bytes
  const changed: ChangedPlace[] = []
  const { drawnPages, drawing } = evidence.limits
  const unhurried = threadMs() + drawing
  for (const [index, touched] of pages.entries()) {
    if (threadMs() > (index < drawnPages ? run.until : unhurried)) {
      for (const unseen of pages.slice(index)) tellUnseen(run, unseen)
      break
    }
    const { area, ratio } = await comparePage(run, touched)
    if (area) changed.push({ page: touched.page, area, before: shown })
    const looks = touched.boxes.filter((box) => evidence.everyLook || run.suspects.has(box))
    changed.push(...looks.map((box) => placeOfLook(box, ratio, run.ends)))
  }
  const wanted = { current: bytes, places: changed, most: evidence.pictures }
  const changedPages = await drawPlaces(renderer, wanted)
  return { reasons: run.reasons, changedPages }
}

/** Where intact signatures end before the end of the file, the earliest first. */
function signedEnds(bytes: Buffer, { formatted, reading }: VisualEvidence): SignedEnd[] {
  return formatted
    .filter(({ integrity, kind }) => integrity === 'intact' && kind !== 'timestamp')
    .flatMap(({ coverage: { range, revision = -1 } }) =>
      range ? [{ bytes: bytes.subarray(0, range.end), revision, model: reading.models[revision] }] : [],
    )
    .filter(({ bytes: { length } }) => bytes.subarray(length).some((byte) => byte !== 0x0a && byte !== 0x0d))
    .toSorted((one, other) => one.bytes.length - other.bytes.length)
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

/** Size of a page in pixels at the usual scale, however large that is. */
function fullSize(model: DocumentModel | undefined, page: number): { width: number; height: number } {
  const dict = model?.pages[page - 1]?.dict
  if (!model || !dict) return { width: usualWidth, height: usualWidth }
  const { width, height } = pageSizePoints(model, dict)
  const full = Math.max(narrowest, Math.round(width * dotsPerPoint))
  return { width: full, height: Math.max(1, Math.round((full * height) / width)) }
}

interface Run {
  renderer: Renderer
  ends: [SignedEnd, ...SignedEnd[]]
  current: Buffer
  model: DocumentModel | undefined
  /** When nothing more is drawn, by `threadMs`. */
  until: number
  reasons: Reason[]
  isProven: boolean
  /** What pages of a file say that were asked for, by page. */
  read: Map<Buffer, Map<number, Promise<readonly PageCharacter[]>>>
  /** Looks of which something was told. */
  suspects: Set<TouchedBox>
}

const wholePage = { left: 0, top: 0, right: 1, bottom: 1 }

/** How a page came out. */
interface Compared {
  /** Where it differs although it may not; undefined when nowhere. */
  area: ChangedPage['area'] | undefined
  /** Its height by its width. */
  ratio: number
}

/** Adds the reasons. */
async function comparePage(run: Run, touched: TouchedPage): Promise<Compared> {
  const { page } = touched
  const full = fullSize(run.model, page)
  const width = Math.min(widest, full.width)
  const before = await orNull(run.renderer.draw(run.ends[0].bytes, page, width))
  const after = await orNull(run.renderer.draw(run.current, page, width))
  if (!before || !after) {
    // Of a file that cannot be read nobody knows how many pages it has, but one it has.
    if (before || after || page <= (run.model?.pages.length ?? 1)) tellUnseen(run, touched)
    return { area: before ? wholePage : undefined, ratio: full.height / full.width }
  }
  if (after.width >= full.width) await compareView(run, touched, { width: after.width }, { before, after })
  else await compareParts(run, touched, full)
  if (!run.isProven) await lookCloser(run, touched, { before, after })
  return { area: changedArea(run, touched, { before, after }), ratio: after.height / after.width }
}

function changedArea(
  run: Run,
  { page, boxes, anywhere }: TouchedPage,
  { before, after }: { before: Pixels; after: Pixels },
): ChangedPage['area'] | undefined {
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

function lookCloser(run: Run, touched: TouchedPage, pictures: { before: Pixels; after: Pixels }): Promise<void> {
  return judgeGlyphs({
    ...pictures,
    touched,
    view: { width: pictures.after.width },
    ends: run.ends,
    current: run.current,
    draw: (bytes, view, without = []) => drawInTime(run, touched, view, { bytes, without }),
    charactersOf: (bytes) => charactersOf(run, touched, bytes),
    tell: (one, box) => tell(run, one, box),
  })
}

/** What is written on a page too large for one picture can be read only in its parts. */
async function compareParts(run: Run, touched: TouchedPage, full: { width: number; height: number }): Promise<void> {
  const views = partsOf(full, touched.anywhere ? undefined : touched.boxes)
  if (!views) tellUnseen(run, touched)
  for (const view of views ?? []) {
    const before = await drawInTime(run, touched, view, { bytes: run.ends[0].bytes })
    const after = before && (await drawInTime(run, touched, view, { bytes: run.current }))
    if (!after) return
    await compareView(run, touched, view, { before, after })
  }
}

function compareView(
  run: Run,
  touched: TouchedPage,
  view: PageView,
  pictures: { before: Pixels; after: Pixels },
): Promise<void> {
  return findHidden({
    ...pictures,
    touched,
    view,
    ends: run.ends,
    draw: (bytes, without = []) => drawInTime(run, touched, view, { bytes, without }),
    tell: (one, box) => tell(run, one, box),
    glyphsUnder: async (bytes, box) =>
      run.isProven || !isJudgedByGlyphs(box) ? undefined : glyphsAround(await charactersOf(run, touched, bytes), box),
  })
}

function charactersOf(run: Run, { page }: TouchedPage, bytes: Buffer): Promise<readonly PageCharacter[]> {
  const pages = run.read.get(bytes) ?? new Map<number, Promise<readonly PageCharacter[]>>()
  run.read.set(bytes, pages)
  const known = pages.get(page) ?? run.renderer.characters(bytes, page).catch(() => [])
  pages.set(page, known)
  return known
}

async function drawInTime(
  run: Run,
  touched: TouchedPage,
  { width, ...part }: PageView,
  { bytes, without = [] }: { bytes: Buffer; without?: number[] },
): Promise<Pixels | undefined> {
  if (threadMs() > run.until) {
    tell(run, reason('visual-partial', { detail: `第${touched.page}页` }))
    return undefined
  }
  const drawn = await orNull(run.renderer.draw(bytes, touched.page, width, { without, ...part }))
  if (!drawn) tellUnseen(run, touched)
  return drawn ?? undefined
}

/** Where an appearance may hide something, a page that cannot be drawn leaves the question open. */
function tellUnseen(run: Run, { page, boxes, anywhere }: TouchedPage): void {
  const severity = !run.isProven && (boxes.length > 0 || anywhere) ? 'indeterminate' : 'info'
  tell(run, reason('visual-partial', { detail: `第${page}页`, severity }))
}

function tell({ reasons, suspects }: Run, one: Reason, box?: TouchedBox): void {
  if (box) suspects.add(box)
  const isTold = reasons.some(
    ({ code, detail, severity }) => code === one.code && detail === one.detail && severity === one.severity,
  )
  if (!isTold) reasons.push(one)
}

/** Null when the page cannot be drawn, whatever the reason: a damaged file, a page too many, a worker lost. */
async function orNull<T>(drawing: Promise<T>): Promise<T | null> {
  try {
    return await drawing
  } catch {
    return null
  }
}
