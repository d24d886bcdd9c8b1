import { decodePng, encodePng, type Pixels, PngRefusal } from '@moqi/pdf/images/png'

/** A handwritten signature: 8-bit RGBA PNG on transparent ground, cropped to the ink, and its size in mm. */
export interface Handwriting {
  readonly png: Buffer
  readonly widthMm: number
  readonly heightMm: number
}

/** The sentence shown for every reason to refuse a drawn signature. */
export const handwritingRefusals = {
  'too-large': '签名图片不能超过512KB，请重新手写',
  'not-png': '签名图片格式不正确，请重新手写',
  kind: '签名图片格式不受支持，请使用8位PNG图片',
  size: '签名图片不能超过200万像素，请缩小图片或重新手写',
  damaged: '签名图片已损坏，请重新手写',
  empty: '未检测到笔迹，请先手写签名',
  filled: '签名图片没有透明或白色底色，请重新手写',
} as const

/** A drawn signature that cannot be kept; the message is the Chinese sentence for the person. */
export class HandwritingRefusal extends Error {
  override name = 'HandwritingRefusal'
  readonly reason: keyof typeof handwritingRefusals

  constructor(reason: keyof typeof handwritingRefusals, options?: ErrorOptions) {
    super(handwritingRefusals[reason], options)
    this.reason = reason
  }
}

const maxBytes = 512 * 1024
const maxSide = 4096
/** Eight times what is kept; our own canvas sends less. */
const mostPixels = 2_000_000
/** domain.md §4.6: 手写签名 fits into 60 × 30 mm. */
const maxWidthMm = 60
const maxHeightMm = 30
/** 300 dpi at the largest size; more would only make every signed document heavier. */
const keptWidth = 709
/** Ink fainter than this is a smudge of the ground, not a stroke. */
const inkAlpha = 24
/** Fewer pixels than a dot of 3 × 3. */
const leastInk = 9

/**
 * Checks and trims the PNG a browser sends (≤ 512 KB, ≤ 4096 px a side, ≤ 2 million in all); throws HandwritingRefusal.
 */
export function handwritingImage(bytes: Buffer): Handwriting {
  if (bytes.length > maxBytes) throw new HandwritingRefusal('too-large')
  const drawn = withoutGround(decoded(bytes))
  const cropped = cropToInk(drawn)
  const kept = shrunk(cropped, Math.max(1, cropped.width / keptWidth, cropped.height / (keptWidth / 2)))
  const mmPerPixel = Math.min(maxWidthMm / kept.width, maxHeightMm / kept.height)
  return {
    png: encodePng(kept, 9),
    widthMm: round(kept.width * mmPerPixel),
    heightMm: round(kept.height * mmPerPixel),
  }
}

function decoded(bytes: Buffer): Pixels {
  try {
    return decodePng(bytes, maxSide, mostPixels)
  } catch (cause) {
    if (cause instanceof PngRefusal) throw new HandwritingRefusal(cause.reason, { cause })
    throw cause
  }
}

/** On an opaque ground, darkness becomes opacity: white paper vanishes and the edges of strokes stay soft. */
function withoutGround(image: Pixels): Pixels {
  for (let i = 3; i < image.data.length; i += 4) if ((image.data[i] ?? 0) < 255) return image
  const data = new Uint8Array(image.data)
  for (let i = 0; i < data.length; i += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(i, i + 3)
    const alpha = 255 - Math.min(red, green, blue)
    if (alpha > 0)
      data.set(
        [red, green, blue].map((value) => overWhite(value, alpha)),
        i,
      )
    data[i + 3] = alpha
  }
  return { ...image, data }
}

/** The colour that looks like `value` when laid on white at this opacity. */
function overWhite(value: number, alpha: number): number {
  return Math.max(0, Math.round(255 - ((255 - value) * 255) / alpha))
}

function cropToInk(image: Pixels): Pixels {
  let [left, top, right, bottom, ink] = [image.width, image.height, -1, -1, 0]
  for (let y = 0, i = 3; y < image.height; y++)
    for (let x = 0; x < image.width; x++, i += 4) {
      if ((image.data[i] ?? 0) < inkAlpha) continue
      ink++
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  if (ink < leastInk) throw new HandwritingRefusal('empty')
  const width = right - left + 1
  const height = bottom - top + 1
  if (ink > 0.9 * width * height && width * height > 4096) throw new HandwritingRefusal('filled')
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * image.width + left) * 4
    data.set(image.data.subarray(from, from + width * 4), y * width * 4)
  }
  return { width, height, channels: 4, data }
}

/** Box average with premultiplied colour, so that transparent pixels lend no colour to the edges. */
function shrunk(image: Pixels, factor: number): Pixels {
  if (factor <= 1) return image
  const width = Math.max(1, Math.round(image.width / factor))
  const height = Math.max(1, Math.round(image.height / factor))
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const columns = [Math.floor((x * image.width) / width), Math.ceil(((x + 1) * image.width) / width)] as const
      const rows = [Math.floor((y * image.height) / height), Math.ceil(((y + 1) * image.height) / height)] as const
      data.set(average(image, columns, rows), (y * width + x) * 4)
    }
  return { width, height, channels: 4, data }
}

function average(image: Pixels, columns: readonly [number, number], rows: readonly [number, number]): number[] {
  let [reds, greens, blues, alphas] = [0, 0, 0, 0]
  for (let y = rows[0]; y < rows[1]; y++)
    for (let x = columns[0]; x < columns[1]; x++) {
      const i = (y * image.width + x) * 4
      const [red = 0, green = 0, blue = 0, alpha = 0] = image.data.subarray(i, i + 4)
      reds += alpha * red
      greens += alpha * green
      blues += alpha * blue
      alphas += alpha
    }
  if (alphas === 0) return [0, 0, 0, 0]
  const count = (columns[1] - columns[0]) * (rows[1] - rows[0])
  return [reds / alphas, greens / alphas, blues / alphas, alphas / count].map(Math.round)
}

function round(mm: number): number {
  return Math.round(mm * 100) / 100
}
