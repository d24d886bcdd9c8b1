import { dayMs } from '@moqi/domain/time/civil-date'
import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companySigner, newcomer, personSigner, type Player, player, prepared } from '#src/testing/contract-scene.ts'
import { setSurplus } from '#src/testing/quota-scene.ts'
import { sampleFile } from '#src/testing/sample-file.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const hour = 3_600_000
const clock = Date.UTC(2026, 10, 20, 2)
const signer = personSigner(1, '王小明', '13800000001')
let server: TestServer
let launcher: Player
let fileId: string
let foreignFileId: string
let colleagueFileId: string

type Draft = Sent<Table['saveDraft']>
type Position = Sent<Table['saveLocation']>['positionArray'][number]

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, '13800000002', 'company')
  const colleague = await player(server, '13800000003', 'company')
  const stranger = await player(server, '13800000004', 'company')
  const upload = async (who: Player) =>
    (await server.upload('保密协议.pdf', sampleFile('保密协议.pdf'), who)).data.fileId
  fileId = await upload(launcher)
  colleagueFileId = await upload(colleague)
  foreignFileId = await upload(stranger)
})
afterAll(() => server.close())

const draft = (more: Partial<Draft> = {}): Draft => ({
  taskName: '测试合同',
  signExpireTime: clock + 48 * hour,
  fileIdArray: [fileId],
  signerArray: [signer],
  ...more,
})
const area = (more: Partial<Position> = {}): Position => ({
  positionId: 'p1',
  fileId,
  page: 1,
  x: 10,
  y: 10,
  width: 20,
  height: 20,
  positionType: 'personSign',
  signerNo: 1,
  ...more,
})
const save = (more: Partial<Draft>) => server.call('saveDraft', draft(more), launcher)

test.each<[string, Partial<Draft>, string]>([
  ['a slash in the subject', { taskName: '采购/销售' }, 'taskName'],
  ['an emoji in the subject', { taskName: '合同😀' }, 'taskName'],
  ['a subject of 101 characters', { taskName: '合'.repeat(101) }, 'taskName'],
  ['a number with a space', { taskNo: 'HT 1' }, 'taskNo'],
  ['a remark of 501 characters', { remark: '注'.repeat(501) }, 'remark'],
  ['one signer number twice', { signerArray: [signer, { ...signer, signerName: '李静' }] }, 'signerArray'],
])('%s is refused when the draft is saved', async (_what, more, field) => {
  const { code, data } = await save(more)
  expect([code, data.reason, data.field]).toEqual([422, 'field/invalid', field])
})

test('a file twice, of a colleague, of a stranger or of nobody is refused', async () => {
  expect((await save({ fileIdArray: [fileId, fileId] })).data.field).toBe('fileArray')
  const others = [colleagueFileId, foreignFileId, '0198a000-0000-7000-8000-000000000000', 'x']
  for (const id of others) {
    const { code, message } = await save({ fileIdArray: [fileId, id] })
    expect([code, message]).toEqual([404, '文件不存在或无权查看'])
  }
})

test('a number of one’s own may not be used twice in a space, but in another space', async () => {
  expect((await save({ taskNo: 'HT-2026-1' })).code).toBe(200)
  const again = await save({ taskNo: 'HT-2026-1' })
  expect([again.code, again.data.field, again.message]).toEqual([422, 'taskNo', '合同编号已存在'])
  const personal = await player(server, launcher.phone, 'person')
  const elsewhere = await server.call('saveDraft', draft({ taskNo: 'HT-2026-1', fileIdArray: [] }), personal)
  expect(elsewhere.code).toBe(200)
})

test.each<[string, Partial<Draft>, string]>([
  ['no deadline', { signExpireTime: null }, '请选择签署截止时间'],
  ['a deadline that is past', { signExpireTime: clock - 1 }, '签署截止时间需晚于当前时间'],
  ['a deadline within the hour', { signExpireTime: clock + hour - 1 }, '签署截止时间需至少晚于当前时间1小时'],
  ['a deadline in two years', { signExpireTime: clock + 730 * 24 * hour }, '签署截止时间不能超过365天'],
  ['a day of its end in 1970', { contractEndTime: dayMs }, '合同到期日需晚于当前时间'],
  ['no subject', { taskName: ' ' }, '请填写合同主题'],
  ['no file', { fileIdArray: [] }, '请至少上传一个文件'],
  ['no signer', { signerArray: [] }, '请至少添加一个签署方'],
  ['a signer without a phone', { signerArray: [{ ...signer, phone: '' }] }, '请输入手机号'],
  ['a phone that is none', { signerArray: [{ ...signer, phone: '12345' }] }, '手机号格式不正确'],
  [
    'one person twice in one turn',
    { signerArray: [signer, { ...signer, signerNo: 2, phone: ' +8613800000001' }] },
    '签署方重复',
  ],
])('with %s the draft is kept, does not become complete and cannot be sent', async (_what, more, message) => {
  const saved = await save(more)
  expect(saved.code).toBe(200)
  const { signId, version } = saved.data
  const placed = await server.call('saveLocation', { signId, version, positionArray: [area()] }, launcher)
  expect([placed.code, placed.data.status]).toEqual([200, 'draft'])
  const sent = await server.call('sendTask', { signId }, launcher)
  expect([sent.code, sent.data.reason]).toEqual([422, 'contract/incomplete'])
  const faults = sent.data.faults as { message: string }[]
  expect(faults.map((fault) => fault.message)).toContain(message)
})

