import { skipWhitespace } from './characters.ts'
import type { Fault } from './fault.ts'
import { trailingAllowance } from './find-revisions.ts'
import type { PdfFile } from './pdf-file.ts'

/** P15: where a signed revision ends and another one follows, there is white space, and little of it. */
export function checkJoints({ bytes, brokenFrom }: PdfFile, signedEnds: number[]): Fault[] {
  return signedEnds.flatMap((end): Fault[] => {
    const next = skipWhitespace(bytes, end)
    if (next === bytes.length || end === brokenFrom) return []
    if (bytes[next] === 0x25)
      return [{ code: 'unreferenced-bytes', offset: next, detail: 'a comment behind a signed end' }]
    const detail = `${next - end} bytes`
    if (next - end > trailingAllowance) return [{ code: 'unreferenced-bytes', offset: end, detail }]
    return next - end > 2 ? [{ code: 'trailing-whitespace', offset: end, detail }] : []
  })
}
