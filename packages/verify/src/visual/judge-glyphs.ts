import type { Pixels } from '@moqi/pdf/images/png'
import type { PageCharacter } from '@moqi/pdf/text-search/page-characters'
import { factText } from '../diff/facts.ts'
import { type Reason, reason } from '../reasons/reasons.ts'
import { ownPlaces, type SignedEnd } from './find-hidden.ts'
import { around, type Glyph, glyphsAround, isJudgedByGlyphs } from './glyphs-around.ts'
import { newMarkBeside } from './in-line.ts'
import { apart, inkOf, type Mark, marksOf } from './legible.ts'
import { areaOf, cropped, meet, type PageView } from './page-views.ts'
import { runningRules } from './running-rules.ts'
import type { TouchedBox, TouchedPage } from './touched-pages.ts'

/** What a page is judged by: its pictures at the usual scale, and means to look closer. */
export interface GlyphSight {
  touched: TouchedPage
  /** Pixels to a point of the pictures, and the page as first signed and as it is. */
  view: PageView
  /** The page's height by its width. */
  ratio: number
  before: Pixels
  after: Pixels
  ends: [SignedEnd, ...SignedEnd[]]
  current: Buffer
  /** Draws a part of the page; undefined, and told, when it cannot. */
  draw: (bytes: Buffer, view: PageView, without?: number[]) => Promise<Pixels | undefined>
  charactersOf: (bytes: Buffer) => Promise<readonly PageCharacter[]>
  tell: (reason: Reason, box: TouchedBox) => void
}

const pointsPerMillimetre = 72 / 25.4
/** Pixels to a point: the strokes of print of 8 points are two or three wide. */
const closest = 4
const [widest, tallest] = [2400, 4800]
/** A picture has no more pixels: large looks are seen from further away. */
const mostPixels = 2_500_000

/** Of a glyph's ink, so much that became like the ground leaves it doubtful, or gone. */
const doubtful = 0.12
const hidden = 0.25
/** Of a glyph's ink, so much that cannot be told from its surroundings makes it unreadable. */
const unreadable = 0.6
/** A mark that is no glyph counts from this size in square points, which a decimal point of 8 points has. */
const smallestMark = 0.3
/** Where so many glyphs are unreadable, and most of those under the look, they were covered, and no seal was set. */
const coveredGlyphs = 3
const coveredPart = 0.5

/** What stands for nothing by itself: leaders to write on. */
const leader = /^[._\-–—…·‥＿]$/
/** A look lets glyphs show when so much of the ink that it was laid on can still be told. */
const lettingShow = 0.5

/**
 * E6 to E8: every glyph that can be read under the look of a later signature could be read when it was signed, and the
 * other way round; nothing new stands in its line as if it belonged there.
 */
export async function judgeGlyphs(sight: GlyphSight): Promise<void> {
  for (const box of sight.touched.boxes.filter(isJudgedByGlyphs)) {
    const end = sight.ends.findLast(({ revision }) => revision < box.fact.revision) ?? sight.ends[0]
    const characters = glyphsAround(await sight.charactersOf(end.bytes), box)
    if (!needsLook(sight, box, characters)) continue
    await judgeBox(sight, box, end, characters)
  }
}

/** Most looks stand on blank paper, far from any words: one glance at the usual scale tells. */
function needsLook({ view, before, after }: GlyphSight, box: TouchedBox, glyphs: readonly Glyph[]): boolean {
  const area = areaOf(box, view)
  if (glyphs.some((glyph) => meet(areaOf({ ...box, box: glyph.box }, view, around / 2), area))) return true
  const [old, now] = [cropped(before, area), cropped(after, area)]
  if (!old || !now) return false
  const { contrast } = inkOf(old, 2)
  return contrast.some(
    (was, pixel) => was > 0 && apart(now.data, pixel, [...old.data.subarray(pixel * 4, pixel * 4 + 3)]) > 0,
  )
}

/** A view of a box with what is around it, as close as a picture may be. */
function closeView(box: TouchedBox, { width: fullWidth, ratio }: { width: number; ratio: number }) {
  const size = {
    width: box.box.width * pointsPerMillimetre + 2 * around,
    height: box.box.height * pointsPerMillimetre + 2 * around,
  }
  const within = Math.sqrt(mostPixels / (size.width * size.height))
  // Edges are rounded outwards, by a pixel on each side.
  const scale = Math.min(closest, (widest - 2) / size.width, (tallest - 2) / size.height, within)
  const width = Math.round(fullWidth * scale)
  const height = Math.round(width * ratio)
  const whole = { left: 0, top: 0, right: width, bottom: height }
  const area = areaOf(box, { width }, around)
  const left = Math.max(whole.left, Math.floor(area.left))
  const top = Math.max(whole.top, Math.floor(area.top))
  const part = {
    left,
    top,
    width: Math.min(width, Math.ceil(area.right)) - left,
    height: Math.min(height, Math.ceil(area.bottom)) - top,
  }
  return { scale, view: { width, part }, isEmpty: part.width < 2 || part.height < 2 }
}

