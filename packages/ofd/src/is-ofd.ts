const zip = Buffer.from('PK\u0003\u0004', 'latin1')
/** ISO 32000-1 Annex H.3: readers of PDF look for its header within the first 1024 bytes. */
const pdfWithin = 1024

/** Whether bytes, of which the first 1024 are enough, may be an OFD: a ZIP that no reader takes for a PDF. */
export function maybeOfd(head: Buffer): boolean {
  return head.subarray(0, zip.length).equals(zip) && !head.subarray(0, pdfWithin).includes('%PDF-')
}
