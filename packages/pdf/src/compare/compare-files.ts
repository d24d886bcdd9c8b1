import type { Renderer } from '../page-image/render-page.ts'
import { TextSearchRefusal } from '../text-search/find-text.ts'
import { compareInk, drawnTolerance, scannedTolerance } from './compare-ink.ts'
import { type ComparedText, compareText } from './compare-text.ts'
import {
  type CompareLimits,
  CompareRefusal,
  CompareWork,
  compareLimits,
  type Comparison,
  type ComparisonNote,
  type Difference,
  type Place,
} from './comparison.ts'
import { maskedAreas } from './masked-areas.ts'
import { type ReadPage, readPages } from './read-pages.ts'

/** Pixels across a page as it is compared: some 100 dots an inch of A4. */
const width = 840

interface Options {
  renderer: Pick<Renderer, 'draw'>
  limits?: CompareLimits
}

/** Pages (from 0) of which something is to be noted. */
interface Noted {
  kind: ComparisonNote['kind']
  one: number | null
  other: number | null
}

interface Compared {
  pairs: ComparedText['pairs']
  differences: Difference[]
  notes: Noted[]
}

/**
 * How two PDFs differ, by text and by picture. Comparing them the other way round says the same the other way round.
 * Throws CompareRefusal. Nothing of what is in the files is an error.
 */
export async function compareFiles(
  before: Buffer,
  after: Buffer,
  { renderer, limits = compareLimits }: Options,
): Promise<Comparison> {
  const [ones, others] = [await readSide(before, 'before', limits), await readSide(after, 'after', limits)]
  if (before.equals(after)) return told({ pairs: samePages(ones), differences: [], notes: [] }, ones, others, limits)
  // Of several shortest ways from one text to another the same one is found whichever comes first.
  const isTurned = isAfter(ones, others)
  const compare = (first: Side, second: Side) => comparePages(first, second, { renderer, limits })
  const [one, other] = [
    { bytes: before, pages: ones },
    { bytes: after, pages: others },
  ]
  const compared = isTurned ? turned(await compare(other, one)) : await compare(one, other)
  return told(compared, ones, others, limits)
}

const samePages = (pages: readonly ReadPage[]) => pages.map((_, page) => ({ one: page, other: page }))

interface Side {
  bytes: Buffer
  pages: ReadPage[]
}

async function readSide(bytes: Buffer, side: 'before' | 'after', limits: CompareLimits): Promise<ReadPage[]> {
  const megabytes = limits.bytes / 1024 / 1024
  if (bytes.length > limits.bytes) throw new CompareRefusal('too-large', side, `文件超过${megabytes}MB，无法对比`)
  if (!bytes.subarray(0, 1024).includes('%PDF-')) throw new CompareRefusal('unreadable', side, '不是PDF文件，请选择PDF')
  try {
    const pages = await readPages(bytes, limits)
    if (pages && pages.length > 0) return pages
    if (pages) throw new CompareRefusal('unreadable', side, '文件中没有页面，无法对比')
  } catch (error) {
    if (!(error instanceof TextSearchRefusal)) throw error
    if (error.isLocked) throw new CompareRefusal('password', side, '文件需要密码才能打开，请另存为不加密的PDF后再对比')
    throw new CompareRefusal('unreadable', side, '文件已损坏或无法解析')
  }
  const { pages, characters } = limits
  throw new CompareRefusal('too-complex', side, `文件超过${pages}页或${characters / 10_000}万字，请拆分后再对比`)
}

const textOf = (pages: readonly ReadPage[]) =>
  pages.map(({ units }) => units.map(({ text }) => text).join('')).join('\f')
const isAfter = (ones: readonly ReadPage[], others: readonly ReadPage[]) => textOf(ones) > textOf(others)

function turned({ pairs, differences, notes }: Compared): Compared {
  const kinds: Partial<Record<Difference['kind'], Difference['kind']>> = {
    'page-added': 'page-removed',
    'page-removed': 'page-added',
  }
  return {
    pairs: pairs.map(({ one, other }) => ({ one: other, other: one })),
    differences: differences.map(({ kind, before, after }) => ({
      kind: kinds[kind] ?? kind,
      before: after,
      after: before,
    })),
    notes: notes.map(({ kind, one, other }) => ({ kind: turnedNote(kind), one: other, other: one })),
  }
}

const turnedNote = (kind: Noted['kind']): Noted['kind'] =>
  kind === 'scan-before' ? 'scan-after' : kind === 'scan-after' ? 'scan-before' : kind

