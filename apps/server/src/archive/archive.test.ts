import { dayMs } from '@moqi/domain/time/civil-date'
import { scene } from '@moqi/trust/testing/authority-scene'
import type { Verdict } from '@moqi/verify/verdict'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { judgedDocument, levels, standingDocument } from '#src/testing/archive-scene.ts'
import { type AuthorityElsewhere, authorityElsewhere, timestampReply } from '#src/testing/authority-elsewhere.ts'
import { companySigner, personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'
import { messagesTo } from '#src/testing/messages.ts'
import { bringForward } from '#src/testing/owner-query.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { renewArchive } from './renew-archive.ts'

/** A time-stamping authority over HTTP that can be switched off. */
let on = true
let tsa: AuthorityElsewhere
let server: TestServer
let launcher: Player
let wang: Player

const offset = { ms: 0 }
const now = () => Date.now() + offset.ms

beforeAll(async () => {
  tsa = await authorityElsewhere(
    () => scene(() => new Date(now())),
    async (asked) => (on ? timestampReply(asked) : null),
  )
  const env = { MOQI_TSA_URL: `${tsa.at}/`, MOQI_TRUSTED_ROOTS: tsa.roots }
  server = await testServer({ now }, env)
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(async () => {
  await server.close()
  tsa.close()
})

const bothSign = () => sent(server, launcher, [companySigner(1, yunqi, jing), personSigner(2, '王小明', wang.phone)])

const files = async (contractId: string) =>
  server.deps.db.read(launcher.tenantId, (db) =>
    db.selectFrom('document_head').where('contract_id', '=', contractId).select(['file_id', 'revision']).execute(),
  )

const until = (condition: () => Promise<boolean>) => vi.waitUntil(condition, { timeout: 30_000, interval: 100 })

/** The authority is there again, what waited for it asks again, and in the end that is so. */
async function recovered(contractId: string, condition: () => Promise<boolean>): Promise<void> {
  on = true
  // An authority that was silent is left alone for some seconds.
  offset.ms += 10_000
  await until(async () => {
    for (const kind of ['timestamp', 'archive']) await bringForward(server, `${kind} ${contractId}`)
    return condition()
  })
}

const judged = (contractId: string) => judgedDocument(server, launcher, contractId)

const isTold = async (phone: string) => (await messagesTo(server, phone, 'finished')).length

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

/** What keeps a file from being valid. */
const openReasons = ({ reasonArray }: Verdict) =>
  reasonArray.filter(({ severity }) => severity === 'invalid' || severity === 'indeterminate').map(({ code }) => code)

const tagsOf = async (signId: string) => (await server.call('getSignDetailInfo', { signId }, launcher)).data.tagArray

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
  const { bytes: pdf } = await standingDocument(server, launcher, made.taskId)
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
  offset.ms = (end ?? 0) - 60 * dayMs - Date.now()
  try {
    // Certificates of this scene end together, so only the writing is looked at.
    await renewArchive({ ...server.deps, now }, place)
  } finally {
    offset.ms = 0
  }
  expect(await files(made.taskId)).toMatchObject([{ revision: 6 }])
})

test('without the authority a signature is honest about its missing time-stamp, and gets its proof afterwards', async () => {
  const made = await bothSign()
  on = false
  expect((await signNow(server, launcher, made.taskId)).code).toBe(200)
  expect(await details(made.signId)).toEqual([null, '等待时间戳'])
  const waiting = await judged(made.taskId)
  expect(levels(waiting)).toEqual(['B-T', 'B-B'])
  expect(openReasons(waiting)).toEqual(['contract-unfinished', 'timestamp-awaited'])
  expect(await tagsOf(made.signId)).toEqual(['timestamping'])
  expect(waiting.signatureArray[1]).toMatchObject({ time: 'claimed', timestampTime: null })
  await recovered(made.taskId, async () => (await verbs(made.signId)).includes('timestamp'))
  expect(await tagsOf(made.signId)).toEqual([])
  const proven = await judged(made.taskId)
  expect(levels(proven)).toEqual(['B-T', 'B-T', 'DocTimeStamp'])
  expect(proven.signatureArray[1]?.reasonArray.map(({ code }) => code)).toContain('document-timestamp-proves')
  const before = await isTold(wang.phone)
  expect((await signNow(server, wang, made.taskId)).code).toBe(200)
  await until(async () => (await isTold(wang.phone)) > before)
  expect((await judged(made.taskId)).verdict).toBe('valid')
})

test('a contract sent, signed and finished without the authority is told only when its time is proven', async () => {
  on = false
  const before = await isTold(wang.phone)
  const made = await bothSign()
  expect((await signNow(server, launcher, made.taskId)).code).toBe(200)
  expect((await signNow(server, wang, made.taskId)).code).toBe(200)
  expect(await details(made.signId)).toEqual(['等待时间戳', '等待时间戳', '等待时间戳'])
  const given = await server.blob('downloadFinishedPdf', { signId: made.signId }, launcher)
  expect(openReasons(await server.deps.workshop.verify(given.bytes))).toEqual(['timestamp-awaited'])
  expect(levels(await judged(made.taskId))).toEqual(['B-B', 'B-B', 'B-B'])
  expect(await isTold(wang.phone)).toBe(before)
  await recovered(made.taskId, async () => (await isTold(wang.phone)) > before)
  const verdict = await judged(made.taskId)
  expect(verdict.verdict).toBe('valid')
  expect(verdict.signatureArray.every(({ time }) => time === 'proven')).toBe(true)
  // What was given out before stays what it was.
  expect(openReasons(await server.deps.workshop.verify(given.bytes))).toEqual(['timestamp-awaited'])
  expect(await verbs(made.signId)).toContain('timestamp')
})
