import { PdfFault } from '@moqi/pdf/read/fault'
import { DerFault } from '@moqi/trust/asn1/read-der'

/** What a reading gives, or undefined when the bytes cannot be read. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof DerFault || error instanceof PdfFault) return undefined
    throw error
  }
}
