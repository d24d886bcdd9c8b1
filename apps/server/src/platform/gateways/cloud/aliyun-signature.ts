import { createHmac, hash } from 'node:crypto'

/** What a request is signed with: the headers that the signature covers, and the query. */
export type AliyunRequest = {
  host: string
  query: Record<string, string>
  headers: Record<string, string>
  body: string
}

/** Percent-encoding of RFC 3986, in which `encodeURIComponent` leaves four characters out. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The query in the order in which it is signed. */
export const canonicalQuery = (query: Record<string, string>): string =>
  Object.entries(query)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .join('&')

/** The Authorization header of a POST to `/` (Alibaba Cloud, request syntax and signature method V3). */
export function aliyunAuthorization(key: { id: string; secret: string }, request: AliyunRequest): string {
  const headers = Object.entries({ ...request.headers, host: request.host }).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  )
  const names = headers.map(([name]) => name).join(';')
  const canonical = [
    'POST',
    '/',
    canonicalQuery(request.query),
    ...headers.map(([name, value]) => `${name}:${value.trim()}`),
    '',
    names,
    hash('sha256', request.body),
  ].join('\n')
  const signature = createHmac('sha256', key.secret)
    .update(`ACS3-HMAC-SHA256\n${hash('sha256', canonical)}`)
    .digest('hex')
  return `ACS3-HMAC-SHA256 Credential=${key.id},SignedHeaders=${names},Signature=${signature}`
}
