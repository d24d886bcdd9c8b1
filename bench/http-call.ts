import { table, type Table } from '@moqi/api/table'
import { z } from 'zod'

/** Who asks: a session acting in a space, or nobody yet from some address; `key` names one effect. */
export type Asking = { token?: string; tenantId?: string; address?: string; key?: string }

const Envelope = z.object({ code: z.union([z.number(), z.string()]), message: z.string(), data: z.unknown() })

/** Calls the API by POST with a key of the caller's own. Throws what `fetch` throws, or the server's refusal. */
export async function post<K extends keyof Table>(
  baseUrl: string,
  name: K,
  input: z.input<Table[K]['input']>,
  asking: Asking = {},
): Promise<z.output<Table[K]['output']>> {
  const { path, success, output } = table[name]
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (asking.token) headers.authorization = `Bearer ${asking.token}`
  if (asking.tenantId) headers['x-tenant-id'] = asking.tenantId
  if (asking.address) headers['x-forwarded-for'] = asking.address
  if (asking.key) headers['idempotency-key'] = asking.key
  const response = await fetch(new URL(path, baseUrl), { method: 'POST', headers, body: JSON.stringify(input) })
  const { code, message, data } = Envelope.parse(await response.json())
  if (response.status !== 200 || code !== success) throw new Error(`${path} answers ${code} ${message}`)
  return output.parse(data) as z.output<Table[K]['output']>
}
