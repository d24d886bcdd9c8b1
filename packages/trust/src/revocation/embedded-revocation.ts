import { childrenIn, childrenOf, tags } from '../asn1/read-der.ts'
import type { SignedData } from '../cms/read-signed-data.ts'
import { readOcspResponse } from './ocsp-response.ts'
import type { RevocationData } from './revocation.ts'
import { readRevocationList } from './revocation-list.ts'
import { attempt } from '@moqi/verify/attempt'

/** adbe-revocationInfoArchival (ISO 32000-2 12.8.3.3.2), a signed attribute. */
const archivalAttribute = '1.2.840.113583.1.1.8'

/** Revocation data that a CMS brings: in its `crls` (RFC 5652, RFC 5940), and in Adobe's attribute (C6). */
export function embeddedRevocation(data: SignedData | undefined): RevocationData {
  const archived = (data?.signer.signed.get(archivalAttribute) ?? []).flatMap((value) =>
    attempt(() => childrenIn(value, tags.sequence)).flat(),
  )
  const members = (tag: number) =>
    archived
      .filter((part) => part.tag === tag)
      .flatMap((part) => attempt(() => childrenIn(childrenOf(part)[0], tags.sequence)).flat())
      .map(({ raw }) => raw)
  const lists = [...(data?.revocationLists ?? []), ...members(tags.context0)]
  const responses = [...(data?.responses ?? []), ...members(tags.context1)]
  return {
    lists: lists.flatMap((der) => attempt(() => readRevocationList(der))),
    responses: responses.flatMap((der) => attempt(() => readOcspResponse(der))),
  }
}
