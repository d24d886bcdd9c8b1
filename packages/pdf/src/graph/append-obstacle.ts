import type { PdfFile } from '../read/pdf-file.ts'

/** Why an increment after these bytes would not be read the same by every reader; undefined when it would. */
export function appendObstacle(bytes: Buffer, file: PdfFile | undefined): string | undefined {
  if (!file || file.brokenFrom !== undefined) return 'cross-reference damaged'
  if (file.views.some(({ encrypted }) => encrypted)) return 'encrypted'
  if (!/^%PDF-[12]\.\d[\r\n]/.test(bytes.subarray(0, 10).toString('latin1'))) return 'header not at the start'
  const tail = bytes.subarray(-2048).toString('latin1')
  if (!/startxref\s+\d+\s+%%EOF\s*$/.test(tail)) return 'bytes after the last %%EOF'
  return undefined
}
