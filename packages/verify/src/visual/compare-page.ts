import type { DocumentModel } from '@moqi/pdf/graph/document-model'
import { pageSizePoints } from '@moqi/pdf/graph/place-on-page'
import type { Pixels } from '@moqi/pdf/images/png'
import type { ChangedPage, Renderer } from '@moqi/pdf/page-image/render-page'
import type { PageCharacter } from '@moqi/pdf/text-search/page-characters'
import { type Reason, reason } from '../reasons/reasons.ts'
import { comparePictures, type PixelArea } from './compare-pictures.ts'
import type { DrawingWork } from './drawing-work.ts'
import { findHidden, type SignedEnd } from './find-hidden.ts'
import { glyphsAround, isJudgedByGlyphs } from './glyphs-around.ts'
import { judgeGlyphs } from './judge-glyphs.ts'
import { areaOf, boxViews, type PageView, partsOf } from './page-views.ts'
import type { TouchedBox, TouchedPage } from './touched-pages.ts'

/** What is drawn, with what, and what was told so far. */
export interface Run {
  renderer: Renderer
  ends: [SignedEnd, ...SignedEnd[]]
  current: Buffer
  model: DocumentModel | undefined
  work: DrawingWork
  reasons: Reason[]
  isProven: boolean
  /** What pages of a file say that were asked for, by page. */
  read: Map<Buffer, Map<number, Promise<readonly PageCharacter[]>>>
  /** Looks of which something was told. */
  suspects: Set<TouchedBox>
}

/** How a page came out. */
interface Compared {
  /** Where it differs although it may not, in parts of its width and height; undefined when nowhere. */
  area: ChangedPage['area'] | undefined
  /** Its height by its width. */
  ratio: number
}

interface Size {
  width: number
  height: number
}

/** 144 dots an inch, which PDFium's widest page still allows. */
const dotsPerPoint = 2
const usualWidth = 1190
/** A page of a few points is shown larger by every reader. */
const narrowest = 300
const widest = 2400
const tallest = 4800

const wholePage = { left: 0, top: 0, right: 1, bottom: 1 }

/** Size of a page in pixels at the usual scale, however large that is. */
function fullSize(model: DocumentModel | undefined, page: number): Size {
  const dict = model?.pages[page - 1]?.dict
  if (!model || !dict) return { width: usualWidth, height: usualWidth }
  const { width, height } = pageSizePoints(model, dict)
  const full = Math.max(narrowest, Math.round(width * dotsPerPoint))
  return { width: full, height: Math.max(1, Math.round((full * height) / width)) }
}

/**
 * Compares a page as first signed and as it is, and adds the reasons: the whole of it, or only the boxes of fields
 * where nothing else of it can have changed.
 */
export async function comparePage(run: Run, touched: TouchedPage): Promise<Compared> {
  const full = fullSize(run.model, touched.page)
  const views = touched.isConfined && full.width <= widest ? boxViews(full, touched.boxes) : undefined
  return views ? compareBoxes(run, touched, { full, views }) : compareWhole(run, touched, full)
}

async function compareBoxes(
  run: Run,
  touched: TouchedPage,
  { full, views }: { full: Size; views: { view: PageView; boxes: TouchedBox[] }[] },
): Promise<Compared> {
  const compared: Compared = { area: undefined, ratio: full.height / full.width }
  for (const { view, boxes } of views) {
    const before = await drawInTime(run, touched, view, { bytes: run.ends[0].bytes })
    const after = before && (await drawInTime(run, touched, view, { bytes: run.current }))
    if (!after) return compared
    const own = { ...touched, boxes }
    await compareView(run, own, view, { before, after, neighbours: touched.boxes })
    if (!run.isProven) await lookCloser(run, own, { view, full, before, after })
    const bounds = differenceOf(run, touched, view, { before, after })
    compared.area ??= bounds && inParts(bounds, view, full)
  }
  return compared
}

