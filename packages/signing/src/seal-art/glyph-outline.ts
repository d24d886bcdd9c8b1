import { type BundledFace, fontFile } from '@moqi/pdf/fonts/bundled-fonts'

/** A glyph as an SVG path in font units with y downwards and the baseline at 0, its drawn box, and its advance. */
export interface GlyphOutline {
  readonly path: string
  readonly box: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
  readonly advance: number
}

/** A TrueType font whose glyphs can be drawn; `outline` answers undefined for a character that it lacks. */
export interface OutlineFont {
  readonly unitsPerEm: number
  outline(character: string): GlyphOutline | undefined
}

interface Point {
  x: number
  y: number
  onCurve: boolean
}
type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

const opened = new Map<BundledFace, OutlineFont>()

/** A bundled font, read once. */
export function bundledFont(face: BundledFace): OutlineFont {
  const known = opened.get(face)
  if (known) return known
  const font = openFont(fontFile(face))
  opened.set(face, font)
  return font
}

/** Opens a TrueType font with a `glyf` table; throws a RangeError when a table is cut off. */
function openFont(data: Buffer): OutlineFont {
  const table = tables(data)
  const head = table('head')
  const unitsPerEm = head.readUInt16BE(18)
  const longOffsets = head.readInt16BE(50) === 1
  const loca = table('loca')
  const glyf = table('glyf')
  const metrics = table('hmtx')
  const metricCount = table('hhea').readUInt16BE(34)
  const glyphOf = characterMap(table('cmap'))
  const glyphData = (glyph: number) =>
    longOffsets
      ? glyf.subarray(loca.readUInt32BE(glyph * 4), loca.readUInt32BE(glyph * 4 + 4))
      : glyf.subarray(loca.readUInt16BE(glyph * 2) * 2, loca.readUInt16BE(glyph * 2 + 2) * 2)
  return {
    unitsPerEm,
    outline(character) {
      const glyph = glyphOf(character.codePointAt(0) ?? 0)
      if (glyph === 0) return undefined
      const contours = contoursOf(glyphData, glyph, 0)
      const advance = metrics.readUInt16BE(Math.min(glyph, metricCount - 1) * 4)
      return { path: contours.map(svgPath).join(''), box: boxOf(contours.flat()), advance }
    },
  }
}

function tables(data: Buffer): (tag: string) => Buffer {
  const found = new Map<string, Buffer>()
  for (let i = 0; i < data.readUInt16BE(4); i++) {
    const at = 12 + 16 * i
    const offset = data.readUInt32BE(at + 8)
    found.set(data.toString('latin1', at, at + 4), data.subarray(offset, offset + data.readUInt32BE(at + 12)))
  }
  return (tag) => {
    const table = found.get(tag)
    if (!table) throw new RangeError(`font has no ${tag} table`)
    return table
  }
}

/** OpenType cmap: format 12 covers every plane, format 4 the first. */
function characterMap(cmap: Buffer): (codePoint: number) => number {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, i) =>
    cmap.subarray(cmap.readUInt32BE(4 + 8 * i + 4)),
  )
  const full = subtables.find((subtable) => subtable.readUInt16BE(0) === 12)
  if (full) return (codePoint) => findInGroups(full, codePoint)
  const basic = subtables.find((subtable) => subtable.readUInt16BE(0) === 4)
  if (!basic) throw new RangeError('font has no Unicode cmap')
  return (codePoint) => findInSegments(basic, codePoint)
}

function findInGroups(subtable: Buffer, codePoint: number): number {
  let low = 0
  let high = subtable.readUInt32BE(12) - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const at = 16 + 12 * middle
    if (codePoint < subtable.readUInt32BE(at)) high = middle - 1
    else if (codePoint > subtable.readUInt32BE(at + 4)) low = middle + 1
    else return subtable.readUInt32BE(at + 8) + codePoint - subtable.readUInt32BE(at)
  }
  return 0
}

function findInSegments(subtable: Buffer, codePoint: number): number {
  const doubled = subtable.readUInt16BE(6)
  for (let i = 0; i < doubled; i += 2) {
    if (codePoint > subtable.readUInt16BE(14 + i)) continue
    const start = subtable.readUInt16BE(16 + doubled + i)
    if (codePoint < start) return 0
    const delta = subtable.readUInt16BE(16 + 2 * doubled + i)
    const at = 16 + 3 * doubled + i
    const range = subtable.readUInt16BE(at)
    if (range === 0) return (codePoint + delta) & 0xffff
    const glyph = subtable.readUInt16BE(at + range + 2 * (codePoint - start))
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff
  }
  return 0
}

