import type { PageArea, Place } from './comparison.ts'
import type { PageUnit, ReadPage } from './read-pages.ts'
import type { FlowUnit } from './text-flow.ts'

const mostText = 400
/** Characters shown of what stands beside a difference. */
const beside = 12
/** More lines of one page are framed together. */
const mostLines = 12
const whole: PageArea = { left: 0, top: 0, right: 1, bottom: 1 }

/** Units as they read. */
function readable(units: readonly PageUnit[], most = mostText): string {
  let text = ''
  for (const { text: one, gap } of units) {
    if (text.length >= most) return `${text}…`
    text += gap && text !== '' ? ` ${one}` : one
  }
  return text
}

/** Where a passage stands in a text, or, when it is empty, between what it is missing. */
export function placeOf(
  pages: readonly ReadPage[],
  flow: readonly FlowUnit[],
  { from, to }: { from: number; to: number },
): Place {
  const units = flow.slice(from, to)
  const lead = readable(flow.slice(Math.max(0, from - beside), from))
  const trail = readable(flow.slice(to, to + beside))
  const [before, next] = [flow[from - 1], flow[to]]
  const neighbour = before ?? next
  if (units.length === 0 && !neighbour) return { page: 1, areas: [], text: '', lead, trail }
  const areas = units.length > 0 ? areasOf(pages, units) : [gapAt(pages, before, next)].flatMap((one) => one ?? [])
  const page = areas[0]?.page ?? (units[0] ?? neighbour)?.page ?? 0
  return { page, areas, text: readable(units), lead, trail }
}

/** The place of a whole page, counted from 0. */
export const wholePage = (pages: readonly ReadPage[], page: number): Place => ({
  page: page + 1,
  areas: [{ page: page + 1, area: whole }],
  text: readable(pages[page]?.units ?? [], 40),
  lead: '',
  trail: '',
})

function areasOf(pages: readonly ReadPage[], units: readonly FlowUnit[]): Place['areas'] {
  return [...Map.groupBy(units, ({ page }) => page)].flatMap(([page, there]) => {
    const lines = [...Map.groupBy(there, ({ row }) => row).values()]
    const framed = lines.length > mostLines ? [there] : lines
    return framed.map((line) => ({ page: page + 1, area: around(pages[page], line) }))
  })
}

/** A box in parts of its page. */
export function areaOn(page: ReadPage | undefined, { x, y, width, height }: PageUnit['box']): PageArea {
  const [across, down] = [page?.width || 1, page?.height || 1]
  return { left: x / across, top: y / down, right: (x + width) / across, bottom: (y + height) / down }
}

function around(page: ReadPage | undefined, units: readonly PageUnit[]): PageArea {
  const areas = units.map(({ box }) => areaOn(page, box))
  const most = (side: keyof PageArea, choose: (a: number, b: number) => number) =>
    areas.map((area) => area[side]).reduce((a, b) => choose(a, b))
  return {
    left: most('left', Math.min),
    top: most('top', Math.min),
    right: most('right', Math.max),
    bottom: most('bottom', Math.max),
  }
}

/** Between two units: behind the first, else before the second. */
function gapAt(pages: readonly ReadPage[], before: FlowUnit | undefined, next: FlowUnit | undefined) {
  const unit = before ?? next
  if (!unit) return undefined
  const area = areaOn(pages[unit.page], unit.box)
  const at = before ? area.right : area.left
  return { page: unit.page + 1, area: { ...area, left: at, right: at } }
}
