import { createHmac, hash } from 'node:crypto'

/** What a request is signed with; `at` in seconds since epoch. */
export type TencentRequest = { host: string; service: string; action: string; body: string; at: number }

/** The content type that is signed and must be sent just so (TC3-HMAC-SHA256). */
export const tencentContentType = 'application/json; charset=utf-8'

/** The Authorization header of a POST to `/` (Tencent Cloud API 3.0, signature method v3, TC3-HMAC-SHA256). */
export function tencentAuthorization(key: { id: string; secret: string }, request: TencentRequest): string {
  const { host, service, action, body, at } = request
  const day = new Date(at * 1000).toISOString().slice(0, 10)
  const scope = `${day}/${service}/tc3_request`
  const names = 'content-type;host;x-tc-action'
  const canonical = [
    'POST',
    '/',
    '',
    `content-type:${tencentContentType}`,
    `host:${host}`,
    `x-tc-action:${action.toLowerCase()}`,
    '',
    names,
    hash('sha256', body),
  ].join('\n')
  const signing = [day, service, 'tc3_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `TC3${key.secret}`,
  )
  const signature = createHmac('sha256', signing)
    .update(`TC3-HMAC-SHA256\n${at}\n${scope}\n${hash('sha256', canonical)}`)
    .digest('hex')
  return `TC3-HMAC-SHA256 Credential=${key.id}/${scope}, SignedHeaders=${names}, Signature=${signature}`
}
