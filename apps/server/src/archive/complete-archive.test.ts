import { dayMs } from '@moqi/domain/time/civil-date'
import { type Scene, scene } from '@moqi/trust/testing/authority-scene'
import { createRevocationList } from '@moqi/trust/certificates/revocation-list'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { judgedDocument, levels, standingDocument } from '#src/testing/archive-scene.ts'
import {
  type Answered,
  type AuthorityElsewhere,
  authorityElsewhere,
  timestampReply,
} from '#src/testing/authority-elsewhere.ts'
import { companySigner, personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'
import { messagesTo } from '#src/testing/messages.ts'
import { bringForward, queuedFor } from '#src/testing/owner-query.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { completeArchive } from './complete-archive.ts'

/** A time-stamping authority that answers always, and its revocation lists that can be out of reach. */
const lists = { on: false, asked: 0 }
const ahead = { ms: 0 }
const now = () => Date.now() + ahead.ms
let authority: AuthorityElsewhere
let server: TestServer
let launcher: Player
let wang: Player

beforeAll(async () => {
  authority = await authorityElsewhere(
    (at) => scene(() => new Date(now()), 'P-256', at),
    async (asked) =>
      asked.request.method === 'GET' ? answerList(asked.request.url, asked.elsewhere) : timestampReply(asked),
  )
  const env = { MOQI_TSA_URL: `${authority.at}/`, MOQI_TRUSTED_ROOTS: authority.roots }
  server = await testServer({ now }, env)
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(async () => {
  await server.close()
  authority.close()
})

async function answerList(url: string | undefined, elsewhere: Scene): Promise<Answered> {
  lists.asked += 1
  if (!lists.on) return null
  const list = await createRevocationList({
    authority: url === '/root.crl' ? elsewhere.root : elsewhere.issuing,
    revoked: [],
    thisUpdate: new Date(now() - 60_000),
    nextUpdate: new Date(now() + dayMs),
    number: 1,
  })
  return { type: 'application/pkix-crl', body: list }
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

const told = async () => (await messagesTo(server, wang.phone, 'finished')).length

const document = (contractId: string) => standingDocument(server, launcher, contractId)
const judged = (contractId: string) => judgedDocument(server, launcher, contractId)
const until = (condition: () => Promise<boolean>) => vi.waitUntil(condition, { timeout: 30_000, interval: 100 })

/** Lets half a minute pass, and the attempt that waits be made; resolves when it has added or queued something. */
async function attempted(taskId: string): Promise<void> {
  const key = `complete ${taskId}`
  ahead.ms += 30_000
  const { revision } = await document(taskId)
  await bringForward(server, key)
  await until(async () => (await queuedFor(server, key)) !== null || (await document(taskId)).revision > revision)
}

test('an archive without revocation data says so, and is raised within a minute of the recovery', async () => {
  lists.on = false
  const taskId = await finished()
  const first = await judged(taskId)
  expect(first.verdict).toBe('valid')
  expect(levels(first)).toEqual(['B-T', 'B-T', 'B-T', 'DocTimeStamp'])
  const { revision } = await document(taskId)
  // Asked again and again, it adds nothing as long as nobody answers.
  const { asked } = lists
  for (let tries = 0; tries < 4; tries++) await attempted(taskId)
  expect(lists.asked).toBeGreaterThanOrEqual(asked + 4)
  expect(await document(taskId)).toMatchObject({ revision })
  expect(levels(await judged(taskId))).toEqual(levels(first))
  expect(await queuedFor(server, `complete ${taskId}`)).toBe(30_000)
  lists.on = true
  await attempted(taskId)
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
