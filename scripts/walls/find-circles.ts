import type { Arrow } from './find-arrows.ts'
import type { Finding } from './finding.ts'

type Step = { from: string; to: string; line: number }

/** Circles of imports, types too: each group of modules that reach one another is told once, by its shortest circle. */
export function findCircles(arrows: readonly Arrow[]): Finding[] {
  const next = new Map<string, Step[]>()
  for (const { from, line, end } of arrows) {
    if ('file' in end) next.set(from, [...(next.get(from) ?? []), { from, to: end.file, line }])
  }
  const told = new Set<string>()
  const found: Finding[] = []
  for (const start of [...next.keys()].toSorted()) {
    if (told.has(start)) continue
    const circle = shortestCircle(start, next)
    if (!circle) continue
    for (const { from } of circle) told.add(from)
    const [first] = circle
    const way = circle.map(({ to }) => `→ ${to}`).join(' ')
    found.push({ file: start, line: first?.line ?? 1, rule: 'circle', text: way })
  }
  return found
}

/** Breadth first from a module back to itself; null when no way leads back. */
function shortestCircle(start: string, next: Map<string, Step[]>): Step[] | null {
  const cameBy = new Map<string, Step>()
  const queue = [start]
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const arrow of next.get(path) ?? []) {
      if (arrow.to === start) return wayOf(arrow, start, cameBy)
      if (cameBy.has(arrow.to)) continue
      cameBy.set(arrow.to, arrow)
      queue.push(arrow.to)
    }
  }
  return null
}

function wayOf(last: Step, start: string, cameBy: Map<string, Step>): Step[] {
  const way = [last]
  for (let at = last.from; at !== start;) {
    const arrow = cameBy.get(at)
    if (!arrow) break
    way.unshift(arrow)
    at = arrow.from
  }
  return way
}
