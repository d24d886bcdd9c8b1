import { DerFault } from '@moqi/trust/asn1/read-der'
import { PdfFault } from '@moqi/pdf/read/fault'

/** The result as a list of one, or of none when the bytes cannot be read. */
export function attempt<T>(read: () => T): T[] {
  try {
    return [read()]
  } catch (error) {
    if (error instanceof DerFault || error instanceof PdfFault) return []
    throw error
  }
}
