import { dayMs } from '@moqi/domain/time/civil-date'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownSignId, personSigner, type Player, player, prepared, sent, signNow } from '#src/testing/contract-scene.ts'
import { messagesTo } from '#src/testing/messages.ts'
import { jobKeys } from '#src/testing/owner-query.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { dropDownload } from './download-later.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
let colleague: Player
let wang: Player
const alone = [personSigner(1, '王小明', '13800000001')]
const finished: { signId: string; taskId: string }[] = []

async function signIn() {
  launcher = await player(server, '13800000002', 'company')
  colleague = await player(server, '13800000003', 'company')
  wang = await player(server, '13800000001', 'person')
}

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  await signIn()
  for (const subject of ['采购合同', '采购合同', '=1+1 保密']) {
    const made = await sent(server, launcher, alone, { taskName: subject })
    await signNow(server, wang, made.taskId)
    finished.push(made)
  }
})
afterAll(() => server.close())

const urgings = async () => (await messagesTo(server, wang.phone, 'urged')).length
const surplus = async () => (await server.call('getSpaceDetailInfo', {}, launcher)).data.surplus
const sends = () =>
  server.deps.db.read(launcher.tenantId, (db) =>
    db
      .selectFrom('quota_entry')
      .where('tenant_id', '=', launcher.tenantId)
      .where('kind', '=', 'send')
      .select('contract_id')
      .execute(),
  )

test('batch sending sends what can be sent and names the rest with its cause (C55, C0.9)', async () => {
  const ready = [await prepared(server, launcher, alone), await prepared(server, launcher, alone)]
  const draft = await server.call('saveDraft', { taskName: '没写完', fileIdArray: [], signerArray: alone }, launcher)
  const signIds = [...ready.map(({ signId }) => signId), draft.data.signId, finished[0]?.signId ?? '', 'A'.repeat(24)]
  const before = await surplus()
  const answer = await server.call('sendTasks', { signIds }, launcher)
  expect(answer.data.successNumber).toBe(2)
  expect(answer.data.failArray).toEqual([
    { signId: draft.data.signId, taskName: '没写完', message: '请至少上传一个文件' },
    { signId: finished[0]?.signId, taskName: '采购合同', message: '合同状态已变更，请刷新后重试' },
    { signId: 'A'.repeat(24), taskName: '', message: '合同不存在或无权查看' },
  ])
  expect(await surplus()).toBe((before ?? 0) - 2)
})

test('ten batches with one key send each contract once, with one entry in the ledger each and one answer', async () => {
  const made = [await prepared(server, launcher, alone), await prepared(server, launcher, alone)]
  const signIds = [...made.map(({ signId }) => signId), 'A'.repeat(24)]
  const before = (await sends()).length
  const ask = { ...launcher, key: 'batch-once' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => server.call('sendTasks', { signIds }, ask)))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]?.data).toMatchObject({ successNumber: 2, failArray: [{ message: '合同不存在或无权查看' }] })
  expect((await sends()).length).toBe(before + 2)
})

test('several are recalled for one reason, what nobody has signed is given back, and the rest is named', async () => {
  const open = [await sent(server, launcher, alone), await sent(server, launcher, alone)]
  const signIds = [...open.map(({ signId }) => signId), finished[0]?.signId ?? '', 'A'.repeat(24)]
  const before = await surplus()
  expect((await server.call('recallTasks', { signIds, reason: '短' }, launcher)).data).toMatchObject({
    field: 'reason',
  })
  const answer = await server.call('recallTasks', { signIds, reason: '条款需要修改' }, launcher)
  expect(answer.data).toEqual({
    successNumber: 2,
    failArray: [
      { signId: finished[0]?.signId, taskName: '采购合同', message: '合同状态已变更，请刷新后重试' },
      { signId: 'A'.repeat(24), taskName: '', message: '合同不存在或无权查看' },
    ],
  })
  expect(await surplus()).toBe((before ?? 0) + 2)
  for (const { signId } of open) {
    const { data } = await server.call('getSignDetailInfo', { signId }, launcher)
    expect(data.taskStatus).toBe('recall')
    expect(data.logArray).toContainEqual(expect.objectContaining({ verb: 'recall', detail: '条款需要修改' }))
  }
})

test('whom several contracts wait for is urged of each, by one SMS altogether, and nobody too often', async () => {
  const open = [await sent(server, launcher, alone), await sent(server, launcher, alone)]
  const signIds = open.map(({ signId }) => signId)
  const early = await server.call('urgeTasks', { signIds }, launcher)
  expect(early.data).toMatchObject({ successNumber: 0, failArray: [{}, {}] })
  expect(early.data.failArray[0]?.message).toMatch(/分钟/)
  clock += 31 * 60_000
  // Sessions are shorter than that.
  await signIn()
  const before = await urgings()
  const mixed = [...signIds, finished[0]?.signId ?? '']
  const answer = await server.call('urgeTasks', { signIds: mixed }, launcher)
  expect(answer.data.successNumber).toBe(2)
  expect(answer.data.failArray).toMatchObject([{ taskName: '采购合同' }])
  await expect.poll(urgings).toBe(before + 1)
  const { messageArray } = (await server.call('listMessage', {}, wang)).data
  expect(messageArray.filter(({ kind }) => kind === 'urged')).toHaveLength(2)
})

test('somebody else’s contracts are not recalled or urged, not even by a colleague', async () => {
  const { signId } = await sent(server, launcher, alone)
  for (const who of [colleague, wang])
    for (const name of ['recallTasks', 'urgeTasks'] as const) {
      const { data } = await server.call(name, { signIds: [signId] }, who)
      expect(data).toEqual({ successNumber: 0, failArray: [{ signId, taskName: '', message: '合同不存在或无权查看' }] })
    }
  expect((await server.call('getSignDetailInfo', { signId }, launcher)).data.taskStatus).toBe('signing')
})

