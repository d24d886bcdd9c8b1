import { Buffer } from 'node:buffer'

/** The objects of a PDF by number, as source or bytes; 1 is the catalog. */
export type PdfObjects = Readonly<Record<number, string | Buffer>>

/** A one-page A4 document to vary: catalog 1, pages 2, page 3, empty content 4. */
export const onePage: PdfObjects = {
  1: '<</Type/Catalog/Pages 2 0 R>>',
  2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
  3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>',
  4: stream('', Buffer.alloc(0)),
}

/** A stream object; `entries` are further entries of its dictionary. */
export function stream(entries: string, data: Buffer): Buffer {
  const head = Buffer.from(`<<${entries}/Length ${data.length}>>stream\n`, 'latin1')
  return Buffer.concat([head, data, Buffer.from('\nendstream')])
}

/** A whole file with a right cross-reference table. */
export function pdfSource(objects: PdfObjects): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const offsets = new Map<number, number>()
  let length = parts[0]?.length ?? 0
  for (const [number, object] of Object.entries(objects)) {
    const part = Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    offsets.set(Number(number), length)
    parts.push(part)
    length += part.length
  }
  const size = Math.max(...offsets.keys()) + 1
  const rows = Array.from({ length: size }, (_, i) => {
    const offset = offsets.get(i)
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const tail = `xref\n0 ${size}\n${rows.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(tail)])
}