async function comparePages(one: Side, other: Side, { renderer, limits }: Required<Options>): Promise<Compared> {
  const text = compareText(one.pages, other.pages, new CompareWork(limits.steps))
  const masksOf = maskedAreas(text, one.pages, other.pages)
  const work = new CompareWork(limits.pixels)
  const differences = [...text.differences]
  const notes: Noted[] = text.coarse.map((pages) => ({ kind: 'coarse', ...pages }))
  for (const pair of text.pairs) {
    if (pair.one === null || pair.other === null) continue
    const pages = { page: pair.one, page2: pair.other }
    const scans = scansOf(one.pages[pages.page], other.pages[pages.page2])
    const masks = masksOf(pages.page, pages.page2)
    const isScan = scans.length > 0
    const areas = await inkOf({ one, other, ...pages, renderer, work, isScan, masked: masks.areas })
    if (areas === 'blank') continue
    notes.push(...scans.map((kind) => ({ kind, ...pair })))
    if (areas === null) notes.push({ kind: 'undrawn', ...pair })
    else if (masks.isShifted) notes.push({ kind: 'shifted', ...pair })
    if (!areas || areas.length === 0) continue
    const [before, after] = [pictured(pages.page, areas), pictured(pages.page2, areas)]
    differences.push({ kind: 'picture', before, after })
  }
  return { pairs: text.pairs, differences, notes }
}

const scansOf = (page: ReadPage | undefined, page2: ReadPage | undefined) => [
  ...(hasText(page) ? [] : ['scan-before' as const]),
  ...(hasText(page2) ? [] : ['scan-after' as const]),
]

const hasText = (page: ReadPage | undefined) => (page?.units.length ?? 0) > 0

const pictured = (page: number, areas: Place['areas'][number]['area'][]): Place => ({
  page: page + 1,
  areas: areas.map((area) => ({ page: page + 1, area })),
  text: '',
  lead: '',
  trail: '',
})

/** Where two pages look different; null when they are not to be drawn, `blank` when neither shows anything. */
async function inkOf(pair: {
  one: Side
  other: Side
  page: number
  page2: number
  renderer: Options['renderer']
  work: CompareWork
  isScan: boolean
  masked: Place['areas'][number]['area'][]
}): Promise<Place['areas'][number]['area'][] | null | 'blank'> {
  const { one, other, page, page2, renderer, work, isScan, masked } = pair
  const pixels = width * width * (ratioOf(one.pages[page]) + ratioOf(other.pages[page2]))
  if (!work.take(pixels)) return null
  try {
    const first = await renderer.draw(one.bytes, page + 1, width)
    const second = await renderer.draw(other.bytes, page2 + 1, width)
    if (first.width !== second.width) return [{ left: 0, top: 0, right: 1, bottom: 1 }]
    if (isScan && isBlank(first.data) && isBlank(second.data)) return 'blank'
    const tolerance = isScan ? scannedTolerance : drawnTolerance
    return compareInk(first, second, { tolerance, masked })
  } catch {
    return null
  }
}

const ratioOf = (read: ReadPage | undefined) => (read && read.width > 0 ? read.height / read.width : 1)
const isBlank = (data: Uint8Array) => data.every((value, at) => at % 4 === 3 || value === 255)

const pageOf = ({ before, after }: Difference) => after?.page ?? before?.page ?? 0
const topOf = ({ before, after }: Difference) => (after ?? before)?.areas[0]?.area.top ?? 0
const fromOne = (page: number | null) => (page === null ? null : page + 1)

/** In reading order, and no more than anybody reads. */
function told(
  { pairs, differences, notes }: Compared,
  ones: readonly ReadPage[],
  others: readonly ReadPage[],
  limits: CompareLimits,
): Comparison {
  const sorted = differences.toSorted((a, b) => pageOf(a) - pageOf(b) || topOf(a) - topOf(b))
  const byKind = Map.groupBy(notes, ({ kind }) => kind)
  const more: ComparisonNote[] = sorted.length > limits.differences ? [{ kind: 'more', pages: [] }] : []
  return {
    before: { pages: ones.map(sizeOf) },
    after: { pages: others.map(sizeOf) },
    pairs: pairs
      .map(({ one, other }) => ({ before: fromOne(one), after: fromOne(other) }))
      .toSorted((a, b) => (a.after ?? a.before ?? 0) - (b.after ?? b.before ?? 0)),
    differences: sorted.slice(0, limits.differences),
    notes: [
      ...[...byKind].map(([kind, of]) => ({
        kind,
        pages: [...new Set(of.map((note) => notedPage(note) + 1))].toSorted((a, b) => a - b),
      })),
      ...more,
    ],
  }
}

/** The page of the file after, and of what is only in the one before, its own. */
const notedPage = ({ kind, one, other }: Noted) => (kind === 'scan-before' ? (one ?? 0) : (other ?? one ?? 0))

const sizeOf = ({ width: across, height }: ReadPage) => ({ width: across, height })
