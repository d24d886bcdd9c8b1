import type { PageUnit, ReadPage } from './read-pages.ts'

/** A unit in the text of a whole file; `page` counts from 0. */
export interface FlowUnit extends PageUnit {
  readonly page: number
}

/** The text of a file as it runs over its pages, and apart what stands at the edges of most of them. */
export interface Flow {
  readonly main: readonly FlowUnit[]
  /** Headers and footers, each once, without the page's number and the number of pages. */
  readonly running: readonly FlowUnit[]
  /** Those numbers. */
  readonly numbers: readonly FlowUnit[]
}

/** Lines at the top and the bottom of a page that may be headers and footers. */
const edge = 2
/** On as many pages must one stand, and on half of them. */
const leastPages = 3

/** The running lines of a file: those that stand at the edges of at least half of its pages. */
export function runningLines(pages: readonly ReadPage[]): Set<string> {
  const counts = new Map<string, number>()
  for (const [page, read] of pages.entries()) {
    const keys = edgesOf(read.units).map((line) => keyOf(line, page, pages.length))
    for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const least = Math.max(leastPages, pages.length / 2)
  return new Set([...counts].flatMap(([key, count]) => (count >= least ? [key] : [])))
}

/** The text of the pages `of` the file, in their order; `running` are lines to be told once. */
export function flowOf(pages: readonly ReadPage[], of: readonly number[], running: ReadonlySet<string>): Flow {
  const told = new Set<string>()
  const flow: { main: FlowUnit[]; running: FlowUnit[]; numbers: FlowUnit[] } = { main: [], running: [], numbers: [] }
  for (const page of of) {
    const units = pages[page]?.units ?? []
    const lines = linesOf(units)
    const edges = new Set(edgesOf(units).map(rowOf))
    for (const line of lines) {
      const own = edges.has(rowOf(line)) ? withoutNumbers(line, page, pages.length) : []
      const key = textOf(own)
      if (!running.has(key)) {
        for (const unit of line) flow.main.push({ ...unit, page })
        continue
      }
      for (const unit of line) if (!own.includes(unit)) flow.numbers.push({ ...unit, page })
      if (told.has(key)) continue
      told.add(key)
      for (const unit of own) flow.running.push({ ...unit, page })
    }
  }
  return flow
}

function linesOf(units: readonly PageUnit[]): PageUnit[][] {
  return [...Map.groupBy(units, ({ row }) => row).values()]
}

function edgesOf(units: readonly PageUnit[]): PageUnit[][] {
  const lines = linesOf(units)
  return lines.length <= 2 * edge ? lines : [...lines.slice(0, edge), ...lines.slice(-edge)]
}

const rowOf = ([first]: readonly PageUnit[]) => first?.row
const keyOf = (line: readonly PageUnit[], page: number, count: number) => textOf(withoutNumbers(line, page, count))
const textOf = (units: readonly PageUnit[]) => units.map(({ text }) => text).join('')

/** The line without numbers that are the page's own or that of all pages. */
function withoutNumbers(line: readonly PageUnit[], page: number, count: number): PageUnit[] {
  const own = new Set([String(page + 1), String(count)])
  const kept: PageUnit[] = []
  let digits: PageUnit[] = []
  const flush = () => {
    if (!own.has(digits.map(({ text }) => text).join(''))) kept.push(...digits)
    digits = []
  }
  for (const unit of line) {
    if (/^\d$/.test(unit.text)) digits.push(unit)
    else {
      flush()
      kept.push(unit)
    }
  }
  flush()
  return kept
}
