import { pdfSource, stream } from './pdf-source.ts'
import { type Ref, reference } from './pdf-syntax.ts'

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
