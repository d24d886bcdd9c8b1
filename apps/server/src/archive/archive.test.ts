import { createServer, type Server } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scene } from '@moqi/signing/append/signing-scene'
import { toPem } from '@moqi/signing/certificates/pem'
import type { Verdict } from '@moqi/signing/verify/verdict'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDocument } from '#src/platform/documents/read-document.ts'
import { companySigner, personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { renewArchive } from './renew-archive.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'

const dayMs = 24 * 3_600_000

/** A time-stamping authority over HTTP that can be switched off. */
const authority = { on: true, asked: 0 }
let tsa: Server
let folder: string
let server: TestServer
let launcher: Player
let wang: Player

// Behind by what the server waits before it asks again, so that it asks at once.
const offset = { ms: -14_000 }
const now = () => Date.now() + offset.ms

beforeAll(async () => {
  const elsewhere = await scene(() => new Date(now()))
  tsa = createServer(async (request, response) => {
    authority.asked += 1
    if (!authority.on) return response.destroy()
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const answer = await elsewhere.timestamps(Buffer.concat(parts))
    return response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answer)
  })
  await new Promise<void>((resolve) => {
    tsa.listen(0, '127.0.0.1', () => resolve())
  })
  const address = tsa.address()
  const port = typeof address === 'object' ? address?.port : 0
  folder = mkdtempSync(join(tmpdir(), 'moqi-tsa-'))
  const roots = join(folder, 'roots.pem')
  writeFileSync(roots, toPem('CERTIFICATE', elsewhere.root.key.identity.certificate))
  const env = { MOQI_TSA_URL: `http://127.0.0.1:${port}/`, MOQI_TRUSTED_ROOTS: roots }
  server = await testServer({ now }, env)
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(async () => {
  await server.close()
  tsa.closeAllConnections()
  tsa.close()
  rmSync(folder, { recursive: true, force: true })
})

const bothSign = () => sent(server, launcher, [companySigner(1, yunqi, jing), personSigner(2, '王小明', wang.phone)])

const files = async (contractId: string) =>
  server.deps.db.read(launcher.tenantId, (db) =>
    db.selectFrom('document_head').where('contract_id', '=', contractId).select(['file_id', 'revision']).execute(),
  )

async function bytesOf(contractId: string): Promise<Buffer> {
  const [file] = await files(contractId)
  const { bytes } = await server.deps.db.read(launcher.tenantId, (db) =>
    readDocument(server.deps, db, launcher.tenantId, contractId, file?.file_id ?? ''),
  )
  return bytes
}

const judged = async (contractId: string): Promise<Verdict> => server.deps.workshop.verify(await bytesOf(contractId))

const levels = ({ signatureArray }: Verdict) => signatureArray.map(({ level }) => level)

async function until(condition: () => Promise<boolean>, withinMs = 30_000): Promise<number> {
  const start = performance.now()
  while (!(await condition())) {
    if (performance.now() - start > withinMs) throw new Error('it did not happen in time')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return performance.now() - start
}

const isTold = async (phone: string) => {
  const outbox = await server.app.inject({ url: '/demo/outbox', query: { recipient: phone } })
  return outbox.json().messageArray.filter(({ scene: kind }: { scene: string }) => kind === 'finished').length
}

const archivedUntil = async (contractId: string) => {
  const row = await server.deps.db.read(launcher.tenantId, (db) =>
    db.selectFrom('contract').where('contract_id', '=', contractId).select('archived_until').executeTakeFirst(),
  )
  return row?.archived_until ?? null
}

const details = async (signId: string) => {
  const { data } = await server.call('getSignDetailInfo', { signId }, launcher)
  return data.logArray.filter(({ verb }) => verb === 'sign' || verb === 'send').map(({ detail }) => detail)
}

const verbs = async (signId: string) =>
  (await server.call('getSignDetailInfo', { signId }, launcher)).data.logArray.map(({ verb }) => verb)

test('a finished contract is archived before anybody is told', async () => {
  const before = await isTold(wang.phone)
  const made = await bothSign()
  expect((await signNow(server, launcher, made.taskId)).code).toBe(200)
  expect((await signNow(server, wang, made.taskId)).code).toBe(200)
  await until(async () => (await isTold(wang.phone)) > before)
  const verdict = await judged(made.taskId)
  expect(verdict.reasonArray.filter(({ severity }) => severity === 'invalid' || severity === 'indeterminate')).toEqual(
    [],
  )
  expect(verdict.verdict).toBe('valid')
  expect(levels(verdict)).toContain('DocTimeStamp')
  const pdf = await bytesOf(made.taskId)
  for (const key of ['/DSS ', '/Certs[', '/CRLs[', '/OCSPs[', '/VRI<<']) expect(pdf.includes(key)).toBe(true)
  expect(await files(made.taskId)).toMatchObject([{ revision: 4 }])
  expect(await details(made.signId)).toEqual([null, null, null])
})

test('an archive is renewed before its time-stamp ends, and not before that is due', async () => {
  const made = await bothSign()
  await signNow(server, launcher, made.taskId)
  await signNow(server, wang, made.taskId)
  await until(async () => (await archivedUntil(made.taskId)) !== null)
  const place = { tenantId: launcher.tenantId, contractId: made.taskId }
  await renewArchive(server.deps, place)
  expect(await files(made.taskId)).toMatchObject([{ revision: 4 }])
  const end = await archivedUntil(made.taskId)
  expect(end).toBe(Date.UTC(2046, 0, 1))
  offset.ms += (end ?? 0) - 60 * dayMs - Date.now()
  try {
    // Certificates of this scene end together, so only the writing is looked at.
    await renewArchive({ ...server.deps, now }, place)
  } finally {
    offset.ms = -14_000
  }
  expect(await files(made.taskId)).toMatchObject([{ revision: 6 }])
})

test('without the authority a signature is honest about its missing time-stamp, and gets its proof afterwards', async () => {
  const made = await bothSign()
  authority.on = false
  expect((await signNow(server, launcher, made.taskId)).code).toBe(200)
  expect(await details(made.signId)).toEqual([null, '等待时间戳'])
  const waiting = await judged(made.taskId)
  expect(levels(waiting)).toEqual(['B-T', 'B-B'])
  expect(waiting.signatureArray[1]).toMatchObject({ time: 'claimed', timestampTime: null })
  authority.on = true
  const took = await until(async () => (await verbs(made.signId)).includes('timestamp'), 60_000)
  expect(took).toBeLessThan(60_000)
  const proven = await judged(made.taskId)
  expect(levels(proven)).toEqual(['B-T', 'B-T', 'DocTimeStamp'])
  expect(proven.signatureArray[1]?.reasonArray.map(({ code }) => code)).toContain('document-timestamp-proves')
  const before = await isTold(wang.phone)
  expect((await signNow(server, wang, made.taskId)).code).toBe(200)
  await until(async () => (await isTold(wang.phone)) > before)
  expect((await judged(made.taskId)).verdict).toBe('valid')
})

test('a contract sent, signed and finished without the authority is told only when its time is proven', async () => {
  authority.on = false
  const before = await isTold(wang.phone)
  const made = await bothSign()
  expect((await signNow(server, launcher, made.taskId)).code).toBe(200)
  expect((await signNow(server, wang, made.taskId)).code).toBe(200)
  expect(await details(made.signId)).toEqual(['等待时间戳', '等待时间戳', '等待时间戳'])
  expect(levels(await judged(made.taskId))).toEqual(['B-B', 'B-B', 'B-B'])
  expect(await isTold(wang.phone)).toBe(before)
  authority.on = true
  await until(async () => (await isTold(wang.phone)) > before, 60_000)
  const verdict = await judged(made.taskId)
  expect(verdict.verdict).toBe('valid')
  expect(verdict.signatureArray.every(({ time }) => time === 'proven')).toBe(true)
  expect(await verbs(made.signId)).toContain('timestamp')
})
