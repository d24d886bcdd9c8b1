import { foreignPdf } from '@moqi/form/testing/foreign-document'
import { readForTests } from '@moqi/pdf/testing/increment'

const firstHidden = 15
const streamNumber = 29

/** A hybrid form: its bytes, and the entry by which a trailer leads to its stream. */
export interface HybridForm {
  bytes: Buffer
  link: string
}

/**
 * The form of `foreignPdf` in hybrid form, as word processors write it: objects from 15 on stand in a stream that only
 * /XRefStm leads to, and the table calls them free. With `lists: 'all'` the stream names every object, as Word's does.
 */
export function hybridForm(
  hidden: string[],
  more: Parameters<typeof foreignPdf>[0] = {},
  lists: 'hidden' | 'all' = 'hidden',
): HybridForm {
  const plain = foreignPdf(more)
  const [body = ''] = plain.toString('latin1').split('xref\n')
  const offsets = new Map<number, number>()
  for (const [number, { entry }] of readForTests(plain).views[0]?.table ?? []) {
    if (entry.type === 'plain') offsets.set(number, entry.offset)
  }
  const size = firstHidden + hidden.length
  const rows = Array.from({ length: size }, (_, number) => {
    const offset = offsets.get(number)
    if (offset !== undefined) return `${String(offset).padStart(10, '0')} 00000 n \n`
    return `0000000000 ${number === 0 ? '65535' : '00000'} f \n`
  })
  if (lists === 'hidden') offsets.clear()
  let source = body
  for (const [index, object] of hidden.entries()) {
    offsets.set(firstHidden + index, source.length)
    source += `${firstHidden + index} 0 obj\n${object}\nendobj\n`
  }
  const stream = source.length
  source += `${streamNumber} 0 obj\n${crossReferences(offsets)}\nendobj\n`
  const link = `/XRefStm ${stream}`
  const table = source.length
  const trailer = `<</Size 30/Root 1 0 R${link}>>`
  source += `xref\n0 ${size}\n${rows.join('')}trailer\n${trailer}\nstartxref\n${table}\n%%EOF\n`
  return { bytes: Buffer.from(source, 'latin1'), link }
}

/** A cross-reference stream, of objects by their offsets. */
export function crossReferences(offsets: ReadonlyMap<number, number>): string {
  const data = Buffer.alloc(offsets.size * 5)
  for (const [index, offset] of [...offsets.values()].entries()) {
    data[index * 5] = 1
    data.writeUInt32BE(offset, index * 5 + 1)
  }
  const index = [...offsets.keys()].map((number) => `${number} 1`).join(' ')
  const dict = `<</Type/XRef/Size 100/Root 1 0 R/W[1 4 0]/Index[${index}]/Length ${data.length}>>`
  return `${dict}\nstream\n${data.toString('latin1')}\nendstream`
}
