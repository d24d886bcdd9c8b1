import { strips } from '../seals/slice-geometry.ts'

/** Pages a cross-page seal (骑缝章) runs over: all, every other, or the numbers given, from 1. */
export type SealPages = 'all' | 'odd' | 'even' | readonly number[]

/** The numbers of the pages meant, ascending, none twice; those beyond `pageCount` are kept, for a rule to refuse. */
export function sealPages(pages: SealPages | undefined, pageCount: number): number[] {
  if (typeof pages === 'object') return ascending(pages)
  const every = Array.from({ length: pageCount }, (_, index) => index + 1)
  if (pages === 'odd') return every.filter((page) => page % 2 === 1)
  return pages === 'even' ? every.filter((page) => page % 2 === 0) : every
}

/** The page such a seal is filed under (checklist C0.12): the first it runs over. */
export const firstSealPage = (pages: SealPages | undefined): number => {
  if (pages === 'even') return 2
  return typeof pages === 'object' ? Math.min(...sealPages(pages, 0)) : 1
}

/** Which strip of the image a page bears, and of how many; null when the seal passes it by. */
export function sealStrip(
  pages: SealPages | undefined,
  pageCount: number,
  page: number,
): { readonly index: number; readonly count: number } | null {
  const numbers = sealPages(pages, pageCount)
  const position = numbers.indexOf(page)
  return strips(numbers.length).find((strip) => strip.position === position) ?? null
}

function ascending(pages: readonly number[]): number[] {
  const numbers = [...new Set(pages)]
  // Chromium 109 has no toSorted.
  numbers.sort((a, b) => a - b)
  return numbers
}
