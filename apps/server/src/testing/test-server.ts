import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Call, Sent } from '@moqi/api/call'
import { table, type Table } from '@moqi/api/table'
import { vi } from 'vitest'
import type { z } from 'zod'
import { type OpenServer, openServer, type Overrides } from '#src/open-server.ts'
import { readConfig } from '#src/platform/config.ts'
import { startPostgres } from '#src/platform/database/embedded-postgres.ts'
import { codeIn, messagesTo } from './messages.ts'
import { sharedThreads } from './shared-threads.ts'
import { demoWorld, emptyWorld, type World } from './test-world.ts'

/** The envelope of any call. `data` is null on refusals that say nothing more. */
export type Answer<C extends Call> = {
  status: number
  code: number | string
  message: string
  data: (z.output<C['output']> extends null ? object : z.output<C['output']>) & Record<string, unknown>
}

type UploadName = { [K in keyof Table]: Table[K]['kind'] extends 'upload' ? K : never }[keyof Table]
type Ask = { token?: string; tenantId?: string; key?: string; address?: string; device?: string; agent?: string }

/** Each connection learns the tables anew: a server that lives for a dozen tests has no use for many. */
const few = { directory: 4, tenants: 6 }

/** A real server on its own database and data directory, spoken to without a network. */
export type TestServer = OpenServer & {
  call: <K extends keyof Table>(name: K, input: Sent<Table[K]>, ask?: Ask) => Promise<Answer<Table[K]>>
  upload: (fileName: string, bytes: Buffer, ask: Ask & { usage?: string }) => Promise<Answer<Table['uploadFile']>>
  /** Sends a file to any upload call, with its other fields as they stand in the form. */
  send: <K extends UploadName>(
    name: K,
    file: { fileName: string; bytes: Buffer },
    fields: Record<string, string>,
    ask: Ask,
  ) => Promise<Answer<Table[K]>>
  blob: <K extends keyof Table>(
    name: K,
    input: Sent<Table[K]>,
    ask?: Ask & { headers?: Record<string, string> },
  ) => Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>
  /** The newest code sent to a phone for a scene. */
  code: (phone: string, scene: string) => Promise<string>
  /** Signs in with the demo password. */
  login: (phone: string) => Promise<string>
}

/**
 * Starts one; call `close` at the end. The clock may be replaced. Servers without settings are copies of one another,
 * down to keys and people; with settings of its own a server makes them itself.
 */
export async function testServer(overrides: Overrides = {}, env: NodeJS.ProcessEnv = {}): Promise<TestServer> {
  const { now = Date.now } = overrides
  return serverOn(Object.keys(env).length === 0 ? await demoWorld(now()) : await emptyWorld(), overrides, env)
}

/** A server that shares neither key nor person with any other: somebody else's. */
export const foreignServer = async (overrides: Overrides = {}): Promise<TestServer> =>
  serverOn(await emptyWorld(), overrides)

/** A server with a PostgreSQL of its own on that data directory, both made at the first start, both left there. */
export async function embeddedServer(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<TestServer> {
  const directory = join(dataDir, 'postgres')
  if (!existsSync(directory)) {
    const { stop } = await startPostgres(directory, { volatile: true })
    await stop()
  }
  const config = readConfig({ MOQI_DATA: dataDir, MOQI_DISK_RESERVE: '0', MOQI_TRUST_PROXY: '1', ...env })
  return speakingTo(await openServer(config, { log: () => {}, threads: sharedThreads }))
}

async function serverOn(world: World, overrides: Overrides, env: NodeJS.ProcessEnv = {}): Promise<TestServer> {
  const { dataDir, databaseUrl, remove } = world
  const config = readConfig({ MOQI_DATA: dataDir, DATABASE_URL: databaseUrl, MOQI_TRUST_PROXY: '1', ...env })
  const usual = { log: () => {}, threads: sharedThreads, connections: few }
  const opened = await openServer(config, { ...usual, ...overrides }).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  const server = speakingTo(opened)
  await server.app.ready()
  return {
    ...server,
    async close() {
      await server.close()
      await remove()
    },
  }
}

/** A server that is open already, as a test speaks to it. */
export function speakingTo(server: OpenServer): TestServer {
  const speak = speaker(server)
  return {
    ...server,
    ...speak,
    async login(phone) {
      const { data } = await speak.call('loginByAccount', { userName: phone, password: 'Moqi@2026' })
      return String(data.token)
    },
  }
}

const headersOf = ({ token, tenantId, key, address, device, agent }: Ask) => ({
  ...(token && { authorization: `Bearer ${token}` }),
  ...(tenantId && { 'x-tenant-id': tenantId }),
  ...(key && { 'idempotency-key': key }),
  ...(address && { 'x-forwarded-for': address }),
  ...(device && { 'x-device': device }),
  ...(agent && { 'user-agent': agent }),
})

function speaker(server: OpenServer): Pick<TestServer, 'call' | 'upload' | 'send' | 'blob' | 'code'> {
  const send = (name: keyof Table, input: Record<string, unknown>, headers: Record<string, string>) => {
    const { method, path } = table[name]
    const url = path.replace(/:(\w+)/g, (_whole, field: string) => encodeURIComponent(String(input[field])))
    return method === 'GET'
      ? server.app.inject({ method, url, headers, query: queryOf(input) })
      : server.app.inject({ method, url, headers, payload: input })
  }
  const sendFile: TestServer['send'] = async (name, file, fields, ask) => {
    const { payload, type } = multipart(file, fields)
    const headers = { ...headersOf(ask), 'content-type': type }
    const response = await server.app.inject({ method: 'POST', url: table[name].path, headers, payload })
    return { status: response.statusCode, ...response.json() }
  }
  return {
    async call(name, input, ask = {}) {
      const response = await send(name, Object(input), headersOf(ask))
      return { status: response.statusCode, ...response.json() }
    },
    upload: (fileName, bytes, { usage = 'contract', ...ask }) =>
      sendFile('uploadFile', { fileName, bytes }, { usage }, ask),
    send: sendFile,
    async blob(name, input, ask = {}) {
      const response = await send(name, Object(input), { ...headersOf(ask), ...ask.headers })
      return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
    },
    async code(phone, scene) {
      const newest = async () => codeIn((await messagesTo(server, phone, scene))[0]?.body ?? '')
      return vi.waitUntil(newest, { timeout: 30_000 })
    },
  }
}

const queryOf = (input: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))

function multipart(
  { fileName, bytes }: { fileName: string; bytes: Buffer },
  fields: Record<string, string>,
): { payload: Buffer; type: string } {
  const boundary = 'moqi-test-boundary'
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head =
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n` +
    'content-type: application/pdf\r\n\r\n'
  const payload = Buffer.concat([Buffer.from(texts.join('') + head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { payload, type: `multipart/form-data; boundary=${boundary}` }
}
