import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Scene, scene } from '@moqi/signing/append/signing-scene'
import { toPem } from '@moqi/signing/certificates/pem'
import { createRevocationList } from '@moqi/signing/certificates/revocation-list'
import type { Verdict } from '@moqi/signing/verify/verdict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDocument } from '#src/platform/documents/read-document.ts'
import { companySigner, personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { completeArchive } from './complete-archive.ts'

/** A time-stamping authority that answers always, and its revocation lists that can be out of reach. */
const lists = { on: false, asked: 0 }
let elsewhere: Scene
let authority: Server
let folder: string
let server: TestServer
let launcher: Player
let wang: Player

beforeAll(async () => {
  authority = createServer(async (request, response) => {
    if (request.method === 'GET') return answerList(request.url, response)
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const answer = await elsewhere.timestamps(Buffer.concat(parts))
    return response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answer)
  })
  await new Promise<void>((resolve) => {
    authority.listen(0, '127.0.0.1', () => resolve())
  })
  const address = authority.address()
  const at = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  elsewhere = await scene(() => new Date(), 'P-256', at)
  folder = mkdtempSync(join(tmpdir(), 'moqi-lists-'))
  const roots = join(folder, 'roots.pem')
  writeFileSync(roots, toPem('CERTIFICATE', elsewhere.root.key.identity.certificate))
  server = await testServer({}, { MOQI_TSA_URL: `${at}/`, MOQI_TRUSTED_ROOTS: roots })
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(async () => {
  await server.close()
  authority.closeAllConnections()
  authority.close()
  rmSync(folder, { recursive: true, force: true })
})

async function answerList(url: string | undefined, response: ServerResponse) {
  lists.asked += 1
  if (!lists.on) return response.destroy()
  const now = Date.now()
  const list = await createRevocationList({
    authority: url === '/root.crl' ? elsewhere.root : elsewhere.issuing,
    revoked: [],
    thisUpdate: new Date(now - 60_000),
    nextUpdate: new Date(now + 86_400_000),
    number: 1,
  })
  return response.writeHead(200, { 'content-type': 'application/pkix-crl' }).end(list)
}

async function finished(): Promise<string> {
  const { taskId } = await sent(server, launcher, [
    companySigner(1, yunqi, jing),
    personSigner(2, '王小明', wang.phone),
  ])
  const before = await told()
  expect((await signNow(server, launcher, taskId)).code).toBe(200)
  expect((await signNow(server, wang, taskId)).code).toBe(200)
  await until(async () => (await told()) > before)
  return taskId
}

const told = async () => {
  const outbox = await server.app.inject({ url: '/demo/outbox', query: { recipient: wang.phone } })
  return outbox.json().messageArray.filter(({ scene: kind }: { scene: string }) => kind === 'finished').length
}

async function document(contractId: string) {
  const { tenantId } = launcher
  return server.deps.db.read(tenantId, async (db) => {
    const head = await db
      .selectFrom('document_head')
      .where('contract_id', '=', contractId)
      .select(['file_id', 'revision', 'sha256'])
      .executeTakeFirstOrThrow()
    return { ...head, ...(await readDocument(server.deps, db, tenantId, contractId, head.file_id)) }
  })
}

const judged = async (contractId: string): Promise<Verdict> =>
  server.deps.workshop.verify((await document(contractId)).bytes)
const levels = ({ signatureArray }: Verdict) => signatureArray.map(({ level }) => level)

async function until(condition: () => Promise<boolean>, withinMs = 30_000): Promise<number> {
  const start = performance.now()
  while (!(await condition())) {
    if (performance.now() - start > withinMs) throw new Error('it did not happen in time')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return performance.now() - start
}

test('an archive without revocation data says so, and is raised within a minute of the recovery', async () => {
  lists.on = false
  const taskId = await finished()
  const first = await judged(taskId)
  expect(first.verdict).toBe('valid')
  expect(levels(first)).toEqual(['B-T', 'B-T', 'B-T', 'DocTimeStamp'])
  const { revision } = await document(taskId)
  // Asked again and again, it adds nothing as long as nobody answers.
  const asked = lists.asked
  await until(async () => lists.asked > asked + 1, 60_000)
  expect(await document(taskId)).toMatchObject({ revision })
  expect(levels(await judged(taskId))).toEqual(levels(first))
  lists.on = true
  const took = await until(async () => (await document(taskId)).revision > revision, 60_000)
  expect(took).toBeLessThan(60_000)
  const raised = await judged(taskId)
  expect(raised.verdict).toBe('valid')
  expect(levels(raised)).toEqual(['B-LTA', 'B-LTA', 'B-LTA', 'DocTimeStamp', 'DocTimeStamp'])
  expect(await document(taskId)).toMatchObject({ revision: revision + 2 })
})

test('what is there at once needs no second time-stamp, and a repeated job adds none', async () => {
  lists.on = true
  const taskId = await finished()
  await until(async () => levels(await judged(taskId)).includes('B-LTA'))
  const { revision, sha256 } = await document(taskId)
  expect(levels(await judged(taskId))).toEqual(['B-LTA', 'B-LTA', 'B-LTA', 'DocTimeStamp'])
  const place = { tenantId: launcher.tenantId, contractId: taskId }
  await completeArchive(server.deps, { ...place, unanswered: [], heads: ['0'.repeat(64)], tries: 3 })
  expect(await document(taskId)).toMatchObject({ revision, sha256 })
})
