import type { PixelArea } from './compare-pictures.ts'
import { apart, blobsOf, boundsOf, inkOf, type Place } from './legible.ts'

/** A glyph of the signed text and where its ink is. */
interface Lettered {
  text: string
  area: PixelArea | undefined
}

const figure = /^[0-9.,，．+\-−%‰¥￥$€〇零一二三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟萬億元圆整]$/
/** Ink of a later look stands out from its ground by so much. */
const strong = 60
/** It passes for ink of the text where it is this near in colour. */
const alike = 90
/** How far beside a figure something still reads as part of the number, in heights of the figure. */
const gap = 0.8
const smallest = 0.3
/** How far above and below a glyph what stands in its line may reach, in its heights. */
const overhang = 0.3

/**
 * E8: something new, in the colour of the text and no taller than it, that stands inside a glyph or beside a figure: it
 * reads as if it had been there. The glyph it belongs to; undefined when there is none.
 */
export function newMarkBeside({ before, after, scale }: Place, glyphs: readonly Lettered[]): string | undefined {
  const { width, contrast, ground, groundAt } = inkOf(before, scale)
  const fresh = ground.map((isGround, pixel) => {
    if (isGround === 0) return 0
    const own = [0, 1, 2].map((channel) => before.data[pixel * 4 + channel] ?? 0)
    if (apart(after.data, pixel, own) < strong) return 0
    return apart(after.data, pixel, groundAt(pixel % width, Math.floor(pixel / width))) >= strong ? 1 : 0
  })
  const colourOf = (area: PixelArea) => {
    const sum = [0, 0, 0, 0]
    for (let y = Math.max(0, Math.floor(area.top)); y < area.bottom && y < before.height; y++) {
      for (let x = Math.max(0, Math.floor(area.left)); x < area.right && x < width; x++) {
        const pixel = y * width + x
        if ((contrast[pixel] ?? 0) === 0) continue
        for (const channel of [0, 1, 2]) sum[channel] = (sum[channel] ?? 0) + (before.data[pixel * 4 + channel] ?? 0)
        sum[3] = (sum[3] ?? 0) + 1
      }
    }
    return [0, 1, 2].map((channel) => (sum[channel] ?? 0) / Math.max(1, sum[3] ?? 0))
  }
  for (const blob of blobsOf(fresh, width)) {
    if (blob.length < smallest * scale * scale) continue
    const mark = boundsOf(blob, width)
    const glyph = glyphs.find(
      ({ text, area }) => area && (isInside(mark, area) || (figure.test(text) && isBeside(mark, area))),
    )
    if (!glyph?.area) continue
    const colour = colourOf(glyph.area)
    const like = blob.filter((pixel) => apart(after.data, pixel, colour) <= alike).length
    if (like * 2 >= blob.length) return glyph.text
  }
  return undefined
}

const heightOf = ({ top, bottom }: PixelArea) => bottom - top
const sizeOf = ({ left, top, right, bottom }: PixelArea) => Math.max(bottom - top, right - left)

function isInside(mark: PixelArea, glyph: PixelArea): boolean {
  const room = sizeOf(glyph) * 0.15
  return (
    mark.left >= glyph.left - room &&
    mark.right <= glyph.right + room &&
    mark.top >= glyph.top - room &&
    mark.bottom <= glyph.bottom + room
  )
}

function isBeside(mark: PixelArea, glyph: PixelArea): boolean {
  const tall = Math.max(heightOf(glyph), sizeOf(glyph) * 0.6)
  const isInLine = mark.top >= glyph.top - tall * overhang && mark.bottom <= glyph.bottom + tall * overhang
  const distance = Math.max(glyph.left - mark.right, mark.left - glyph.right)
  return isInLine && distance <= tall * gap && mark.right - mark.left <= tall * 4
}
