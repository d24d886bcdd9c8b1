import type { PixelArea } from './compare-pictures.ts'

/** A pixel of a picture. */
export interface Place {
  x: number
  y: number
}

/** The line to sign or to write on, at the usual scale: thinner than any letter is tall. */
const thickest = 5
/** The stroke of 一 is shorter, at any size that contracts are printed in. */
const shortest = 36
/** Two lines to write on are at least as far apart as small print is tall. */
const apart = 14
/** How near the edge of an area the border of a printed box stands, and how much of the edge it runs along. */
const edge = 12
const alongEdge = 0.7
/** How far beside a line its neighbourhood is looked at. */
const beside = 2
/** So much of its length may have ink beside it, where another line or a dot touches it. */
const touching = 0.1
/** The same of a border, which others of its box meet. */
const crossing = 0.25

/**
 * Leaves out what vanished of lines printed to sign or write on, and of a box printed around the place: thin, long, far
 * from another, and with blank paper on both sides. A stripe through words has their strokes beside it.
 */
export function withoutLines(gone: Place[], area: PixelArea, inkIn: (area: PixelArea) => number): Place[] {
  const upright = [...Map.groupBy(gone, ({ x }) => x).values()].filter(
    ({ length }) => length >= (area.bottom - area.top) * alongEdge,
  )
  const borders = bandsOf(upright.flat(), ({ x }) => x).filter((band) => isBorder(band, area, inkIn))
  const inBorder = new Set(borders.flat())
  const rows = bandsOf(
    gone.filter((place) => !inBorder.has(place)),
    ({ y }) => y,
  )
  return rows.filter((band, at) => !isLine(band, area, inkIn) || !isApart(rows, at)).flat()
}

/** Pixels of neighbouring rows, or columns, together. */
function bandsOf(places: Place[], lineOf: (place: Place) => number): Place[][] {
  const lines = Map.groupBy(places, lineOf)
  const bands: Place[][] = []
  let last = Number.NaN
  for (const at of [...lines.keys()].toSorted((one, other) => one - other)) {
    if (at !== last + 1) bands.push([])
    bands.at(-1)?.push(...(lines.get(at) ?? []))
    last = at
  }
  return bands
}

function isLine(band: Place[], area: PixelArea, inkIn: (area: PixelArea) => number): boolean {
  const { left, top, right, bottom } = boundsOf(band)
  const length = right - left
  if (bottom - top > thickest || length < shortest || length * 2 < area.right - area.left) return false
  const above = inkIn({ left, right, top: top - beside, bottom: top - beside + 1 })
  const below = inkIn({ left, right, top: bottom + beside - 1, bottom: bottom + beside })
  return Math.max(above, below) <= length * touching
}

function isApart(bands: Place[][], at: number): boolean {
  const { top, bottom } = boundsOf(bands[at] ?? [])
  const above = bands[at - 1]
  const below = bands[at + 1]
  return (!above || top - boundsOf(above).bottom >= apart) && (!below || boundsOf(below).top - bottom >= apart)
}

function isBorder(band: Place[], area: PixelArea, inkIn: (area: PixelArea) => number): boolean {
  const { left, top, right, bottom } = boundsOf(band)
  const isAtEdge = right <= area.left + edge || left >= area.right - edge
  if (!isAtEdge || right - left > thickest) return false
  const before = inkIn({ left: left - beside, right: left - beside + 1, top, bottom })
  const behind = inkIn({ left: right + beside - 1, right: right + beside, top, bottom })
  return Math.max(before, behind) <= (bottom - top) * crossing
}

function boundsOf(band: Place[]): PixelArea {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { x, y } of band) {
    bounds.left = Math.min(bounds.left, x)
    bounds.top = Math.min(bounds.top, y)
    bounds.right = Math.max(bounds.right, x + 1)
    bounds.bottom = Math.max(bounds.bottom, y + 1)
  }
  return bounds
}
