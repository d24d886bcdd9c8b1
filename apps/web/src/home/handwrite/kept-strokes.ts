import type { InkStroke } from '../../kit/handwriting/ink.ts'
import { isFlag, isNumber, listOf, record } from '../../client/stored-shape.ts'

const isStored = listOf(record({ points: listOf(listOf(isNumber)), pen: isFlag }))
const nameOf = (ticket: string) => `handwriting ${ticket}`

/** What was written for this ticket in this tab, until it is submitted or the tab is closed. */
export function readStrokes(ticket: string): readonly InkStroke[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(nameOf(ticket)) ?? '[]')
    if (!isStored(stored)) return []
    return stored.map(({ points, pen }) => ({
      points: points.map(([x = 0, y = 0, pressure = 0.5]) => [x, y, pressure] as const),
      pen,
    }))
  } catch {
    return []
  }
}

/** Keeps what is written, to a tenth of a pixel; a browser that keeps nothing still writes. */
export function keepStrokes(ticket: string, strokes: readonly InkStroke[]): void {
  const short = strokes.map(({ points, pen }) => ({ points: points.map((point) => point.map(tenth)), pen }))
  try {
    if (strokes.length === 0) sessionStorage.removeItem(nameOf(ticket))
    else sessionStorage.setItem(nameOf(ticket), JSON.stringify(short))
  } catch {
    // Full, or forbidden: the page has them.
  }
}

const tenth = (value: number) => Math.round(value * 10) / 10
