import type { File, Position } from '@moqi/api/shapes'
import { controlTable } from '@moqi/domain/contract/controls'
import { firstSealPage, sealStrip, type SealPages } from '@moqi/domain/contract/cross-page'
import { newAreaId } from './area-kinds.ts'

const { size } = controlTable.crossPage

/** Whether a place is a cross-page seal. */
export const isCrossPage = ({ positionType }: Position): boolean => positionType === 'crossPage'

/** The files a cross-page seal can join: those of two pages and more. */
export const joinable = (files: readonly File[]): File[] => files.filter(({ pageCount }) => pageCount > 1)

/** A party's cross-page seal in a file, if it has one. */
export const crossPageOf = (areas: readonly Position[], fileId: string, signerNo: number): Position | undefined =>
  areas.find((area) => isCrossPage(area) && area.fileId === fileId && area.signerNo === signerNo)

/** The lowest place on a file's pages, mm from their top: it must fit on the shortest. */
export const lowest = (file: Pick<File, 'pageArray'>): number =>
  Math.max(0, Math.floor(Math.min(...file.pageArray.map(({ height }) => height)) - size.height))

/** A new cross-page seal over all pages, a little below the middle, where signatures rarely stand. */
export function newCrossPage(file: File, signerNo: number, beside: number): Position {
  const width = file.pageArray[0]?.width ?? 210
  const y = Math.min(lowest(file), 100 + (beside % 3) * 50)
  const fixed = { required: 1 as const, sealId: null, value: null, format: null, pages: 'all' as const }
  const box = { page: 1, x: Math.max(0, width - size.width), y, ...size }
  return { positionId: newAreaId(), fileId: file.fileId, positionType: 'crossPage', signerNo, ...box, ...fixed }
}

/** The seal over other pages. */
export const onPages = (area: Position, pages: SealPages): Position => ({
  ...area,
  pages: typeof pages === 'string' ? pages : [...pages],
  page: firstSealPage(pages),
})

/** The seal at another height, in whole mm inside the file's pages. */
export const atHeight = (area: Position, file: File, y: number): Position => ({
  ...area,
  y: Math.min(Math.max(Math.round(y), 0), lowest(file)),
})

/** What one page bears of the seal: strip `index` of `count`, mm wide. */
export function sliceOn(area: Position, file: File, page: number) {
  const strip = sealStrip(area.pages, file.pageCount, page)
  return strip && { ...strip, width: area.height / strip.count }
}

/** Page numbers typed as 1,3,5-8; null when they cannot be read or lie outside `pageCount`. */
export function pagesTyped(text: string, pageCount: number): number[] | null {
  const numbers = new Set<number>()
  for (const part of text.split(/[,，、\s]+/).filter(Boolean)) {
    const range = /^(\d{1,3})(?:[-–~—至](\d{1,3}))?$/.exec(part)
    const from = Number(range?.[1] ?? 0)
    const to = Number(range?.[2] ?? from)
    if (from < 1 || to < from || to > pageCount) return null
    for (let page = from; page <= to; page++) numbers.add(page)
  }
  const pages = [...numbers]
  // Chromium 109 has no toSorted.
  pages.sort((a, b) => a - b)
  return pages.length === 0 ? null : pages
}

/** Page numbers as they are typed: neighbours drawn together. */
export function pagesText(pages: readonly number[]): string {
  const runs: [number, number][] = []
  for (const page of pages) {
    const last = runs.at(-1)
    if (last && page === last[1] + 1) last[1] = page
    else runs.push([page, page])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}
