import { randomUUID } from 'node:crypto'
import type { Output, Sent } from '@moqi/api/call'
import { table, type Table } from '@moqi/api/table'
import { z } from 'zod'

type NamesOf<Kind extends string> = { [K in keyof Table]: Table[K]['kind'] extends Kind ? K : never }[keyof Table]

/** Calls that answer JSON to JSON. */
type JsonName = Exclude<keyof Table, NamesOf<'upload' | 'pair' | 'blob'>>
type UploadName = NamesOf<'upload'>
type BlobName = NamesOf<'blob'>

/** A file to upload. */
export type FileToSend = { fileName: string; bytes: Uint8Array<ArrayBuffer> }

/** What the server answered instead of success: `message` is its own sentence, `code` and `data` as on the wire. */
export class CallFailure extends Error {
  override name = 'CallFailure'
  readonly path: string
  readonly code: number | string
  readonly data: unknown

  constructor(path: string, code: number | string, message: string, data: unknown) {
    super(message)
    this.path = path
    this.code = code
    this.data = data
  }
}

/** The HTTP API as one person in one space sees it; every method throws `CallFailure` on anything but success. */
export type Client = {
  call: <K extends JsonName>(name: K, input: Sent<Table[K]>) => Promise<Output<Table[K]>>
  upload: <K extends UploadName>(
    name: K,
    file: FileToSend,
    fields?: Record<string, string>,
  ) => Promise<Output<Table[K]>>
  /** Bytes of a blob call. */
  download: (name: BlobName, input: Record<string, string>) => Promise<Buffer>
  /** The same server with this session, acting in `tenantId` when given. */
  as: (token: string, tenantId?: string) => Client
}

const Envelope = z.object({ code: z.union([z.number(), z.string()]), message: z.string(), data: z.unknown() })

/** Opens the API at `baseUrl`, not signed in. */
export function openClient(baseUrl: string, token: string | null = null, tenantId: string | null = null): Client {
  const identity: Record<string, string> = {}
  if (token) identity.authorization = `Bearer ${token}`
  if (tenantId) identity['x-tenant-id'] = tenantId

  async function send(name: keyof Table, input: unknown): Promise<Response> {
    const { method, path, mutates } = table[name]
    const headers: Record<string, string> = { ...identity }
    if (mutates) headers['idempotency-key'] = randomUUID()
    if (method === 'GET') return fetch(addressOf(baseUrl, path, input), { headers })
    headers['content-type'] = 'application/json'
    return fetch(new URL(path, baseUrl), { method, headers, body: JSON.stringify(input) })
  }

  return {
    async call(name, input) {
      const data = await dataOf(name, await send(name, input))
      return table[name].output.parse(data) as Output<Table[typeof name]>
    },
    async upload(name, file, fields = {}) {
      const form = new FormData()
      // The server reads the fields that stand before the file.
      for (const [key, value] of Object.entries(fields)) form.append(key, value)
      form.append('file', new Blob([file.bytes], { type: 'application/pdf' }), file.fileName)
      const { path } = table[name]
      const response = await fetch(new URL(path, baseUrl), { method: 'POST', headers: identity, body: form })
      return table[name].output.parse(await dataOf(name, response)) as Output<Table[typeof name]>
    },
    async download(name, input) {
      const response = await send(name, input)
      if (response.headers.get('content-type')?.includes('json')) await dataOf(name, response)
      if (!response.ok) throw new CallFailure(table[name].path, response.status, `HTTP ${response.status}`, null)
      return Buffer.from(await response.arrayBuffer())
    },
    as: (ownToken, ownTenant) => openClient(baseUrl, ownToken, ownTenant ?? null),
  }
}

async function dataOf(name: keyof Table, response: Response): Promise<unknown> {
  const { path, success } = table[name]
  const text = await response.text()
  const parsed = Envelope.safeParse(readJson(text))
  if (!parsed.success)
    throw new CallFailure(path, response.status, `HTTP ${response.status}：${text.slice(0, 200)}`, null)
  const { code, message, data } = parsed.data
  if (code !== success) throw new CallFailure(path, code, message, data)
  return data
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Path parameters (`:name`) are filled in; what remains becomes the query. */
function addressOf(baseUrl: string, path: string, input: unknown): URL {
  const fields = z.record(z.string(), z.union([z.string(), z.number()])).parse(input)
  const used = new Set<string>()
  const filled = path.replace(/:(\w+)/g, (_, key: string) => {
    used.add(key)
    return encodeURIComponent(fields[key] ?? '')
  })
  const url = new URL(filled, baseUrl)
  for (const [key, value] of Object.entries(fields)) if (!used.has(key)) url.searchParams.set(key, String(value))
  return url
}