async function compareWhole(run: Run, touched: TouchedPage, full: Size): Promise<Compared> {
  const pair = await drawWhole(run, touched, full)
  if (!('after' in pair)) return { area: pair.isGone ? wholePage : undefined, ratio: full.height / full.width }
  const { after } = pair
  const view = { width: after.width }
  if (after.width >= full.width) await compareView(run, touched, view, pair)
  else await compareParts(run, touched, full)
  if (!run.isProven) await lookCloser(run, touched, { view, full: after, ...pair })
  const bounds = differenceOf(run, touched, view, pair)
  return { area: bounds && inParts(bounds, view, after), ratio: after.height / after.width }
}

/** The whole page as first signed and as it is; where one cannot be had, which is told, whether it was there. */
async function drawWhole(
  run: Run,
  touched: TouchedPage,
  full: Size,
): Promise<{ before: Pixels; after: Pixels } | { isGone: boolean }> {
  const { page } = touched
  const width = Math.min(widest, full.width)
  const pixels = width * Math.min(tallest, (full.height * width) / full.width)
  if (!run.work.take(page, pixels) || !run.work.take(page, pixels)) {
    tellUnseen(run, touched)
    return { isGone: false }
  }
  const before = await orNull(run.renderer.draw(run.ends[0].bytes, page, width))
  const after = await orNull(run.renderer.draw(run.current, page, width))
  if (before && after) return { before, after }
  // Of a file that cannot be read nobody knows how many pages it has, but one it has.
  if (before || after || page <= (run.model?.pages.length ?? 1)) tellUnseen(run, touched)
  return { isGone: before !== null }
}

/** Where pictures differ outside the boxes that may look different, which is told. */
function differenceOf(
  run: Run,
  { page, boxes, anywhere }: TouchedPage,
  view: PageView,
  { before, after }: { before: Pixels; after: Pixels },
): PixelArea | undefined {
  const { bounds } = comparePictures(
    before,
    after,
    boxes.map((box) => areaOf(box, view)),
  )
  if (bounds && !anywhere) tell(run, reason('visual-change-outside-fields', { detail: `第${page}页` }))
  return bounds
}

function inParts({ left, top, right, bottom }: PixelArea, { part }: PageView, full: Size): ChangedPage['area'] {
  const [x, y] = [part?.left ?? 0, part?.top ?? 0]
  return {
    left: (left + x) / full.width,
    top: (top + y) / full.height,
    right: (right + x) / full.width,
    bottom: (bottom + y) / full.height,
  }
}

function lookCloser(
  run: Run,
  touched: TouchedPage,
  { view, full, ...pictures }: { view: PageView; full: Size; before: Pixels; after: Pixels },
): Promise<void> {
  return judgeGlyphs({
    ...pictures,
    touched,
    view,
    ratio: full.height / full.width,
    ends: run.ends,
    current: run.current,
    draw: (bytes, closer, without = []) => drawInTime(run, touched, closer, { bytes, without }),
    charactersOf: (bytes) => charactersOf(run, touched, bytes),
    tell: (one, box) => tell(run, one, box),
  })
}

/** What is written on a page too large for one picture can be read only in its parts. */
async function compareParts(run: Run, touched: TouchedPage, full: Size): Promise<void> {
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
  { neighbours = touched.boxes, ...pictures }: { before: Pixels; after: Pixels; neighbours?: TouchedBox[] },
): Promise<void> {
  return findHidden({
    ...pictures,
    touched,
    neighbours,
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
  { width, part }: PageView,
  { bytes, without = [] }: { bytes: Buffer; without?: number[] },
): Promise<Pixels | undefined> {
  const full = fullSize(run.model, touched.page)
  const pixels = part ? part.width * part.height : (width * width * full.height) / full.width
  const isLeft = run.work.take(touched.page, pixels)
  const drawn = isLeft
    ? await orNull(run.renderer.draw(bytes, touched.page, width, { without, ...(part && { part }) }))
    : null
  if (!drawn) tellUnseen(run, touched)
  return drawn ?? undefined
}

/** E9: where an appearance may hide something, a page that was not drawn leaves the question open. */
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
