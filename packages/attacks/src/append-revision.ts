import { bookkeepingKeys } from '@moqi/pdf/read/revision'
import { readForTests, sourceOf } from '@moqi/pdf/testing/increment'

/** An object to write: its number and source. */
export interface Piece {
  number: number
  body: string
}

/** A cross-reference entry: number, type (0 free, 1 plain, 2 packed) and the two fields that go with it. */
export type EntryRow = readonly [number: number, type: 0 | 1 | 2, second: number, third: number]

/** How an increment is written. */
export interface RevisionShape {
  /** As the document writes its sections when absent; `packed` puts all but streams into an object stream. */
  form?: 'table' | 'stream' | 'packed' | 'hybrid'
  /** Cross-reference entries besides those of the objects. */
  entries?: EntryRow[]
  /** More entries of the trailer, as source. */
  trailer?: string
  /** Number of another catalog. */
  root?: number
  /** Changes the finished source of the increment: how a forger breaks it. */
  mangle?: (source: string) => string
}

interface Before {
  size: number
  root: number
  kept: string
  previous: number | undefined
  form: 'table' | 'stream'
}

const nothingBefore: Before = { size: 1, root: 1, kept: '', previous: undefined, form: 'table' }

function readBefore(bytes: Buffer): Before {
  const file = readForTests(bytes)
  const view = file.views.at(-1)
  const section = file.revisions.at(-1)?.sections.at(-1)
  const root = view?.trailer.entries.get('Root')
  if (!view || !section || root?.kind !== 'ref') throw new Error('no revision to append to')
  const kept = [...view.trailer.entries]
    .filter(([key]) => key !== 'Root' && !bookkeepingKeys.has(key))
    .map(([key, value]) => `/${key} ${bytes.toString('latin1', value.start, value.end)}`)
  const size = Math.max(...view.table.keys()) + 1
  return { size, root: root.number, kept: kept.join(''), previous: section.start, form: section.form }
}

/** The first object number no revision uses. */
export const unusedNumber = (bytes: Buffer): number => readBefore(bytes).size

/** A whole PDF of one revision; the first body is object 1, the catalog. */
export function writePdf(bodies: string[], form: 'table' | 'stream'): Buffer {
  const pieces = bodies.map((body, index) => ({ number: index + 1, body }))
  return append(Buffer.from('%PDF-1.7\n'), pieces, { form }, nothingBefore)
}

/** Appends one increment in whatever form a tool might write it, honest or not. */
export function appendRevision(bytes: Buffer, pieces: Piece[], shape: RevisionShape = {}): Buffer {
  return append(bytes, pieces, shape, readBefore(bytes))
}

function append(bytes: Buffer, pieces: Piece[], shape: RevisionShape, before: Before): Buffer {
  const form = shape.form ?? before.form
  let size = Math.max(before.size, ...pieces.map(({ number }) => number + 1))
  const packed = form === 'packed' ? pieces.filter(({ body }) => !body.endsWith('endstream')) : []
  const plain = pieces.filter((piece) => !packed.includes(piece))
  const rows: EntryRow[] = []
  if (packed.length > 0) {
    const container = size++
    rows.push(...packed.map(({ number }, index): EntryRow => [number, 2, container, index]))
    plain.push({ number: container, body: objectStream(packed) })
  }
  let source = ''
  for (const { number, body } of plain) {
    rows.push([number, 1, bytes.length + source.length, 0])
    source += `${number} 0 obj\n${body}\nendobj\n`
  }
  const replaced = new Set((shape.entries ?? []).map(([number]) => number))
  const all = [...rows.filter(([number]) => !replaced.has(number)), ...(shape.entries ?? [])]
  const previous = before.previous === undefined ? '' : `/Prev ${before.previous}`
  const common = `/Root ${shape.root ?? before.root} 0 R${before.kept}`
  const place = { at: bytes.length + source.length, size, trailer: `${common}${previous}${shape.trailer ?? ''}` }
  const section = writeSection(form, all, place)
  source += `${section.source}startxref\n${section.startxref}\n%%EOF\n`
  return Buffer.concat([bytes, Buffer.from(shape.mangle ? shape.mangle(source) : source, 'latin1')])
}

interface Place {
  at: number
  size: number
  trailer: string
}

function writeSection(form: string, rows: EntryRow[], { at, size, trailer }: Place) {
  const sorted = rows.toSorted(([one], [other]) => one - other)
  if (form === 'table') return { source: table(sorted, `/Size ${size}${trailer}`), startxref: at }
  const own: EntryRow = [size, 1, at, 0]
  if (form !== 'hybrid') return { source: stream([...sorted, own], `/Size ${size + 1}${trailer}`), startxref: at }
  const hidden = stream([...sorted, own], `/Size ${size + 1}`)
  const visible = table([], `/Size ${size + 1}${trailer}/XRefStm ${at}`)
  return { source: hidden + visible, startxref: at + hidden.length }
}

function table(rows: EntryRow[], trailer: string): string {
  const entries = rows.map(([number, type, second, third]) => {
    const kind = type === 0 ? 'f' : 'n'
    return `${number} 1\n${String(second).padStart(10, '0')} ${String(third).padStart(5, '0')} ${kind} \n`
  })
  const isFirst = !trailer.includes('/Prev')
  const free = isFirst ? '0 1\n0000000000 65535 f \n' : ''
  const sections = free + entries.join('') || '0 0\n'
  return `xref\n${sections}trailer\n<<${trailer}>>\n`
}

function stream(rows: EntryRow[], trailer: string): string {
  const data = Buffer.alloc(rows.length * 7)
  rows.forEach(([, type, second, third], index) => {
    data[index * 7] = type
    data.writeUInt32BE(second, index * 7 + 1)
    data.writeUInt16BE(third, index * 7 + 5)
  })
  const index = rows.map(([number]) => `${number} 1`).join(' ')
  const dict = `<</Type/XRef/W[1 4 2]/Index[${index}]${trailer}/Length ${data.length}>>`
  return `${rows.at(-1)?.[0]} 0 obj\n${dict}\nstream\n${data.toString('latin1')}\nendstream\nendobj\n`
}

function objectStream(members: Piece[]): string {
  let data = ''
  const header = members.map(({ number, body }) => {
    const place = `${number} ${data.length} `
    data += `${body} `
    return place
  })
  const first = header.join('').length
  return streamBody(header.join('') + data, `/Type/ObjStm/N ${members.length}/First ${first}`)
}

/** Source of a stream object. */
export const streamBody = (content: string, entries = ''): string =>
  `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`

/** An object as it is, with `from` replaced by `to`; throws when nothing would change. */
export function edited(bytes: Buffer, number: number, from: string | RegExp, to: string): Piece {
  const source = sourceOf(bytes, number)
  const body = source.replace(from, () => to)
  if (body === source) throw new Error(`object ${number} has no ${String(from)}: ${source.slice(0, 200)}`)
  return { number, body }
}

/** A dictionary with more entries at its end. */
export const extended = (bytes: Buffer, number: number, entries: string): Piece =>
  edited(bytes, number, />>$/, `${entries}>>`)

/** An object exactly as it is. */
export const unchanged = (bytes: Buffer, number: number): Piece => ({ number, body: sourceOf(bytes, number) })
