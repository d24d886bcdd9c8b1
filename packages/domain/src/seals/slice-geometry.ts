/** Strips under 2 mm cannot be read, so one image spans at most this many pages. */
const maxStrips = 20

/** Which part of a cross-page seal one page shows. */
export interface Strip {
  /** Position among the chosen pages, from 0. */
  position: number
  /** The strip, from 0 at the image's left. */
  index: number
  count: number
}

/** Which strip each of `pageCount` pages shows; groups differ by at most one page, so few strip shapes exist. */
export function strips(pageCount: number): Strip[] {
  const groups = Math.ceil(pageCount / maxStrips)
  return Array.from({ length: pageCount }, (_, position) => {
    const group = Math.floor((position * groups) / pageCount)
    const first = Math.ceil((group * pageCount) / groups)
    const next = Math.ceil(((group + 1) * pageCount) / groups)
    return { position, index: position - first, count: next - first }
  })
}