test('more than 50 contracts at once, or none, are no batch', async () => {
  const many = Array.from({ length: 51 }, (_, index) => `${index}`.padStart(24, 'A'))
  for (const signIds of [many, []]) {
    for (const name of ['sendTasks', 'recallTasks', 'urgeTasks'] as const)
      expect((await server.call(name, { signIds }, launcher)).code).toBe(400)
    expect((await server.call('downloadFinishedTasks', { signIds }, launcher)).code).toBe(400)
  }
})

test('finished contracts come in one zip, each under its own name, the same bytes as alone (C25)', async () => {
  const signIds = finished.map(({ signId }) => signId)
  const answer = await server.blob('downloadFinishedTasks', { signIds }, launcher)
  expect(answer.headers['content-type']).toBe('application/zip')
  const names = Object.keys(unzipSync(answer.bytes))
  expect(names).toEqual(['001-采购合同.pdf', '002-采购合同.pdf', '003-=1+1 保密.pdf', '下载清单.txt'])
  const single = await server.blob('downloadFinishedPdf', { signId: signIds[1] ?? '' }, launcher)
  expect(Buffer.from(unzipSync(answer.bytes)['002-采购合同.pdf'] ?? []).equals(single.bytes)).toBe(true)
})

test('one contract that is open or somebody else’s refuses the archive, at once and in the background', async () => {
  const open = await sent(server, launcher, alone)
  for (const name of ['downloadFinishedTasks', 'downloadFinishedTasksAfter'] as const) {
    const signIds = [finished[0]?.signId ?? '', open.signId]
    expect((await server.call(name, { signIds }, launcher)).message).toBe('合同签署完成后才能下载')
    const foreign = await server.call(name, { signIds: [finished[0]?.signId ?? ''] }, colleague)
    expect(foreign.message).toBe('合同不存在或无权查看')
  }
})

test('a large archive is made in the background, is its maker’s alone, and is kept for a day (C26)', async () => {
  const signIds = finished.map(({ signId }) => signId)
  const ask = { ...launcher, key: 'archive-once' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => server.call('downloadFinishedTasksAfter', { signIds }, ask)),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  const downloadId = answers[0]?.data.downloadId ?? ''
  expect(answers[0]?.data).toEqual({ downloadId, state: 'running', progress: 0, fileUrl: null })
  const state = () => server.call('downloadFinishedTasksAfter', { downloadId }, launcher)
  await expect.poll(async () => (await state()).data.state).toBe('done')
  const { data } = await state()
  expect([data.progress, data.fileUrl]).toEqual([100, `/api/common/v1/tool/downloadArchive?downloadId=${downloadId}`])
  const archive = await server.blob('downloadArchive', { downloadId }, launcher)
  expect(Object.keys(unzipSync(archive.bytes))).toHaveLength(4)
  const log = await server.call('getSignDetailInfo', { signId: signIds[0] ?? '' }, launcher)
  expect(log.data.logArray.filter(({ verb }) => verb === 'download').length).toBeGreaterThan(0)

  for (const who of [colleague, wang]) {
    expect((await server.call('downloadFinishedTasksAfter', { downloadId }, who)).data.reason).toBe('file/not-found')
    expect((await server.call('downloadArchive', { downloadId }, who)).data.reason).toBe('file/not-found')
  }
  expect(await jobKeys(server, downloadId)).toEqual([`drop ${downloadId}`])
  const place = { tenantId: launcher.tenantId, downloadId }
  const row = await server.deps.db.read(launcher.tenantId, (db) =>
    db.selectFrom('download').where('download_id', '=', downloadId).select('sha256').executeTakeFirstOrThrow(),
  )
  for (const _ of [1, 2]) await dropDownload(server.deps, place)
  expect((await state()).code).toBe(404)
  await expect(server.deps.blobs.get(row.sha256 ?? '')).rejects.toThrow('is missing')
})

test('the list is exported as it is filtered, and no cell is a formula (C58)', async () => {
  const answer = await server.blob('exportTaskExcel', { status: 'finish', keyword: '=1+1' }, launcher)
  expect(answer.headers['content-disposition']).toContain(encodeURIComponent('合同列表-签署完成-20261120.xlsx'))
  const parts = unzipSync(answer.bytes)
  expect(Object.keys(parts)).toContain('[Content_Types].xml')
  const sheet = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const cells = [...sheet.matchAll(/<t [^>]*>([^<]*)<\/t>/g)].map(([, text]) => text)
  expect(cells.slice(0, 13)).toEqual([
    '合同主题',
    '合同编号',
    '合同类型',
    '状态',
    '发起人/企业',
    '签署人/企业',
    '发起时间',
    '签署截止时间',
    '完成时间',
    "'=1+1 保密",
    expect.stringMatching(/^HT20261120\d{6}$/),
    '普通合同',
    '签署完成',
  ])
  expect(cells).toHaveLength(18)
  const mine = await server.blob('exportTaskExcel', { status: 'all' }, colleague)
  expect(strFromU8(unzipSync(mine.bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).not.toContain('采购合同')
})

test('an archive a day old is gone for its maker too', async () => {
  const signIds = [finished[0]?.signId ?? '']
  const { data } = await server.call('downloadFinishedTasksAfter', { signIds }, launcher)
  clock += dayMs
  const again = await player(server, launcher.phone, 'company')
  expect((await server.call('downloadFinishedTasksAfter', { downloadId: data.downloadId }, again)).code).toBe(404)
  expect(await ownSignId(server, again, finished[0]?.taskId ?? '')).toBe(signIds[0])
})