async function judgeBox(sight: GlyphSight, box: TouchedBox, end: SignedEnd, glyphs: Glyph[]): Promise<void> {
  const { draw, tell, ratio, current } = sight
  const size = { width: box.pageWidth * pointsPerMillimetre, ratio }
  const { scale, view, isEmpty } = closeView(box, size)
  if (isEmpty) return
  const signed = await draw(end.bytes, view)
  const now = signed && (await draw(current, view))
  if (!now) return
  const own = ownPlaces(end.model, box.page)(box)
  const below = own.length === 0 ? signed : await draw(end.bytes, view, own)
  if (!below) return
  const old = withoutOwn(signed, below, now)
  const areas = glyphs.map((glyph) => areaOf({ ...box, box: glyph.box }, view, 0.3))
  const marks = marksOf({ before: old, after: now, scale }, areas, ({ width, contrast }) => {
    const isInk = (pixel: number) => (contrast[pixel] ?? 0) > 0
    return runningRules({ width, height: old.height, isInk, scale }, areaOf(box, view), areas)
  })
  const text = (found: readonly string[]) => `第${box.page}页${found.length > 0 ? `“${found.join('')}”` : ''}`
  const told = `${factText(box.fact)}，`
  const read = readMarks(marks, glyphs, { scale, isSetAside: box.place === 'set aside' })
  if (read.hidden) tell(reason('signature-appearance-hides-content', { detail: `${told}${text(read.hidden)}` }), box)
  if (read.unreadable) {
    const severity = read.isCovered ? 'invalid' : 'indeterminate'
    tell(reason('text-made-unreadable', { severity, detail: `${told}${text(read.unreadable)}` }), box)
  }
  if (box.place === 'set aside') return
  const beside = newMarkBeside(
    { before: old, after: now, scale },
    glyphs.map(({ text: one }, index) => ({ text: one, area: areas[index] })),
  )
  if (beside !== undefined) tell(reason('appearance-in-line', { detail: `${told}${text([beside])}` }), box)
}

/** What the look of the same field showed or covered before is no part of what others saw: it counts as unchanged. */
function withoutOwn(signed: Pixels, below: Pixels, now: Pixels): Pixels {
  if (signed === below) return signed
  const data = signed.data.slice()
  for (let from = 0; from < data.length; from += 4) {
    const isOwn = [0, 1, 2].some((channel) => signed.data[from + channel] !== below.data[from + channel])
    if (isOwn) data.set(now.data.subarray(from, from + 4), from)
  }
  return { ...signed, data }
}

interface Read {
  /** Glyphs that are gone, and those that cannot be read any more; undefined when there are none. */
  hidden: string[] | undefined
  unreadable: string[] | undefined
  isCovered: boolean
}

/** What became of marks: those of `glyphs` come first, each in its place. */
function readMarks(marks: Mark[], glyphs: readonly Glyph[], how: { scale: number; isSetAside: boolean }): Read {
  const known = marks.slice(0, glyphs.length).flatMap((mark, index) => {
    const glyph = glyphs[index]
    const counts = glyph && mark.ink >= 2 && !(how.isSetAside && leader.test(glyph.text))
    return counts ? [{ mark, glyph }] : []
  })
  const gone = known.filter(({ mark: { ink, lost }, glyph }) => lost >= ink * hidden && !glyph.role.isOpen)
  const letsShow = isLettingShow(known.map(({ mark }) => mark))
  const dim = known.filter(
    (one) => !gone.includes(one) && isUnreadable(one.mark, one.glyph.role.isExpected && !letsShow),
  )
  const looked = known.filter(({ mark: { lost, merged } }) => lost + merged > 0).length
  const covered = dim.filter(({ glyph }) => !glyph.role.isOpen).length
  const smallest = smallestMark * how.scale * how.scale
  const others = how.isSetAside
    ? []
    : marks.slice(glyphs.length).filter(({ ink, lost }) => ink >= smallest && lost >= Math.max(smallest, ink * hidden))
  const textOf = (some: typeof known) => some.map(({ glyph }) => glyph.text)
  return {
    hidden: gone.length + others.length > 0 ? textOf(gone) : undefined,
    unreadable: dim.length > 0 ? textOf(dim) : undefined,
    isCovered: covered >= coveredGlyphs && covered >= looked * coveredPart,
  }
}

/** What a seal's ink may lie on is unreadable only where it was erased. */
function isUnreadable({ ink, lost, merged }: Mark, isExpected: boolean): boolean {
  return lost >= ink * doubtful || (lost + merged >= ink * unreadable && !isExpected)
}

/** Whether the look lets glyphs show that it lies on: then none vanishes in its ink by itself. */
function isLettingShow(marks: readonly Mark[]): boolean {
  const sum = (key: 'shown' | 'merged') => marks.reduce((total, mark) => total + mark[key], 0)
  return sum('shown') > (sum('shown') + sum('merged')) * lettingShow
}
