import type { Comparison } from '@moqi/api/comparison'

/** Something that differs between the two files. */
export type Difference = Comparison['differenceArray'][number]

/** How a difference is named: what became of it, and in which colour. */
export function differenceTag({ kind, before, after }: Difference): {
  label: string
  tone: 'ochre' | 'green' | 'seal' | 'blue'
} {
  if (kind === 'picture') return { label: '图形', tone: 'blue' }
  if (kind === 'page-moved') return { label: '整页移动', tone: 'blue' }
  if (kind === 'page-added') return { label: '新增页', tone: 'green' }
  if (kind === 'page-removed') return { label: '删去页', tone: 'seal' }
  if (before?.text === '') return { label: '新增', tone: 'green' }
  return after?.text === '' ? { label: '删去', tone: 'seal' } : { label: '修改', tone: 'ochre' }
}

/** Where it stands: one page, or that of each file. */
export function differencePages({ before, after }: Difference): string {
  if (!before) return `新文件第${after?.page ?? 1}页`
  if (!after) return `原文件第${before.page}页`
  return before.page === after.page ? `第${after.page}页` : `第${before.page}页 → 第${after.page}页`
}

const noteTexts: Record<Comparison['noteArray'][number]['kind'], string> = {
  'scan-before': '原文件的以下页没有文字（扫描件），只按图形对比',
  'scan-after': '新文件的以下页没有文字（扫描件），只按图形对比',
  shifted: '以下页有文字移位，移位处只对比了文字，未对比图形',
  undrawn: '以下页未对比图形',
  coarse: '以下页差异较大，整段列出，未逐字对比',
  more: '差异过多，其余未列出',
}

/** What a reader must know of the comparison. */
export const noteText = ({ kind, pageArray }: Comparison['noteArray'][number]): string =>
  pageArray.length > 0 ? `${noteTexts[kind]}：第${pageRanges(pageArray)}页` : noteTexts[kind]

/** Pages in order as people write them: 1–3、5. */
export function pageRanges(pages: readonly number[]): string {
  const runs: [number, number][] = []
  for (const page of pages) {
    const last = runs.at(-1)
    if (last && last[1] === page - 1) last[1] = page
    else runs.push([page, page])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join('、')
}

const maxBytes = 50 * 1024 * 1024

/** Why a file need not be sent at all, or null. */
export function shutOut(file: { name: string; size: number; type: string }): string | null {
  if (file.size === 0) return '文件是空的，请重新选择'
  if (file.size > maxBytes) return '文件大小不能超过50MB'
  return /\.pdf$/i.test(file.name) || file.type === 'application/pdf' ? null : '仅支持PDF，请另存为PDF后再选择'
}