test('files of more than 100 MB together are kept in a draft and not sent', async () => {
  const { data } = await server.upload('第二份.pdf', sampleFile('保密协议.pdf'), launcher)
  await server.deps.db.write(launcher.tenantId, (tx) =>
    tx
      .updateTable('file')
      .set({ kept_size: 100 * 1024 * 1024 })
      .where('tenant_id', '=', launcher.tenantId)
      .where('file_id', '=', data.fileId)
      .execute(),
  )
  const { signId, version } = (await save({ fileIdArray: [fileId, data.fileId] })).data
  await server.call('saveLocation', { signId, version, positionArray: [area()] }, launcher)
  const sent = await server.call('sendTask', { signId }, launcher)
  expect([sent.data.reason, sent.data.faults]).toEqual([
    'contract/incomplete',
    [{ field: 'fileArray', message: '文件合计不能超过100MB' }],
  ])
})

const outside = '签署位置超出页面范围'
test.each<[string, Partial<Position>, string]>([
  ['over the right edge', { x: 200 }, outside],
  ['over the lower edge', { y: 290 }, outside],
  ['on a page there is not', { page: 400 }, outside],
  ['on a file that is not the contract’s', { fileId: '0198a000-0000-7000-8000-000000000000' }, outside],
  ['of a signer there is not', { signerNo: 9 }, '签署位置没有对应的签署方'],
  ['that is only a date', { positionType: 'date' }, '王小明还没有签署位置'],
])('an area %s keeps the draft a draft', async (_what, more, message) => {
  const { signId, version } = (await save({})).data
  const placed = await server.call('saveLocation', { signId, version, positionArray: [area(more)] }, launcher)
  expect(placed.data.status).toBe('draft')
  const sent = await server.call('sendTask', { signId }, launcher)
  expect((sent.data.faults as { message: string }[]).map((fault) => fault.message)).toContain(message)
})

test.each<[string, () => Position[]]>([
  ['a legal representative’s seal for a person', () => [area({ positionType: 'legalSeal' })]],
  ['a company seal for a person', () => [area({ positionType: 'companySeal' })]],
  ['a date format nobody knows', () => [area(), area({ positionId: 'p2', positionType: 'date', format: 'dd/mm' })]],
  ['one id twice', () => [area(), area({ x: 60 })]],
])('%s is refused when the areas are saved', async (_what, areas) => {
  const { signId, version } = (await save({})).data
  const { code, data } = await server.call('saveLocation', { signId, version, positionArray: areas() }, launcher)
  expect([code, data.field]).toEqual([422, 'positionArray'])
})

test('numbers that are none, times with a fraction and more than the limits are a malformed request', async () => {
  const wrong: Partial<Draft>[] = [
    { signExpireTime: 1.5 },
    { contractEndTime: 1e300 },
    { fileIdArray: Array.from({ length: 11 }, (_, n) => `f${n}`) },
    { signerArray: Array.from({ length: 51 }, (_, n) => personSigner(n + 1, '王小明', `1380000${1000 + n}`)) },
    { signerArray: [{ ...signer, signOrder: 0 }] },
  ]
  for (const more of wrong) expect((await save(more)).status).toBe(400)
})

test('an older version is refused wherever it saves, and a person without a real name saves nothing', async () => {
  const { signId } = await prepared(server, launcher, [signer])
  for (const version of [0, 1, 99]) {
    const input = { ...draft(), signId, version }
    const saved = await server.call('saveDraft', input, launcher)
    const placed = await server.call('saveLocation', { signId, version, positionArray: [] }, launcher)
    expect([saved.data.reason, placed.data.reason]).toEqual(['contract/stale-draft', 'contract/stale-draft'])
  }
  const nobody = await newcomer(server, '13300000001')
  const refused = await server.call('saveDraft', draft({ fileIdArray: [] }), nobody)
  const uploaded = await server.upload('x.pdf', sampleFile('保密协议.pdf'), nobody)
  for (const { code, message } of [refused, uploaded]) expect([code, message]).toEqual([422, '您需要完成实名认证'])
})

test('two tabs that save one version at once: one wins', async () => {
  const { signId } = (await save({})).data
  const versions = await Promise.all(
    ['甲', '乙', '丙'].map((subject) =>
      server.call('saveDraft', { ...draft({ taskName: subject }), signId, version: 1 }, launcher),
    ),
  )
  expect(versions.map(({ code }) => code).toSorted()).toEqual([200, 409, 409])
})

test('a draft changed while it is being sent is not sent half', async () => {
  const { signId } = await prepared(server, launcher, [
    signer,
    companySigner(2, '杭州云启科技有限公司', { name: '李静', phone: '13800000002' }),
  ])
  const { data } = await server.call('getDraftInfo', { signId }, launcher)
  const edit = server.call('saveDraft', { ...draft({ taskName: '改过的' }), signId, version: data.version }, launcher)
  const [sent, saved] = await Promise.all([server.call('sendTask', { signId }, launcher), edit])
  expect([sent.code, saved.code].toSorted()).toEqual(sent.code === 200 ? [200, 409] : [200, sent.code])
  const detail = await server.call('getSignDetailInfo', { signId }, launcher)
  expect(detail.data.taskStatus).toBe(sent.code === 200 ? 'signing' : 'draft')
})

test('without 份 nothing is sent, and what is left is spent once by many at once', async () => {
  const poor = await newcomer(server, '13300000002', '范仲淹')
  await setSurplus(server, poor.tenantId, 2)
  const made = []
  for (let n = 0; n < 4; n++) made.push(await prepared(server, poor, [signer]))
  const answers = await Promise.all(made.map(({ signId }) => server.call('sendTask', { signId }, poor)))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 200, 402, 402])
  expect(answers.find(({ code }) => code === 402)?.message).toBe('剩余发起签署份数不足，请购买套餐后再发送')
  expect((await server.call('getSpaceDetailInfo', {}, poor)).data.surplus).toBe(0)
})
