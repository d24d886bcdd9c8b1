import { createHash } from 'node:crypto'
import { bookkeepingKeys } from '../read/revision.ts'
import { Budget, defaultLimits } from '../limits.ts'
import { PdfFile } from '../read/pdf-file.ts'

/** An object to write: its number and source. */
export interface WrittenObject {
  number: number
  body: string
}

/** The file as the verifier reads it, for tests that need to look into it. */
export function readForTests(bytes: Buffer): PdfFile {
  return new PdfFile(bytes, new Budget(defaultLimits))
}

/** Source of the newest version of an object, between `obj` and `endobj`. */
export function sourceOf(bytes: Buffer, number: number): string {
  const object = readForTests(bytes).views.at(-1)?.object(number)
  if (!object) throw new Error(`no object ${number}`)
  const source = bytes.toString('latin1', object.start, object.end)
  return source.replace(/^\d+ \d+ obj\s*/, '').replace(/\s*endobj$/, '')
}

/** A PDF whose objects are numbered from 1; the first is the catalog. */
export function plainPdf(bodies: string[]): Buffer {
  let source = '%PDF-1.7\n'
  const entries = bodies.map((body, index) => {
    const offset = source.length
    source += `${index + 1} 0 obj\n${body}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const at = source.length
  source += `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${entries.join('')}`
  return Buffer.from(`${source}trailer\n<</Size ${bodies.length + 1}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`, 'latin1')
}

/** Appends one increment in table form, the way other tools do; `trailer` are more entries of its trailer. */
export function appendIncrement(bytes: Buffer, objects: WrittenObject[], trailer = ''): Buffer {
  const file = readForTests(bytes)
  const view = file.views.at(-1)
  const root = view?.trailer.entries.get('Root')
  const section = file.revisions.at(-1)?.sections.findLast(({ concealed }) => !concealed)
  if (root?.kind !== 'ref' || !section || !view) throw new Error('no revision to append to')
  const size = Math.max(...view.table.keys(), ...objects.map(({ number }) => number)) + 1
  let source = ''
  const entries = objects.map(({ number, body }) => {
    const offset = bytes.length + source.length
    source += `${number} 0 obj\n${body}\nendobj\n`
    return `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const at = bytes.length + source.length
  const kept = [...view.trailer.entries]
    .filter(([key]) => key !== 'Root' && !bookkeepingKeys.has(key))
    .map(([key, value]) => `/${key} ${bytes.toString('latin1', value.start, value.end)}`)
  const dict = `<</Size ${size}/Root ${root.number} 0 R${kept.join('')}/Prev ${section.start}${trailer}>>`
  source += `xref\n${entries.join('')}trailer\n${dict}\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([bytes, Buffer.from(source, 'latin1')])
}

/** Cross-reference entries of an increment in stream form, as the three numbers of each row. */
export type Row = [number: number, type: number, second: number, third: number]

/**
 * Appends an increment in stream form: objects inside the object stream `container`, and entries as given besides.
 * With `hybrid` the stream hangs on an empty table by /XRefStm.
 */
export function appendCompressed(
  bytes: Buffer,
  increment: { container: number; members: WrittenObject[]; more?: Row[]; hybrid?: boolean },
): Buffer {
  const { container, members, more = [], hybrid = false } = increment
  const previous = readForTests(bytes).revisions.at(-1)?.sections.at(-1)?.start
  let data = ''
  const header = members.map(({ number, body }) => {
    const place = `${number} ${data.length} `
    data += `${body} `
    return place
  })
  const first = header.join('').length
  const content = header.join('') + data
  const stream = `<</Type/ObjStm/N ${members.length}/First ${first}/Length ${content.length}>>\nstream\n${content}\nendstream`
  let source = members.length > 0 ? `${container} 0 obj\n${stream}\nendobj\n` : ''
  const rows: Row[] = [...members.map(({ number }, index): Row => [number, 2, container, index]), ...more]
  if (members.length > 0) rows.push([container, 1, bytes.length, 0])
  const at = bytes.length + source.length
  source += xrefStream(rows, hybrid ? '' : `/Prev ${previous}`)
  if (!hybrid) return Buffer.concat([bytes, Buffer.from(`${source}startxref\n${at}\n%%EOF\n`, 'latin1')])
  const table = bytes.length + source.length
  source += `xref\n0 0\ntrailer\n<</Size 200/Root 1 0 R/Prev ${previous}/XRefStm ${at}>>\n`
  return Buffer.concat([bytes, Buffer.from(`${source}startxref\n${table}\n%%EOF\n`, 'latin1')])
}

function xrefStream(rows: Row[], entries: string): string {
  const data = Buffer.alloc(rows.length * 7)
  rows.forEach(([, type, second, third], index) => {
    data[index * 7] = type
    data.writeUInt32BE(second, index * 7 + 1)
    data.writeUInt16BE(third, index * 7 + 5)
  })
  const index = rows.map(([number]) => `${number} 1`).join(' ')
  const dict = `<</Type/XRef/Size 200/Root 1 0 R/W[1 4 2]/Index[${index}]/Length ${data.length}${entries}>>`
  return `199 0 obj\n${dict}\nstream\n${data.toString('latin1')}\nendstream\nendobj\n`
}

const usualCapacity = 8192
const rangeBlank = '[0 ********** ********** **********]'

/** A signature to append: the number and entries of its dictionary, and what else the increment writes. */
export interface AppendedSignature {
  number: number
  entries?: string
  subFilter?: string
  objects: WrittenObject[]
  type?: string
  /** What the dictionary says it is, instead of the usual entries. */
  head?: string
  /** Room for the CMS in bytes. */
  capacity?: number | undefined
  /** More entries of the increment's trailer. */
  trailer?: string | undefined
  /** Makes the CMS from the SHA-256 of the byte range, or from its bytes. */
  cms: (digest: Buffer, content: Buffer) => Promise<Buffer> | Buffer
}

/** Appends an increment with a signature over everything but its own placeholder. */
export async function appendSignature(bytes: Buffer, signature: AppendedSignature): Promise<Buffer> {
  const { number, entries = '', subFilter = 'ETSI.CAdES.detached', type = 'Sig', objects, cms } = signature
  const { head = `/Type/${type}/Filter/Adobe.PPKLite/SubFilter/${subFilter}`, capacity = usualCapacity } = signature
  const dict = `<<${head}${entries}/ByteRange ${rangeBlank}/Contents <${'0'.repeat(capacity * 2)}>>>`
  const signed = appendIncrement(bytes, [{ number, body: dict }, ...objects], signature.trailer)
  const start = signed.indexOf(`<${'0'.repeat(capacity)}`, bytes.length, 'latin1')
  const end = start + capacity * 2 + 2
  const range = `[0 ${start} ${end} ${signed.length - end}]`.padEnd(rangeBlank.length)
  signed.write(range, signed.indexOf(rangeBlank, bytes.length, 'latin1'), 'latin1')
  const content = Buffer.concat([signed.subarray(0, start), signed.subarray(end)])
  const digest = createHash('sha256').update(content).digest()
  signed.write((await cms(digest, content)).toString('hex'), start + 1, 'latin1')
  return signed
}

/** Appends a section without objects; `entries` and `trailer` are the sources of what it says. */
export function appendSection(bytes: Buffer, entries: string, trailer = '/Size 40', gap = ''): Buffer {
  const previous = readForTests(bytes).revisions.at(-1)?.sections.at(-1)?.start
  const at = bytes.length + gap.length
  const dict = `<<${trailer}/Root 1 0 R/Prev ${previous}>>`
  const section = `${gap}xref\n${entries}trailer\n${dict}\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([bytes, Buffer.from(section, 'latin1')])
}
