import type { PixelArea } from './compare-pictures.ts'

/** A rule of a table or a line to sign on, in points: longer than any glyph is wide, and thinner than any is tall. */
const shortest = 18
const thickest = 2.5
/** So far it runs on beyond what is laid over it. */
const beyond = 6
/** So much of it is as thin as a rule, for others cross it. */
const thinPart = 0.8

/** What is ink in a picture, row by row, `scale` pixels to a point. */
export interface InkMap {
  width: number
  height: number
  isInk: (pixel: number) => boolean
  scale: number
}

/**
 * E11: pixels of rules that run on beyond an area, straight across or straight up: laid over such a rule, a look
 * interrupts it and hides nothing. `through` are the places of glyphs, which a rule may not strike out.
 */
export function runningRules(map: InkMap, area: PixelArea, through: readonly PixelArea[] = []): Uint8Array {
  const found = new Uint8Array(map.width * map.height)
  for (const isUpright of [false, true]) {
    const lines = isUpright ? map.width : map.height
    for (let line = 0; line < lines; line++) {
      for (const [from, to] of runsOf(map, line, isUpright)) {
        if (!isRule(map, { line, from, to, isUpright }, area, through)) continue
        // Its rim is drawn softly, and is ink here and there only.
        for (let near = Math.max(0, line - 1); near <= Math.min(lines - 1, line + 1); near++) {
          for (let at = from; at < to; at++) found[pixelOf(map, near, at, isUpright)] = 1
        }
      }
    }
  }
  return found
}

interface Run {
  line: number
  from: number
  to: number
  isUpright: boolean
}

const pixelOf = ({ width }: InkMap, line: number, at: number, isUpright: boolean) =>
  isUpright ? at * width + line : line * width + at

/** Stretches of ink of a row or a column that are as long as a rule. */
function runsOf(map: InkMap, line: number, isUpright: boolean): [number, number][] {
  const length = isUpright ? map.height : map.width
  const runs: [number, number][] = []
  let from = 0
  for (let at = 0; at <= length; at++) {
    if (at < length && map.isInk(pixelOf(map, line, at, isUpright))) continue
    if (at - from >= shortest * map.scale) runs.push([from, at])
    from = at + 1
  }
  return runs
}

function isRule(map: InkMap, run: Run, area: PixelArea, through: readonly PixelArea[]): boolean {
  const { line, from, to, isUpright } = run
  const [first, last] = isUpright ? [area.top, area.bottom] : [area.left, area.right]
  if (Math.max(first - from, to - last) < beyond * map.scale) return false
  const strikes = through.some((glyph) => {
    const [start, end] = isUpright ? [glyph.top, glyph.bottom] : [glyph.left, glyph.right]
    const [near, far] = isUpright ? [glyph.left, glyph.right] : [glyph.top, glyph.bottom]
    return start < to && end > from && line > near && line < far
  })
  if (strikes) return false
  const most = Math.ceil(thickest * map.scale)
  let thin = 0
  for (let at = from; at < to; at++) if (thickness(map, run, at, most) <= most) thin += 1
  return thin >= (to - from) * thinPart
}

/** How thick the ink is across a run, counted no further than needed. */
function thickness(map: InkMap, { line, isUpright }: Run, at: number, most: number): number {
  const lines = isUpright ? map.width : map.height
  let thick = 1
  for (const step of [-1, 1]) {
    let near = line + step
    while (thick <= most && near >= 0 && near < lines && map.isInk(pixelOf(map, near, at, isUpright))) {
      thick += 1
      near += step
    }
  }
  return thick
}
