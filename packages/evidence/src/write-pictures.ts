import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { decodePng, encodePng } from '@moqi/pdf/images/png'
import type { ChangedPage } from '@moqi/pdf/page-image/render-page'
import type { Verdict } from '@moqi/verify/verdict'

/** A picture of a change as the JSON answer lists it: paths are null where a page cannot be drawn. */
export interface WrittenPicture {
  /** Place of the signature in the answer, from 1; null where no signature accounts for the change. */
  signature: number | null
  fieldName: string | null
  page: number
  area: ChangedPage['area']
  before: string | null
  after: string | null
}

/** The frame's colour, its width in pixels, and how far it stands off, in parts of the page's width. */
const red = [214, 39, 24, 255]
const thickness = 3
const distance = 0.008
/** Pictures are drawn no larger. */
const largest = 4800

/**
 * Writes the pages of every change before and after it, with the change framed, as PNG files named by signature and
 * page; makes the folder. `taken` are names that other files of the same call have.
 */
export function writePictures(
  { changedPages = [], signatureArray }: Pick<Verdict, 'changedPages' | 'signatureArray'>,
  { folder, file, taken }: { folder: string; file: string; taken: Set<string> },
): WrittenPicture[] {
  mkdirSync(folder, { recursive: true })
  const stem = freeStem(basename(file, extname(file)), taken)
  const names = new Set<string>()
  return changedPages.map(({ page, area, fieldName, signed, current }) => {
    const place = signatureArray.findIndex((one) => one.fieldName === fieldName)
    const signature = place < 0 ? null : place + 1
    const whose = signature === null ? 'change' : `signature-${signature}`
    const name = freeStem(`${stem}-${whose}-page-${page}`, names)
    const write = (png: Buffer | null, when: 'before' | 'after') => {
      if (!png) return null
      const path = join(folder, `${name}-${when}.png`)
      writeFileSync(path, framed(png, [area]))
      return path
    }
    const [before, after] = [write(signed, 'before'), write(current, 'after')]
    return { signature, fieldName: fieldName ?? null, page, area, before, after }
  })
}

/** The name itself, or with the first number that nobody has. */
function freeStem(name: string, taken: Set<string>): string {
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${name}-${number}`
  taken.add(free)
  return free
}

const within = (at: number, most: number) => Math.max(0, Math.min(most - 1, Math.round(at)))

/** A PNG of a page with a frame around each of some parts of it. */
export function framed(png: Buffer, areas: readonly ChangedPage['area'][]): Buffer {
  const picture = decodePng(png, largest)
  const { width, height } = picture
  const data = picture.data.slice()
  for (const area of areas) frame({ data, width, height }, area)
  return encodePng({ width, height, channels: 4, data }, 4)
}

function frame(
  { data, width, height }: { data: Uint8Array; width: number; height: number },
  area: ChangedPage['area'],
): void {
  const off = distance * width
  const [left, right] = [within(area.left * width - off, width), within(area.right * width + off, width)]
  const [top, bottom] = [within(area.top * height - off, height), within(area.bottom * height + off, height)]
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const isEdge = Math.min(x - left, right - x, y - top, bottom - y) < thickness
      if (isEdge) data.set(red, (y * width + x) * 4)
    }
  }
}
