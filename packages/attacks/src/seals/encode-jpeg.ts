import type { Pixels } from '@moqi/pdf/images/png'

/** Quantisation of ITU-T T.81 table K.1, which goes for every component here. */
const usual = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
]
/** The order in which coefficients of a block are written (figure A.6). */
const zigzag = Array.from({ length: 64 }, (_, at) => at).toSorted((one, other) => rank(one) - rank(other))
const cosines = Array.from({ length: 64 }, (_, at) => {
  const [frequency, place] = [Math.floor(at / 8), at % 8]
  return (frequency === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * place + 1) * frequency * Math.PI) / 16)
})
/** Every symbol has a code of eight bits, so that no table is made: 2 of 8 bits are never used. */
const dcSymbols = Array.from({ length: 12 }, (_, size) => size)
const acSymbols = [0x00, 0xf0, ...Array.from({ length: 160 }, (_, at) => (Math.floor(at / 10) << 4) | ((at % 10) + 1))]

function rank(at: number): number {
  const [row, column] = [Math.floor(at / 8), at % 8]
  const diagonal = row + column
  return diagonal * 8 + (diagonal % 2 === 0 ? column : row)
}

/** A baseline JPEG of an RGB or RGBA picture (ITU-T T.81), without subsampling; `quality` from 1 to 100 as usual. */
export function encodeJpeg(picture: Pixels, quality: number): Buffer {
  const factor = quality < 50 ? 50 / quality : 2 - quality / 50
  const table = usual.map((step) => Math.max(1, Math.min(255, Math.round(step * factor))))
  const { width, height } = picture
  const size = Buffer.from([height >> 8, height & 255, width >> 8, width & 255])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...zigzag.map((at) => table[at] ?? 1)]),
    segment(0xc0, [8, ...size, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]),
    segment(0xc4, [0x00, ...lengths(dcSymbols.length), ...dcSymbols]),
    segment(0xc4, [0x10, ...lengths(acSymbols.length), ...acSymbols]),
    segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
    scanOf(picture, table),
    Buffer.from([0xff, 0xd9]),
  ])
}

function segment(marker: number, content: readonly number[]): Buffer {
  const length = content.length + 2
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...content])
}

/** How many codes there are of each length: all of eight bits. */
const lengths = (count: number) => Array.from({ length: 16 }, (_, at) => (at === 7 ? count : 0))

function scanOf({ width, height, channels, data }: Pixels, table: readonly number[]): Buffer {
  const bits = bitWriter()
  const last = [0, 0, 0]
  const sample = (x: number, y: number, component: number) => {
    const at = (Math.min(y, height - 1) * width + Math.min(x, width - 1)) * channels
    const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0]
    if (component === 0) return 0.299 * red + 0.587 * green + 0.114 * blue - 128
    return component === 1 ? -0.1687 * red - 0.3313 * green + 0.5 * blue : 0.5 * red - 0.4187 * green - 0.0813 * blue
  }
  for (let top = 0; top < height; top += 8) {
    for (let left = 0; left < width; left += 8) {
      for (const component of [0, 1, 2]) {
        const block = Array.from({ length: 64 }, (_, at) => sample(left + (at % 8), top + (at >> 3), component))
        const levels = transformed(block)
        const steps = zigzag.map((at) => Math.round((levels[at] ?? 0) / (table[at] ?? 1)))
        writeBlock(bits.write, steps, last[component] ?? 0)
        last[component] = steps[0] ?? 0
      }
    }
  }
  return bits.finish()
}

/** The cosine transform of a block (A.3.3), rows first. */
function transformed(block: readonly number[]): number[] {
  return turned(transformedRows(turned(transformedRows(block))))
}

const turned = (block: readonly number[]) => block.map((_, at) => block[(at & 7) * 8 + (at >> 3)] ?? 0)

function transformedRows(block: readonly number[]): number[] {
  return block.map((_, at) => {
    const [row, frequency] = [at >> 3, at & 7]
    let sum = 0
    for (let place = 0; place < 8; place++) sum += (block[row * 8 + place] ?? 0) * (cosines[frequency * 8 + place] ?? 0)
    return sum
  })
}

/** How many bits a coefficient takes. */
const sizeOf = (value: number) => (value === 0 ? 0 : Math.floor(Math.log2(Math.abs(value))) + 1)

function writeBlock(write: (value: number, bits: number) => void, steps: readonly number[], before: number): void {
  const difference = (steps[0] ?? 0) - before
  const amount = (value: number) => write(value < 0 ? value + 2 ** sizeOf(value) - 1 : value, sizeOf(value))
  write(sizeOf(difference), 8)
  amount(difference)
  let run = 0
  for (const step of steps.slice(1)) {
    if (step === 0) {
      run += 1
      continue
    }
    for (; run > 15; run -= 16) write(1, 8)
    write(acSymbols.indexOf((run << 4) | sizeOf(step)), 8)
    amount(step)
    run = 0
  }
  if (run > 0) write(0, 8)
}

function bitWriter() {
  const bytes: number[] = []
  let [held, count] = [0, 0]
  const write = (value: number, bits: number) => {
    for (let at = bits - 1; at >= 0; at--) {
      held = (held << 1) | ((value >> at) & 1)
      if (++count < 8) continue
      bytes.push(held)
      if (held === 0xff) bytes.push(0)
      held = count = 0
    }
  }
  return {
    write,
    finish: () => {
      write(0x7f, (8 - count) % 8)
      return Buffer.from(bytes)
    },
  }
}
