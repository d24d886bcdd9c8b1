import type { ComparedText } from './compare-text.ts'
import type { Difference, PageArea } from './comparison.ts'
import { areaOn } from './places.ts'
import type { PageUnit, ReadPage } from './read-pages.ts'

/** What of a pair of pages is not compared by picture. */
export interface Masks {
  areas: PageArea[]
  /** Whether text has moved there, so that it is not known what else did. */
  isShifted: boolean
}

/** Text that stands as far elsewhere, in parts of the page, has moved: half a millimetre of A4. */
const shift = 0.0024
/** Around text that was told of, and moved lines: a millimetre of A4. */
const margin = 0.0048

/**
 * What the pictures of paired pages (from 0) need not tell: text that was told of, and the lines whose text has moved.
 */
export function maskedAreas(
  { same, differences, numbers }: Pick<ComparedText, 'same' | 'differences' | 'numbers'>,
  ones: readonly ReadPage[],
  others: readonly ReadPage[],
): (one: number, other: number) => Masks {
  const told = differences.filter(({ kind }) => kind === 'text')
  const ofOnes = Map.groupBy(same, ({ one }) => one.page)
  const ofOthers = Map.groupBy(same, ({ other }) => other.page)
  return (one, other) => {
    const lines: PageArea[] = []
    const add = (page: ReadPage | undefined, { box }: PageUnit) => {
      const { top, bottom } = areaOn(page, box)
      lines.push({ left: 0, right: 1, top: top - margin, bottom: bottom + margin })
    }
    for (const pair of ofOnes.get(one) ?? []) {
      if (pair.other.page === other && isInPlace(pair, ones[one], others[other])) continue
      add(ones[one], pair.one)
      if (pair.other.page === other) add(others[other], pair.other)
    }
    for (const pair of ofOthers.get(other) ?? []) if (pair.one.page !== one) add(others[other], pair.other)
    const numbered = [
      ...numbers.ones.filter(({ page }) => page === one).map(({ box }) => areaOn(ones[one], box)),
      ...numbers.others.filter(({ page }) => page === other).map(({ box }) => areaOn(others[other], box)),
    ]
    return {
      areas: [
        ...numbered.map(wider),
        ...told.flatMap((difference) => toldOn(difference, one, other)),
        ...merged(lines),
      ],
      isShifted: lines.length > 0,
    }
  }
}

function isInPlace(
  { one, other }: ComparedText['same'][number],
  page: ReadPage | undefined,
  page2: ReadPage | undefined,
): boolean {
  const [area, area2] = [areaOn(page, one.box), areaOn(page2, other.box)]
  return Math.abs(area.left - area2.left) < shift && Math.abs(area.top - area2.top) < shift
}

function toldOn({ before, after }: Difference, one: number, other: number): PageArea[] {
  const areas = [
    ...(before?.areas ?? []).filter(({ page }) => page === one + 1),
    ...(after?.areas ?? []).filter(({ page }) => page === other + 1),
  ]
  return areas.map(({ area }) => wider(area))
}

const wider = ({ left, top, right, bottom }: PageArea): PageArea => ({
  left: left - margin,
  top: top - margin,
  right: right + margin,
  bottom: bottom + margin,
})

/** Lines that overlap, and what lies between lines close to one another, as one. */
function merged(lines: readonly PageArea[]): PageArea[] {
  const result: PageArea[] = []
  for (const line of lines.toSorted((a, b) => a.top - b.top)) {
    const last = result.at(-1)
    if (last && line.top <= last.bottom + 4 * margin) last.bottom = Math.max(last.bottom, line.bottom)
    else result.push({ ...line })
  }
  return result
}
