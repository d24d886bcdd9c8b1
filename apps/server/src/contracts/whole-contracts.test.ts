import { dayMs } from '@moqi/domain/time/civil-date'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  companySigner,
  newcomer,
  ownSignId,
  personSigner,
  type Player,
  player,
  prepared,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { sampleFile } from '#src/testing/sample-file.ts'
import { toldOfEnd } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { yunqi } from '#src/testing/demo-cast.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
let wang: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

/** The hour's codes are counted afresh, and sessions with them. */
async function nextHour(): Promise<void> {
  clock += 3_660_000
  launcher = await player(server, launcher.phone, 'company')
  wang = await player(server, wang.phone, 'person')
}

const statusOf = async (who: Player, taskId: string) => {
  const { data } = await server.call('listTasks', { pageSize: 50 }, who)
  return data.taskInfoArray.filter((task) => task.taskId === taskId).map(({ status }) => status)
}

/** A contract of these files with one signature of 王小明 in each; sent. */
async function sentFiles(files: { name: string; bytes: Buffer }[], places: { x: number; y: number }, page = 1) {
  const fileIdArray: string[] = []
  for (const { name, bytes } of files) {
    const { data, message } = await server.upload(name, bytes, launcher)
    if (!data.fileId) throw new Error(`${name}: ${message}`)
    fileIdArray.push(data.fileId)
  }
  const parties = [personSigner(1, '王小明', wang.phone)]
  const draft = { taskName: '多文件合同', signExpireTime: clock + 7 * dayMs, fileIdArray, signerArray: parties }
  const { data } = await server.call('saveDraft', draft, launcher)
  const areas = fileIdArray.map((fileId, index) => ({
    ...places,
    positionId: `p${index}`,
    fileId,
    page,
    width: 20,
    height: 20,
    positionType: 'personSign' as const,
    signerNo: 1,
  }))
  await server.call('saveLocation', { signId: data.signId, version: data.version, positionArray: areas }, launcher)
  const answer = await server.call('sendTask', { signId: data.signId }, launcher)
  return { ...data, answer }
}

test('several files are each signed, and come back together in a zip, in order', async () => {
  const names = ['保密协议.pdf', '劳动合同.pdf', '房屋租赁合同.pdf']
  const files = names.map((name) => ({ name, bytes: sampleFile(name) }))
  const { signId, taskId, answer } = await sentFiles(files, { x: 20, y: 20 })
  expect(answer.code).toBe(200)
  expect((await signNow(server, wang, taskId)).data.status).toBe('finish')
  await toldOfEnd(server, launcher.phone, signId)
  const type = await server.call('getResultFileType', { taskId }, wang)
  expect(type.data.resultFileType).toBe('zip')
  const archive = await server.blob('downloadFinishedPdf', { signId }, launcher)
  expect(archive.headers['content-type']).toBe('application/zip')
  expect(archive.headers['content-disposition']).toContain(encodeURIComponent('多文件合同.zip'))
  const entries = Object.entries(unzipSync(archive.bytes))
  expect(entries.map(([name]) => name)).toEqual(names.map((name, index) => `${index + 1}-${name}`))
  for (const [, bytes] of entries) {
    const verdict = await server.deps.workshop.verify(Buffer.from(bytes))
    const kinds = verdict.signatureArray.map(({ kind }) => kind)
    expect([verdict.verdict, kinds]).toEqual(['valid', ['certification', 'approval', 'timestamp']])
  }
})

test('a contract of 301 pages is sent, signed on its last page, and verifies', async () => {
  await nextHour()
  const name = '建设工程总承包合同-301页.pdf'
  const { signId, taskId, answer } = await sentFiles([{ name, bytes: sampleFile(name) }], { x: 30, y: 100 }, 301)
  expect(answer.code).toBe(200)
  expect((await signNow(server, wang, taskId)).data.status).toBe('finish')
  const file = await server.blob('downloadFinishedPdf', { signId }, launcher)
  const verdict = await server.deps.workshop.verify(file.bytes)
  const signature = verdict.signatureArray.find(({ kind }) => kind === 'approval')
  expect([verdict.verdict, verdict.pageCount, signature?.page]).toEqual(['valid', 301, 301])
})

const corpus = join(process.env.MOQI_CORPUS ?? join(import.meta.dirname, '../../../../../shared/corpus'), 'genuine')
describe.skipIf(!existsSync(corpus))(
  'an upload that others have signed (set MOQI_CORPUS or put it at ../shared/corpus)',
  () => {
    const files = ['minimal-two-fields-signed-twice.pdf', 'sig-with-ski-sid.pdf']
    test.each(files)('is signed once more and keeps the signatures it came with: %s', async (name) => {
      await nextHour()
      const bytes = readFileSync(join(corpus, name))
      const before = await server.deps.workshop.verify(bytes)
      const { signId, taskId, answer } = await sentFiles([{ name, bytes }], { x: 5, y: 5 })
      expect([answer.code, answer.message]).toEqual([200, '操作成功'])
      expect((await signNow(server, wang, taskId)).data.status).toBe('finish')
      const file = await server.blob('downloadFinishedPdf', { signId }, launcher)
      expect(file.bytes.subarray(0, bytes.length).equals(bytes)).toBe(true)
      const { signatureArray } = await server.deps.workshop.verify(file.bytes)
      const kept = signatureArray.slice(0, before.signatureArray.length).map(({ integrity }) => integrity)
      expect(kept).toEqual(before.signatureArray.map(({ integrity }) => integrity))
      const own = signatureArray.filter(({ ownPlatform }) => ownPlatform)
      expect(own.length).toBeGreaterThan(0)
      expect(own.map(({ integrity }) => integrity)).toEqual(own.map(() => 'intact'))
      await toldOfEnd(server, launcher.phone, signId)
    })
  },
)

