import { skipWhitespace } from './characters.ts'
import type { Fault } from './fault.ts'
import { trailingAllowance } from './find-revisions.ts'
import type { PdfFile } from './pdf-file.ts'

/** P15: where a signed revision ends and another one follows, there is white space, and little of it. */
export function checkJoints({ bytes, brokenFrom }: PdfFile, signedEnds: number[]): Fault[] {
  return signedEnds.flatMap((end): Fault[] => {
    const blank = skipWhitespace(bytes, end)
    const next = afterWords(bytes, blank)
    if (next === bytes.length || end === brokenFrom) return []
    if (bytes[next] === 0x25) {
      return [{ code: 'unreferenced-bytes', offset: next, detail: 'a comment behind a signed end' }]
    }
    const detail = `${blank - end} bytes`
    if (next - end > trailingAllowance) return [{ code: 'unreferenced-bytes', offset: end, detail }]
    return blank - end > 2 ? [{ code: 'trailing-whitespace', offset: end, detail }] : []
  })
}

/** One short line of plain words, as MuPDF names itself; what could be an end, a beginning or an object is none. */
const words = /^%[ A-Za-z0-9.,:;()_+-]{1,100}\r?\n/

/** Behind a comment that begins an increment, on a line of its own. */
function afterWords(bytes: Buffer, at: number): number {
  const isOwnLine = bytes[at - 1] === 0x0a || bytes[at - 1] === 0x0d
  const [line = ''] = isOwnLine ? (words.exec(bytes.toString('latin1', at, at + 128)) ?? []) : []
  if (/obj|xref|trailer|stream|PDF-\d|EOF/i.test(line)) return at
  return skipWhitespace(bytes, at + line.length)
}
