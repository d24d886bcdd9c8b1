import { type Ref, reference } from './pdf-syntax.ts'
import { Buffer } from 'node:buffer'

/** Where objects of a PDF are written: a new document, or an increment of one. */
export interface ObjectWriter {
  /** The next free object number. */
  allocate: () => Ref
  /** Writes an object; `body` is its source. */
  object: (ref: Ref, body: string) => void
  /** A new stream object; `dict` is its dictionary without `<<`, `>>` and /Length. */
  newStream: (dict: string, data: Uint8Array | string) => Ref
}

/** A PDF made from nothing: write pages and what they need, then `finish`. */
export class NewPdf implements ObjectWriter {
  #objects = new Map<number, string | Buffer>()
  #next = 3
  #pages: Ref[] = []

  allocate(): Ref {
    return { number: this.#next++, generation: 0 }
  }

  object(ref: Ref, body: string): void {
    this.#objects.set(ref.number, body)
  }

  newStream(dict: string, data: Uint8Array | string): Ref {
    const ref = this.allocate()
    this.#objects.set(ref.number, stream(dict, Buffer.from(data)))
    return ref
  }

  /** The next page; `body` is its dictionary without `<<`, `>>`, /Type and /Parent. */
  page(body: string): void {
    const ref = this.allocate()
    this.object(ref, `<</Type/Page/Parent 2 0 R${body}>>`)
    this.#pages.push(ref)
  }

  /** The whole file; `catalog` is source of more entries of the catalog. */
  finish(catalog = ''): Buffer {
    return pdfSource({
      1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      2: `<</Type/Pages/Kids[${this.#pages.map(reference).join(' ')}]/Count ${this.#pages.length}>>`,
      ...Object.fromEntries(this.#objects),
    })
  }
}

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

/** A whole file with a right cross-reference table; `trailer` is source of the trailer's entries but /Size. */
export function pdfSource(objects: PdfObjects, { version = '1.7', trailer = '/Root 1 0 R' } = {}): Buffer {
  const parts = [Buffer.from(`%PDF-${version}\n`)]
  const offsets = new Map<number, number>()
  let length = parts[0]?.length ?? 0
  for (const [number, object] of Object.entries(objects)) {
    const part = Buffer.concat([Buffer.from(`${number} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    offsets.set(Number(number), length)
    parts.push(part)
    length += part.length
  }
  const size = 1 + [...offsets.keys()].reduce((most, number) => Math.max(most, number), 0)
  const rows = Array.from({ length: size }, (_, i) => {
    const offset = offsets.get(i)
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const tail = `xref\n0 ${size}\n${rows.join('')}trailer\n<</Size ${size}${trailer}>>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(tail)])
}
