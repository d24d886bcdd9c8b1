import type { PageViewport } from 'pdfjs-dist'
import type { PdfShelf } from './pdf-shelf.ts'
import { languageOf } from './language-of.ts'
import { reflow, type TextBlock, type TextRun } from './reflow.ts'

/** A page's text set anew; `height` of the page in points, as its blocks are measured; `language` as in HTML. */
export type PageText = { blocks: readonly TextBlock[]; height: number; language: string }

type Asked = { shelf: PdfShelf; fileUrl: string; page: number }

/**
 * Reads a page's words, what was filled in on it, and where it is signed, as paragraphs. Rejects when the file cannot
 * be read.
 */
export async function readPageText({ shelf, fileUrl, page }: Asked): Promise<PageText> {
  const source = await (await shelf.open(fileUrl)).getPage(page)
  const viewport = source.getViewport({ scale: 1 })
  const [content, annotations] = await Promise.all([source.getTextContent(), source.getAnnotations()])
  const words = content.items.flatMap((item): TextRun[] => {
    if (!('str' in item)) return []
    const [, , c, d, x, y] = readTransform(item.transform)
    return [{ text: item.str, ...pointIn(viewport, x, y), width: item.width, size: Math.hypot(c, d) }]
  })
  const filled = annotations.flatMap((annotation) => fieldRun(annotation, viewport))
  return {
    blocks: reflow([...words, ...filled], viewport.width),
    height: viewport.height,
    language: languageOf(content),
  }
}

type Matrix = readonly [number, number, number, number, number, number]

function readTransform(transform: readonly unknown[]): Matrix {
  const at = (index: number) => Number(transform[index] ?? 0)
  return [at(0), at(1), at(2), at(3), at(4), at(5)]
}

function pointIn(viewport: PageViewport, x: number, y: number): { x: number; y: number } {
  const [left, top] = viewport.convertToViewportPoint(x, y)
  return { x: Number(left), y: Number(top) }
}

/** A form field's content as a run of text: fields are no part of a page's own text. */
function fieldRun(annotation: unknown, viewport: PageViewport): TextRun[] {
  if (typeof annotation !== 'object' || annotation === null || !('rect' in annotation)) return []
  const text = fieldText(annotation)
  if (text === '' || !Array.isArray(annotation.rect)) return []
  const [x1, y1, x2, y2] = annotation.rect.map(Number)
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return []
  const size = Math.min(12, Math.abs(y2 - y1))
  // Text in a field stands a quarter of its size above the field's lower edge.
  return [{ text, ...pointIn(viewport, x1, y1 + size / 4), width: Math.abs(x2 - x1), size }]
}

function fieldText(field: object): string {
  const is = (name: string) => Reflect.get(field, name) === true
  const value: unknown = Reflect.get(field, 'fieldValue')
  const text = typeof value === 'string' ? value : ''
  switch (Reflect.get(field, 'fieldType')) {
    case 'Tx':
      return text
    case 'Btn':
      return is('checkBox') ? (['', 'Off'].includes(text) ? '☐' : '☑') : ''
    case 'Sig':
      return is('hasAppearance') ? '〔已签章〕' : ''
    default:
      return ''
  }
}
