import type { DocumentModel } from '@moqi/pdf/graph/document-model'
import { BudgetExceeded } from '@moqi/pdf/limits'
import { decodeStream } from '@moqi/pdf/read/decode-stream'
import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, itemsOf, type PdfStream, type PdfValue } from '@moqi/pdf/read/values'
import { attempt } from '../structure/attempt.ts'
import { type Certificate, readCertificate } from '@moqi/trust/chains/certificate'
import { type OcspResponse, readOcspResponse } from '@moqi/trust/revocation/ocsp-response'
import type { RevocationData } from '@moqi/trust/revocation/revocation'
import { readRevocationList, type RevocationList } from '@moqi/trust/revocation/revocation-list'

/** Validation data of a document security store (ISO 32000-2 12.8.4.3), as far as it can be read. */
export interface SecurityStore extends RevocationData {
  certificates: Certificate[]
}

/** More than this in one file is no data about signatures any more. */
const maximalMembers = 1_000

/**
 * The stores of the revisions, /VRI included, undefined where a revision cannot be read. Unreadable members are left
 * out: they prove nothing. Throws `BudgetExceeded` when there are too many: one that is left out could be a
 * revocation.
 */
export function readSecurityStores(models: (DocumentModel | undefined)[]): (SecurityStore | undefined)[] {
  const members = {
    certificates: new MemberReader(readCertificate),
    lists: new MemberReader(readRevocationList),
    responses: new MemberReader(readOcspResponse),
  }
  return models.map((model) => model && readSecurityStore(model, members))
}

/** Everything that any revision's store brought: what an increment drops is known all the same (D10, T7). */
export function joinStores(stores: (SecurityStore | undefined)[]): SecurityStore {
  const all = stores.filter((store) => store !== undefined)
  return {
    certificates: [...new Set(all.flatMap(({ certificates }) => certificates))],
    lists: [...new Set(all.flatMap(({ lists }) => lists))],
    responses: [...new Set(all.flatMap(({ responses }) => responses))],
  }
}

interface Members {
  certificates: MemberReader<Certificate>
  lists: MemberReader<RevocationList>
  responses: MemberReader<OcspResponse>
}

function readSecurityStore({ view, catalog }: DocumentModel, members: Members): SecurityStore {
  const store = view.dict(catalog, 'DSS')
  const records = [...(view.dict(store, 'VRI')?.entries.values() ?? [])].map((one) => dictOf(view.resolve(one)))
  const items = (all: string, own: string) => [
    ...itemsOf(view.get(store, all)),
    ...records.flatMap((record) => itemsOf(view.get(record, own))),
  ]
  return {
    certificates: members.certificates.read(view, items('Certs', 'Cert')),
    lists: members.lists.read(view, items('CRLs', 'CRL')),
    responses: members.responses.read(view, items('OCSPs', 'OCSP')),
  }
}

/** Reads streams of one kind, each once a file however many places and revisions name it. */
class MemberReader<T> {
  readonly #parse: (der: Buffer) => T
  readonly #known = new Map<PdfStream, T[]>()

  constructor(parse: (der: Buffer) => T) {
    this.#parse = parse
  }

  read(view: View, items: PdfValue[]): T[] {
    const streams = items.map((item) => view.resolve(item)).filter((value) => value.kind === 'stream')
    return [...new Set(streams)].flatMap((stream) => this.#readOne(view, stream))
  }

  #readOne(view: View, stream: PdfStream): T[] {
    const { budget } = view.file
    budget.step()
    const known = this.#known.get(stream)
    if (known) return known
    if (this.#known.size >= maximalMembers) throw new BudgetExceeded('validation data')
    const member = attempt(() => this.#parse(decodeStream(stream, budget)))
    const found = member === undefined ? [] : [member]
    this.#known.set(stream, found)
    return found
  }
}
