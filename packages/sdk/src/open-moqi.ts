import type { Output, Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { type Keys, signRequest } from './sign-request.ts'
import { signedCalls, type SignedName } from './signed-calls.ts'

type Of<Kind extends string> = { [K in SignedName]: Table[K]['kind'] extends Kind ? K : never }[SignedName]

/** Where the server is, and what its requests are signed with. */
export type MoqiSettings = Keys & { readonly baseUrl: string }

/** A file to send. */
export type MoqiFile = { readonly fileName: string; readonly bytes: Uint8Array<ArrayBuffer> }

/** The calls an integration may ask; each throws `MoqiRefusal` where the server answers anything but success. */
export type Moqi = {
  /** Asks a call that answers JSON. The same key for the same effect: asked again, it is there once. */
  call: <K extends Of<'json'>>(
    name: K,
    input: Sent<Table[K]>,
    options?: { idempotencyKey?: string },
  ) => Promise<Output<Table[K]>>
  /** Sends a file. */
  upload: <K extends Of<'upload'>>(name: K, file: MoqiFile, fields?: Sent<Table[K]>) => Promise<Output<Table[K]>>
  /** Fetches bytes. */
  download: <K extends Of<'blob'>>(name: K, input: Sent<Table[K]>) => Promise<Uint8Array<ArrayBuffer>>
}

/** An expected "no": `reason` is one of the closed set in the document, `message` a Chinese sentence. */
export class MoqiRefusal extends Error {
  override name = 'MoqiRefusal'
  readonly status: number
  readonly reason: string | null
  /** What the reason says beside itself. */
  readonly data: Readonly<Record<string, unknown>>
  /** Names the request in the log of the integration's page. */
  readonly requestId: string
  /** Seconds to wait; null where nobody said. */
  readonly retryAfter: number | null

  constructor(answer: Response, { message, data, requestId }: Refused) {
    super(message ?? `HTTP ${answer.status}`)
    const wait = answer.headers.get('retry-after')
    this.status = answer.status
    this.reason = data?.reason ?? null
    this.data = data ?? {}
    this.requestId = requestId ?? answer.headers.get('x-request-id') ?? ''
    this.retryAfter = wait === null ? null : Number(wait)
  }
}

type Refused = { message?: string; data?: ({ reason?: string } & Record<string, unknown>) | null; requestId?: string }

/** Opens the calls for one integration. Needs `fetch` and Web Crypto: Node 20, or a browser the company trusts. */
export function openMoqi({ baseUrl, ...keys }: MoqiSettings): Moqi {
  const { origin } = new URL(baseUrl)

  async function send(
    name: SignedName,
    { query, body, key }: { query: URLSearchParams; body: Uint8Array<ArrayBuffer>; key?: string | undefined },
  ): Promise<Response> {
    const [method = 'POST'] = signedCalls[name].split(' ')
    const target = `/openapi/v1/${name}${query.size > 0 ? `?${query}` : ''}`
    const headers = await signRequest(keys, { method, target, body, idempotencyKey: key, time: Date.now() })
    const isRead = method === 'GET'
    return fetch(origin + target, {
      method,
      headers: { ...headers, ...(!isRead && { 'Content-Type': 'application/json' }) },
      ...(!isRead && { body }),
    })
  }

  return {
    async call(name, input, { idempotencyKey } = {}) {
      return dataOf(await send(name, { ...asked(name, input), key: idempotencyKey }))
    },
    async upload(name, { fileName, bytes }, fields) {
      return dataOf(await send(name, { query: queryOf({ fileName, ...Object(fields) }), body: bytes }))
    },
    async download(name, input) {
      const answer = await send(name, asked(name, input))
      if (isJson(answer)) throw new MoqiRefusal(answer, JSON.parse(await answer.text()))
      if (!answer.ok) throw new MoqiRefusal(answer, {})
      return new Uint8Array(await answer.arrayBuffer())
    },
  }
}

const nothing = new Uint8Array()

/** What is asked stands in the query of a GET, and in the body of a POST. */
function asked(name: SignedName, input: unknown) {
  if (signedCalls[name].startsWith('GET')) return { query: queryOf(Object(input)), body: nothing }
  return { query: new URLSearchParams(), body: new TextEncoder().encode(JSON.stringify(input ?? {})) }
}

const queryOf = (fields: Record<string, unknown>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [[field, String(value)]])),
  )

const isJson = ({ headers }: Response) => (headers.get('content-type') ?? '').includes('json')

/** What an envelope says of success; refusals of business come with HTTP 200 too, and another code. */
const successes: readonly unknown[] = [200, 0, '0']

async function dataOf<T>(answer: Response): Promise<T> {
  if (!isJson(answer)) throw new MoqiRefusal(answer, {})
  const text = await answer.text()
  const { code, data }: { code: unknown; data: T } = JSON.parse(text)
  if (!answer.ok || !successes.includes(code)) throw new MoqiRefusal(answer, JSON.parse(text))
  return data
}
