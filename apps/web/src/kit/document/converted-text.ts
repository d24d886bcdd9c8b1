import type { File } from '@moqi/api/shapes'

const suffixes: Record<NonNullable<File['sourceKind']>, string> = {
  jpeg: '.jpg',
  png: '.png',
  doc: '.doc',
  docx: '.docx',
}

/** What a file was before it became a PDF: 扫描件.jpg 已转换为PDF; nothing of what came as one. */
export const convertedText = ({ fileName, sourceKind }: Pick<File, 'fileName' | 'sourceKind'>): string =>
  sourceKind ? `${fileName.replace(/\.pdf$/i, suffixes[sourceKind])} 已转换为PDF` : ''
