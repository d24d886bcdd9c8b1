import type { Comparison, ComparisonNote, Difference, Place } from '@moqi/pdf/compare/comparison'

/** Longer passages are cut on the line; `--json` has more of them. */
const mostText = 60
const mostBeside = 10

const pageOf = (place: Place | null) => (place ? `第${place.page}页` : '')

/** A difference in one line: the page, what stood, what stands. */
export function differenceLine(
  { kind, before, after }: Difference,
  sizes: Pick<Comparison, 'before' | 'after'>,
): string {
  const pages = pagesOf(before, after)
  switch (kind) {
    case 'page-added':
      return `${pages}：新增的页`
    case 'page-removed':
      return `原${pages}：删去的页`
    case 'page-moved':
      return `${pages}：整页移动`
    case 'picture':
      return `${pages}：图形不同（${spots(after, sizes)}）`
    case 'text':
      return `${pages}：${change(before, after)}`
  }
}

function pagesOf(before: Place | null, after: Place | null): string {
  const isElsewhere = before && after && before.page !== after.page
  return isElsewhere ? `${pageOf(before)}→${pageOf(after)}` : pageOf(after ?? before)
}

const spots = (place: Place | null, { after }: Pick<Comparison, 'after'>) =>
  (place?.areas ?? []).map(({ page, area }) => spot(area, after.pages[page - 1])).join('、')

function change(before: Place | null, after: Place | null): string {
  const [stood, stands] = [before?.text ?? '', after?.text ?? '']
  const place = after ?? before
  const around = `（…${(place?.lead ?? '').slice(-mostBeside)}〔〕${(place?.trail ?? '').slice(0, mostBeside)}…）`
  if (stood === '') return `新增“${cut(stands)}”${around}`
  if (stands === '') return `删去“${cut(stood)}”${around}`
  return `“${cut(stood)}”改为“${cut(stands)}”${around}`
}

const cut = (text: string) => (text.length > mostText ? `${text.slice(0, mostText)}…` : text)

/** Where on the page, in mm. */
function spot(
  { left, top }: Place['areas'][number]['area'],
  size: { width: number; height: number } | undefined,
): string {
  const { width = 0, height = 0 } = size ?? {}
  return `距左${Math.round(left * width)}mm距上${Math.round(top * height)}mm`
}

const noteTexts: Record<ComparisonNote['kind'], string> = {
  'scan-before': '原文件的这些页没有文字层（扫描件），只按图形对比',
  'scan-after': '新文件的这些页没有文字层（扫描件），只按图形对比',
  shifted: '这些页有文字移位，移位处未对比图形',
  undrawn: '这些页未对比图形',
  coarse: '这些页差异较大，整段列出，未逐字对比',
  more: '差异过多，其余未列出',
}

/** What a reader must know of the comparison, in one line. */
export const noteLine = ({ kind, pages }: ComparisonNote): string =>
  pages.length > 0 ? `说明：${noteTexts[kind]}：第${ranges(pages)}页` : `说明：${noteTexts[kind]}`

/** 1–3、5 */
function ranges(pages: readonly number[]): string {
  const runs: [number, number][] = []
  for (const page of pages) {
    const last = runs.at(-1)
    if (last && last[1] === page - 1) last[1] = page
    else runs.push([page, page])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join('、')
}
