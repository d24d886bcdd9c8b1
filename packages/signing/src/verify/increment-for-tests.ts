import { PdfFile } from './read/pdf-file.ts'
import { Budget, defaultLimits } from './limits.ts'

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
  const file = readForTests(bytes)
  const object = file.views.at(-1)?.object(number)
  if (!object) throw new Error(`no object ${number}`)
  const source = bytes.toString('latin1', object.start, object.end)
  return source.replace(/^\d+ \d+ obj\s*/, '').replace(/\s*endobj$/, '')
}

/** Appends one increment in table form, as any tool could; `trailer` are more entries of its trailer. */
export function appendIncrement(bytes: Buffer, objects: WrittenObject[], trailer = ''): Buffer {
  const file = readForTests(bytes)
  const view = file.views.at(-1)
  const root = view?.trailer.entries.get('Root')
  const section = file.revisions.at(-1)?.sections.at(-1)
  if (root?.kind !== 'ref' || !section || !view) throw new Error('no revision to append to')
  const size = Math.max(...view.table.keys(), ...objects.map(({ number }) => number)) + 1
  let source = ''
  const entries = objects.map(({ number, body }) => {
    const offset = bytes.length + source.length
    source += `${number} 0 obj\n${body}\nendobj\n`
    return `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const at = bytes.length + source.length
  const info = view.trailer.entries.get('Info')
  const kept = info?.kind === 'ref' ? `/Info ${info.number} 0 R` : ''
  const id = view.trailer.entries.get('ID')
  const ids = id ? `/ID ${bytes.toString('latin1', id.start, id.end)}` : ''
  source += `xref\n${entries.join('')}trailer\n<</Size ${size}/Root ${root.number} 0 R${kept}${ids}/Prev ${section.start}${trailer}>>\n`
  source += `startxref\n${at}\n%%EOF\n`
  return Buffer.concat([bytes, Buffer.from(source, 'latin1')])
}
