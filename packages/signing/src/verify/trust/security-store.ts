import { DerFault } from '../cms/der.ts'
import type { DocumentModel } from '../graph/document-model.ts'
import { decodeStream } from '../read/decode-stream.ts'
import { PdfFault } from '../read/fault.ts'
import { dictOf, itemsOf } from '../read/values.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import { readRevocationList, type RevocationList } from './revocation.ts'

/** Validation data of a document security store (ISO 32000-2 12.8.4.3), as far as it can be read. */
export interface SecurityStore {
  certificates: Certificate[]
  revocationLists: RevocationList[]
  /** OCSP responses are counted, not judged. */
  responses: number
}

const maximalCertificates = 200

/** The store of one revision; empty when there is none. Unreadable members are left out: they prove nothing. */
export function readSecurityStore(model: DocumentModel): SecurityStore {
  const { view, catalog } = model
  const store = dictOf(view.get(catalog, 'DSS'))
  const members = (key: string) =>
    itemsOf(view.get(store, key))
      .slice(0, maximalCertificates)
      .flatMap((item) => {
        const stream = view.resolve(item)
        return stream.kind === 'stream' ? [stream] : []
      })
  const data = (key: string) => members(key).flatMap((stream) => attempt(() => decodeStream(stream, view.file.budget)))
  return {
    certificates: data('Certs').flatMap((der) => attempt(() => readCertificate(der))),
    revocationLists: data('CRLs').flatMap((der) => attempt(() => readRevocationList(der))),
    responses: members('OCSPs').length,
  }
}

/** The result as a list of one, or of none when the bytes cannot be read. */
export function attempt<T>(read: () => T): T[] {
  try {
    return [read()]
  } catch (error) {
    if (error instanceof DerFault || error instanceof PdfFault) return []
    throw error
  }
}
