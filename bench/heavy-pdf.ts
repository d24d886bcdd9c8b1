import { randomBytes } from 'node:crypto'

const imageBytes = 2 * 1024 * 1024
const side = 1024

/**
 * The PDF grown to at least `bytes` by an update that adds grey images of noise, 1024 × 2048 pixels each; no page shows
 * them. The PDF's cross-references must be a table. Throws when they are not found.
 */
export function heavyPdf(pdf: Buffer, bytes: number): Buffer {
  const tail = pdf.toString('latin1', pdf.length - 2048)
  const size = Number(/\/Size (\d+)/.exec(tail)?.[1])
  const root = /\/Root \d+ \d+ R/.exec(tail)?.[0]
  const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1])
  if (!size || !root || !previous) throw new Error('the PDF ends without a trailer and a cross-reference table')
  const parts = [pdf, Buffer.from('\n')]
  const entries: string[] = []
  let at = pdf.length + 1
  for (let number = size; at < bytes; number++) {
    const image = imageObject(number)
    entries.push(`${String(at).padStart(10, '0')} 00000 n \n`)
    parts.push(image)
    at += image.length
  }
  const trailer = `trailer\n<</Size ${size + entries.length} ${root} /Prev ${previous}>>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(`xref\n${size} ${entries.length}\n${entries.join('')}${trailer}`)])
}

function imageObject(number: number): Buffer {
  const shape = `/Width ${side} /Height ${imageBytes / side} /ColorSpace /DeviceGray /BitsPerComponent 8`
  const dict = `<</Type /XObject /Subtype /Image ${shape} /Length ${imageBytes}>>`
  return Buffer.concat([
    Buffer.from(`${number} 0 obj\n${dict}\nstream\n`),
    randomBytes(imageBytes),
    Buffer.from('\nendstream\nendobj\n'),
  ])
}