test('turns 1, 1, 2: two sign at once, in any order, and only then the third', async () => {
  await nextHour()
  const others: Player[] = []
  for (const [phone, name] of [
    ['13200000001', '韩愈'],
    ['13200000002', '柳宗元'],
    ['13200000003', '欧阳修'],
  ] as const) {
    others.push(await newcomer(server, phone, name))
  }
  const [han, liu, ouyang] = others
  if (!han || !liu || !ouyang) throw new Error('three people')
  const parties = [
    personSigner(1, '韩愈', han.phone, 1),
    personSigner(2, '柳宗元', liu.phone, 1),
    personSigner(3, '欧阳修', ouyang.phone, 2),
  ]
  const { taskId } = await sent(server, launcher, parties)
  const all = async () => Promise.all([han, liu, ouyang].map((who) => statusOf(who, taskId)))
  expect(await all()).toEqual([['iSign'], ['iSign'], ['otherSign']])
  expect((await signNow(server, liu, taskId)).data.status).toBe('otherSign')
  expect(await all()).toEqual([['iSign'], ['otherSign'], ['otherSign']])
  const early = await server.call('signBeforeCheck', { signId: await ownSignId(server, ouyang, taskId) }, ouyang)
  expect(early.data.signBeforeCheckInfo).toBe('还未轮到您签署')
  await signNow(server, han, taskId)
  expect(await all()).toEqual([['otherSign'], ['otherSign'], ['iSign']])
  expect((await signNow(server, ouyang, taskId)).data.status).toBe('finish')
  expect(await all()).toEqual([['finish'], ['finish'], ['finish']])
})

test('one person who is party twice has one row, which leads to the entry that is open', async () => {
  await nextHour()
  const parties = [
    personSigner(1, '王小明', wang.phone, 1),
    companySigner(2, yunqi, { name: '李静', phone: launcher.phone }, 2),
    personSigner(3, '王小明', wang.phone, 3),
  ]
  const { taskId } = await sent(server, launcher, parties)
  const first = await ownSignId(server, wang, taskId)
  expect(await statusOf(wang, taskId)).toEqual(['iSign'])
  await signNow(server, wang, taskId)
  const second = await ownSignId(server, wang, taskId)
  expect(second).not.toBe(first)
  expect(await statusOf(wang, taskId)).toEqual(['otherSign'])
  await signNow(server, launcher, taskId)
  expect(await statusOf(wang, taskId)).toEqual(['iSign'])
  clock += 61_000
  expect((await signNow(server, wang, taskId)).data.status).toBe('finish')
  const kept = await server.call('getSignDetailInfo', { signId: first }, wang)
  expect([kept.data.ownSignerNo, kept.data.signerArray.map(({ signerStatus }) => signerStatus)]).toEqual([
    1,
    ['signed', 'signed', 'signed'],
  ])
})

test('an initiator who signs has one entry for both: may recall while it is open, never refuse', async () => {
  await nextHour()
  const parties = [
    companySigner(1, yunqi, { name: '李静', phone: launcher.phone }),
    personSigner(2, '王小明', wang.phone),
  ]
  const { signId, taskId } = await sent(server, launcher, parties)
  expect(await ownSignId(server, launcher, taskId)).toBe(signId)
  const { data } = await server.call('getSignDetailInfo', { signId }, launcher)
  expect([data.status, data.initiateUser, data.ownSignerNo]).toEqual(['iSign', 'yes', 1])
  expect(data.operationArray).toEqual(expect.arrayContaining(['sign', 'recall']))
  expect(data.operationArray).not.toContain('reject')
  const entries = await server.deps.db.read(launcher.tenantId, (tenant) =>
    tenant
      .selectFrom('entry')
      .where('tenant_id', '=', launcher.tenantId)
      .where('contract_id', '=', taskId)
      .select('sign_id')
      .execute(),
  )
  expect(entries).toEqual([{ sign_id: signId }])
  expect((await signNow(server, launcher, taskId)).data.status).toBe('otherSign')
  expect((await server.call('recallTask', { signId }, launcher)).code).toBe(200)
  const surplus = (await server.call('getSpaceDetailInfo', {}, launcher)).data.surplus
  expect(await statusOf(wang, taskId)).toEqual(['recall'])
  // Somebody had signed: this 份 does not come back.
  const { signId: unsigned } = await sent(server, launcher, parties)
  await server.call('recallTask', { signId: unsigned }, launcher)
  expect((await server.call('getSpaceDetailInfo', {}, launcher)).data.surplus).toBe(surplus)
})

test('a file that went out once can be sent again in another contract', async () => {
  await nextHour()
  const { signId } = await prepared(server, launcher, [personSigner(1, '王小明', wang.phone)])
  const { data } = await server.call('getDraftInfo', { signId }, launcher)
  expect((await server.call('sendTask', { signId }, launcher)).code).toBe(200)
  const draft = {
    taskName: '再次发起',
    signExpireTime: clock + 7 * dayMs,
    signerArray: [personSigner(1, '王小明', wang.phone)],
  }
  const fileIdArray = data.fileArray.map(({ fileId }) => fileId)
  const saved = await server.call('saveDraft', { ...draft, fileIdArray }, launcher)
  const again = { signId: saved.data.signId, version: saved.data.version, positionArray: data.positionArray }
  await server.call('saveLocation', again, launcher)
  expect((await server.call('sendTask', { signId: saved.data.signId }, launcher)).code).toBe(200)
})
