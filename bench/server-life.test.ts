import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { signIn } from '../scripts/demo/sign-in.ts'
import { databaseProcesses, type ServerProcess, serverProcess } from './server-process.ts'

const person = { phone: '13800000001', name: '王小明', company: null }
let dataDir: string
let server: ServerProcess

beforeAll(async () => {
  dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'moqi-life-')))
  chmodSync(dataDir, 0o755)
  server = await serverProcess(dataDir)
})
// The first start makes database, keys and people; the others find them.
beforeEach(() => server.start())
afterEach(async () => {
  await server.end('SIGKILL')
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('Ctrl-C ends the server with 0 and its database with it', async () => {
  // Processes can be told by where they work on Linux alone.
  expect(databaseProcesses(dataDir).length > 0).toBe(process.platform === 'linux')
  expect(await server.end('SIGINT')).toBe(0)
  expect(databaseProcesses(dataDir)).toEqual([])
})

test('a killed server leaves no database behind, and its next start finds everything again', async () => {
  const client = await signIn(server.baseUrl, person)
  const taskName = randomUUID()
  const draft = { taskName, signOrderType: 'order' as const, fileIdArray: [], signerArray: [] }
  const { signId } = await client.call('saveDraft', draft)
  await server.end('SIGKILL')
  expect(databaseProcesses(dataDir)).toEqual([])
  await server.start()
  expect((await client.call('getDraftInfo', { signId })).taskName).toBe(taskName)
})

test('what has been asked is answered before the server ends', async () => {
  await signIn(server.baseUrl, person)
  // A password takes a tenth of a second of work, and eight of them longer than the signal.
  const asked = Array.from({ length: 8 }, () => signIn(server.baseUrl, person))
  const answered = Promise.allSettled(asked)
  await pause(60)
  expect(await server.end('SIGTERM')).toBe(0)
  const words = (await answered).map((one) => (one.status === 'rejected' ? String(one.reason) : 'answered'))
  // Whoever's second question came too late was told so; nobody's connection was cut.
  expect(words.filter((word) => /reset|socket|closed|terminated/i.test(word))).toEqual([])
})

test('a second server on the same data refuses with a sentence, and the first goes on', async () => {
  const second = await serverProcess(dataDir)
  await expect(second.start()).rejects.toThrow(
    `数据目录 ${dataDir} 正被另一个墨契进程使用，请先停止它，或用 MOQI_DATA 指定其他目录`,
  )
  await expect(signIn(server.baseUrl, person)).resolves.toBeDefined()
})

test('a server whose parent goes while it is being started ends by itself', async () => {
  await server.end('SIGTERM')
  const main = join(import.meta.dirname, '../apps/server/src/main.ts')
  const env = { PATH: process.env.PATH, MOQI_DATA: dataDir, PORT: '0' }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.disconnect()
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(databaseProcesses(dataDir)).toEqual([])
})
