import { PDF, PdfDict, PdfName, type PdfObject } from '@libpdf/core'

/** A file that libpdf cannot open, or would write otherwise than it was. */
export class RecoveryFault extends Error {
  override name = 'RecoveryFault'
  readonly reason: 'encrypted' | 'wrong-password' | 'restricted' | 'foreign-names'

  constructor(reason: RecoveryFault['reason'], message = '', options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** A file written anew: open, and with cross-references that lead to its objects. */
export interface RecoveredPdf {
  bytes: Buffer
  wasEncrypted: boolean
  /** How many pages the file says it has. */
  pages: number
}

/**
 * What libpdf can and our reader, which is strict, must not: finds the objects of a file whose cross-references are
 * broken, and opens one by its password, unless its owner forbids changes. Throws `RecoveryFault`, or any error for
 * what is no PDF at all.
 */
export async function recoverPdf(bytes: Buffer, password = ''): Promise<RecoveredPdf> {
  const pdf = await PDF.load(new Uint8Array(bytes), password === '' ? {} : { credentials: password })
  if (pdf.recoveredViaBruteForce && bytes.includes('/Encrypt')) {
    throw new RecoveryFault('encrypted', 'damaged and encrypted: libpdf forgets the encryption when it recovers')
  }
  const wasEncrypted = pdf.isEncrypted
  if (wasEncrypted) openProtected(pdf, password)
  const pages = pdf.getPageCount()
  // libpdf hands back the original bytes, damage included, unless something changed.
  pdf.context.catalog.getDict().set('Type', PdfName.of('Catalog'))
  const saved = Buffer.from(await pdf.save())
  const keys = [...pdf.context.registry.getLoadedObjects().values()].flatMap((object) => dictionaryKeys(object))
  if (keys.some((key) => /[\u0080-\u00ff\ufffd]/.test(key))) {
    throw new RecoveryFault('foreign-names', 'libpdf would write names that are not UTF-8 otherwise than content does')
  }
  return { bytes: saved, wasEncrypted, pages }
}

/** Lifted only when the password, or none, opens the file and its owner allows changes; libpdf checks the latter. */
function openProtected(pdf: PDF, password: string): void {
  if (!pdf.isAuthenticated) throw new RecoveryFault(password === '' ? 'encrypted' : 'wrong-password')
  try {
    pdf.removeProtection()
  } catch (cause) {
    throw new RecoveryFault('restricted', '', { cause })
  }
}

/** Resource dictionaries lie at most two levels inside an indirect object. */
function dictionaryKeys(object: PdfObject, depth = 0): string[] {
  if (!(object instanceof PdfDict) || depth > 3) return []
  return [...object].flatMap(([key, value]) => [key.value, ...dictionaryKeys(value, depth + 1)])
}
