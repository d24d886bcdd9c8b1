import { Budget, defaultLimits } from '../limits.ts'
import { decodeStream } from '../read/decode-stream.ts'
import { View } from '../read/pdf-file.ts'
import { type IndirectObject, type PdfDict, type PdfRef, type PdfStream, type PdfValue } from '../read/values.ts'
import { type ObjectWriter, pdfSource, stream } from './new-pdf.ts'
import { dictFrom, sourceOf, type Ref, valueOf } from './pdf-syntax.ts'

/**
 * The newest revision of a file, to be changed in its values and written anew. They are those of the file it was read
 * from, which is judged before.
 */
export class EditableView extends View {
  readonly #added = new Map<number, IndirectObject>()
  /** What is drawn is decoded as often as it is needed; time is bounded by whoever runs this. */
  readonly #decoding = new Budget({ ...defaultLimits, decodedBytes: Infinity, milliseconds: Infinity })
  #next: number

  constructor({ file, revision, table }: View) {
    super(file, revision, table)
    this.#next = 1
    for (const number of table.keys()) this.#next = Math.max(this.#next, number + 1)
  }

  /** The document's catalog; an empty one where there is none. */
  get catalog(): PdfDict {
    return this.dict(this.trailer, 'Root') ?? dictFrom('')
  }

  override object(number: number): IndirectObject | undefined {
    return this.#added.get(number) ?? super.object(number)
  }

  /** Where new objects go. */
  readonly writer: ObjectWriter = {
    allocate: () => ({ number: this.#next++, generation: 0 }),
    object: (ref, body) => this.#set(ref, valueOf(body)),
    newStream: (dict, data) => {
      const ref = this.writer.allocate()
      this.#set(ref, { kind: 'stream', dict: dictFrom(dict), raw: Buffer.from(data), start: 0, end: 0 })
      return ref
    },
  }

  #set(ref: Ref, value: PdfValue): void {
    this.#added.set(ref.number, { ...ref, value, start: 0, end: 0 })
  }

  /** A stream as an object of its own, which it may be already. */
  referenceTo(value: PdfStream): PdfRef {
    const ref = this.writer.allocate()
    this.#set(ref, value)
    return { kind: 'ref', ...ref, start: 0, end: 0 }
  }

  /** The decoded data of a stream; throws `PdfFault` where nobody can decode it, `BudgetExceeded`. */
  data(coded: PdfStream): Buffer {
    const coding = ['Filter', 'DecodeParms'].map((key): [string, PdfValue] => {
      const value = this.get(coded.dict, key)
      return [key, value.kind === 'array' ? { ...value, items: this.items(coded.dict, key) } : value]
    })
    return decodeStream({ ...coded, dict: { ...coded.dict, entries: new Map(coding) } }, this.#decoding)
  }

  /** The whole document, of what its catalog and information lead to, with new numbers and no revisions. */
  rewritten(): Buffer {
    const numbers = new Map<PdfValue, number>()
    const reached: PdfValue[] = []
    const written = (ref: PdfRef): string => {
      const value = this.resolve(ref)
      if (value.kind === 'null') return 'null'
      const number = numbers.get(value) ?? reached.push(value)
      numbers.set(value, number)
      return `${number} 0 R`
    }
    const trailer = ['Root', 'Info', 'ID'].map((key): [string, PdfValue | undefined] => [
      key,
      this.trailer.entries.get(key),
    ])
    const trailerSource = trailer.map(([key, value]) => (value ? `/${key} ${sourceOf(value, written)}` : '')).join('')
    const objects: Record<number, string | Buffer> = {}
    for (let at = 0; at < reached.length; at += 1) {
      const value = reached[at]
      if (value) objects[at + 1] = value.kind === 'stream' ? streamSource(value, written) : sourceOf(value, written)
    }
    const [, version = '1.7'] = /^%PDF-([12]\.\d)/.exec(this.file.bytes.toString('latin1', 0, 8)) ?? []
    return pdfSource(objects, { version, trailer: trailerSource })
  }
}

function streamSource({ dict, raw }: PdfStream, written: (ref: PdfRef) => string): Buffer {
  const entries = new Map([...dict.entries].filter(([key]) => key !== 'Length'))
  return stream(sourceOf({ ...dict, entries }, written).slice(2, -2), raw)
}

/** Gives a stream other data, which is not coded. */
export function setData(target: PdfStream, data: Buffer): void {
  target.raw = data
  for (const key of ['Filter', 'DecodeParms']) target.dict.entries.delete(key)
}