function contoursOf(glyphData: (glyph: number) => Buffer, glyph: number, depth: number): Point[][] {
  const data = glyphData(glyph)
  if (data.length === 0 || depth > 4) return []
  const count = data.readInt16BE(0)
  return count >= 0 ? simpleContours(data, count) : compositeContours(glyphData, data, depth)
}

/** OpenType glyf, simple glyph: flags, then x deltas, then y deltas. */
function simpleContours(data: Buffer, count: number): Point[][] {
  const ends = Array.from({ length: count }, (_, i) => data.readUInt16BE(10 + 2 * i))
  const total = (ends.at(-1) ?? -1) + 1
  let at = 10 + 2 * count
  at += 2 + data.readUInt16BE(at)
  const flags: number[] = []
  while (flags.length < total) {
    const flag = data.readUInt8(at++)
    const repeats = flag & 8 ? data.readUInt8(at++) : 0
    for (let i = 0; i <= repeats; i++) flags.push(flag)
  }
  const coordinates = (short: number, same: number) => {
    let value = 0
    return flags.map((flag) => {
      if (flag & short) value += (flag & same ? 1 : -1) * data.readUInt8(at++)
      else if (!(flag & same)) {
        value += data.readInt16BE(at)
        at += 2
      }
      return value
    })
  }
  const xs = coordinates(2, 16)
  const ys = coordinates(4, 32)
  const points = flags.map((flag, i) => ({ x: xs[i] ?? 0, y: -(ys[i] ?? 0), onCurve: (flag & 1) === 1 }))
  return ends.map((end, i) => points.slice((ends[i - 1] ?? -1) + 1, end + 1))
}

function compositeContours(glyphData: (glyph: number) => Buffer, data: Buffer, depth: number): Point[][] {
  const contours: Point[][] = []
  let at = 10
  let more = true
  while (more) {
    const flags = data.readUInt16BE(at)
    const glyph = data.readUInt16BE(at + 2)
    const words = (flags & 1) === 1
    const e = words ? data.readInt16BE(at + 4) : data.readInt8(at + 4)
    const f = words ? data.readInt16BE(at + 6) : data.readInt8(at + 5)
    at += words ? 8 : 6
    const [a, b, c, d, size] = componentScale(data, at, flags)
    at += size
    const matrix: Matrix = [a, b, c, d, e, f]
    for (const contour of contoursOf(glyphData, glyph, depth + 1))
      contours.push(contour.map((point) => transformed(point, matrix)))
    more = (flags & 32) !== 0
  }
  return contours
}

function componentScale(data: Buffer, at: number, flags: number): [number, number, number, number, number] {
  const f2dot14 = (index: number) => data.readInt16BE(at + 2 * index) / 16384
  if (flags & 8) return [f2dot14(0), 0, 0, f2dot14(0), 2]
  if (flags & 64) return [f2dot14(0), 0, 0, f2dot14(1), 4]
  if (flags & 128) return [f2dot14(0), f2dot14(1), f2dot14(2), f2dot14(3), 8]
  return [1, 0, 0, 1, 0]
}

/** Points hold y downwards, the matrix y upwards. */
function transformed({ x, y, onCurve }: Point, [a, b, c, d, e, f]: Matrix): Point {
  return { x: a * x - c * y + e, y: -b * x + d * y - f, onCurve }
}

/** Between two control points TrueType implies a point on the curve, halfway. */
function svgPath(contour: Point[]): string {
  const explicit = contour.flatMap((point, i) => {
    const before = contour[i - 1] ?? contour.at(-1) ?? point
    return point.onCurve || before.onCurve ? [point] : [halfway(before, point), point]
  })
  const start = explicit.findIndex((point) => point.onCurve)
  const turned = [...explicit.slice(start), ...explicit.slice(0, start + 1)]
  return `${turned.map((point, i) => segment(point, turned[i - 1])).join('')}Z`
}

function segment(point: Point, before: Point | undefined): string {
  if (!before) return `M${point.x} ${point.y}`
  if (!point.onCurve) return `Q${point.x} ${point.y}`
  return before.onCurve ? `L${point.x} ${point.y}` : ` ${point.x} ${point.y}`
}

const halfway = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, onCurve: true })

function boxOf(points: Point[]): GlyphOutline['box'] {
  const xs = points.map((point) => point.x)
  const ys = points.map((point) => point.y)
  if (points.length === 0) return { left: 0, top: 0, right: 0, bottom: 0 }
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) }
}
