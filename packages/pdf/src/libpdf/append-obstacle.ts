import type { PDF } from '@libpdf/core'

/** Why an increment after these bytes would not be read the same by every reader; undefined when it would. */
export function appendObstacle(pdf: PDF, bytes: Buffer): string | undefined {
  if (pdf.recoveredViaBruteForce) return 'cross-reference damaged'
  if (pdf.isEncrypted) return 'encrypted'
  if (!/^%PDF-[12]\.\d[\r\n]/.test(bytes.subarray(0, 10).toString('latin1'))) return 'header not at the start'
  const tail = bytes.subarray(-2048).toString('latin1')
  if (!/startxref\s+\d+\s+%%EOF\s*$/.test(tail)) return 'bytes after the last %%EOF'
  return undefined
}
