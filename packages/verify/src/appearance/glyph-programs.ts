import { createHash } from 'node:crypto'

/** Glyph programs of a TrueType file by their number (OpenType 1.9 `glyf`). */
export type GlyphProgram = (glyph: number) => Buffer | undefined

const tableEntry = 16

/**
 * Reads the outlines of a TrueType file; undefined for anything else. Out of bounds is no glyph, never an exception.
 */
export function readGlyphPrograms(file: Buffer): GlyphProgram | undefined {
  const [head, loca, glyf] = ['head', 'loca', 'glyf'].map((name) => tableOf(file, name))
  if (!head || !loca || !glyf || head.length < 52) return undefined
  const isLong = head.readInt16BE(50) === 1
  const offsetOf = (glyph: number): number | undefined => {
    const at = glyph * (isLong ? 4 : 2)
    if (at + (isLong ? 4 : 2) > loca.length) return undefined
    return isLong ? loca.readUInt32BE(at) : loca.readUInt16BE(at) * 2
  }
  return (glyph) => {
    const [start, end] = [offsetOf(glyph), offsetOf(glyph + 1)]
    if (start === undefined || end === undefined || end <= start || end > glyf.length) return undefined
    return glyf.subarray(start, end)
  }
}

function tableOf(file: Buffer, name: string): Buffer | undefined {
  const count = file.length >= 12 ? file.readUInt16BE(4) : 0
  for (let at = 12; at + tableEntry <= file.length && at < 12 + count * tableEntry; at += tableEntry) {
    if (file.toString('latin1', at, at + 4) !== name) continue
    const offset = file.readUInt32BE(at + 8)
    return file.subarray(offset, offset + file.readUInt32BE(at + 12))
  }
  return undefined
}

/**
 * What tells one outline from another: undefined for composite ones, whose parts have other numbers in each file.
 * Files differ in what they fill the end with.
 */
export function programKey(program: Buffer): string | undefined {
  if (program.length < 10 || program.readInt16BE(0) <= 0) return undefined
  let end = program.length
  while (end > 10 && program[end - 1] === 0) end -= 1
  return createHash('sha256').update(program.subarray(0, end)).digest('base64')
}
