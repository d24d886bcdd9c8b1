import type { DocumentModel } from '../graph/document-model.ts'
import { decodeStream } from '../read/decode-stream.ts'
import { dictOf, itemsOf } from '../read/values.ts'
import { attempt } from './attempt.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import { readOcspResponse } from './ocsp-response.ts'
import type { RevocationData } from './revocation.ts'
import { readRevocationList } from './revocation-list.ts'

/** Validation data of a document security store (ISO 32000-2 12.8.4.3), as far as it can be read. */
export interface SecurityStore extends RevocationData {
  certificates: Certificate[]
}

const maximalMembers = 200

/**
 * The store of one revision, /VRI included; empty when there is none. Unreadable members are left out: they prove
 * nothing.
 */
export function readSecurityStore(model: DocumentModel): SecurityStore {
  const { view, catalog } = model
  const store = dictOf(view.get(catalog, 'DSS'))
  const records = dictOf(view.get(store, 'VRI'))
  const perSignature = [...(records?.entries.values() ?? [])]
    .slice(0, maximalMembers)
    .map((record) => dictOf(view.resolve(record)))
  // A member named in both places is one object, and read once.
  const data = (all: string, own: string) => {
    const items = [
      ...itemsOf(view.get(store, all)),
      ...perSignature.flatMap((record) => itemsOf(view.get(record, own))),
    ]
    const streams = new Set(items.map((item) => view.resolve(item)).filter((value) => value.kind === 'stream'))
    return [...streams]
      .slice(0, maximalMembers)
      .flatMap((stream) => attempt(() => decodeStream(stream, view.file.budget)))
  }
  return {
    certificates: data('Certs', 'Cert').flatMap((der) => attempt(() => readCertificate(der))),
    lists: data('CRLs', 'CRL').flatMap((der) => attempt(() => readRevocationList(der))),
    responses: data('OCSPs', 'OCSP').flatMap((der) => attempt(() => readOcspResponse(der))),
  }
}
