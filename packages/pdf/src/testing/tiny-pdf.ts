import type { XrefStyle } from '../write/pdf-syntax.ts'

/** The smallest contracts: pages without content, for the tests. */
export interface TinyPdf {
  xref?: XrefStyle['xref']
  rotate?: number
  pages?: number
  /** Width and height in points; 200 × 300 when absent. */
  size?: readonly [number, number]
  /** More entries of the catalog, as source. */
  catalog?: string
  /** Further objects, as source, from number `3 + pages` on. */
  objects?: string[]
}

/** A4, in points. */
export const a4 = [595, 842] as const

/** A PDF with 1 0 the catalog, 2 0 the page tree and the pages from 3 0 on. */
export function tinyPdf(options: TinyPdf = {}): Buffer {
  const { xref = 'table', rotate = 0, pages = 1, size = [200, 300], catalog = '', objects = [] } = options
  const numbers = Array.from({ length: pages }, (_, index) => index + 3)
  const kids = numbers.map((number) => `${number} 0 R`).join(' ')
  const bodies = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids[${kids}]/Count ${pages}>>`,
    ...numbers.map(() => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size.join(' ')}]/Rotate ${rotate}>>`),
    ...objects,
  ]
  let source = '%PDF-1.7\n'
  const offsets: number[] = []
  bodies.forEach((body, index) => {
    offsets.push(source.length)
    source += `${index + 1} 0 obj\n${body}\nendobj\n`
  })
  const at = source.length
  const section = xref === 'table' ? table(offsets) : stream(offsets, at)
  return Buffer.from(`${source}${section}startxref\n${at}\n%%EOF\n`, 'latin1')
}

function table(offsets: number[]): string {
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = offsets.length + 1
  return `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<</Size ${size}/Root 1 0 R>>\n`
}

/** One character a byte. */
function stream(offsets: number[], at: number): string {
  const number = offsets.length + 1
  const rows = [...offsets, at].map((offset) => [1, offset >> 8, offset & 0xff, 0])
  const data = String.fromCharCode(0, 0, 0, 0, ...rows.flat())
  const dict = `/Type/XRef/Size ${number + 1}/W[1 2 1]/Root 1 0 R/Length ${data.length}`
  return `${number} 0 obj\n<<${dict}>>\nstream\n${data}\nendstream\nendobj\n`
}
