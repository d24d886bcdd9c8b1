import { dayMs } from '@moqi/domain/time/civil-date'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { readModel } from '@moqi/pdf/graph/document-model'
import { foreignPdf, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, readForTests, sourceOf } from '@moqi/pdf/testing/increment'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companySigner, ownSignId, personSigner, type Player, player, proveWill } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { chen, jing } from '#src/testing/demo-cast.ts'

type Place = Sent<Table['saveLocation']>['positionArray'][number]
type Choice = Sent<Table['sign']>['positionArray'][number]

const sample = (name: string) => readFileSync(join(import.meta.dirname, '../../../../samples', name))

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
let wang: Player
let other: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
  other = await player(server, chen.phone, 'company')
})
afterAll(() => server.close())

const box = { page: 1, x: 20, y: 20, width: 60, height: 8 }
const place = (fileId: string, areaId: string, more: Partial<Place>): Place => ({
  ...box,
  fileId,
  positionId: areaId,
  signerNo: 1,
  positionType: 'text',
  ...more,
})
const seal = (fileId: string, partyNo = 1): Place => {
  const size = { x: 20 + partyNo * 45, y: 200, width: 42, height: 42 }
  return place(fileId, `seal${partyNo}`, { ...size, signerNo: partyNo, positionType: 'companySeal' })
}
const crossPage = (fileId: string, partyNo: number, more: Partial<Place>): Place =>
  place(fileId, `cross${partyNo}`, { positionType: 'crossPage', signerNo: partyNo, width: 42, height: 42, ...more })

/** A draft of one file with signers, and what saving its places answers. */
async function drafted(file: string, parties: Sent<Table['saveDraft']>['signerArray'], bytes: Buffer = sample(file)) {
  const uploaded = await server.upload(file, bytes, launcher)
  const { fileId } = uploaded.data
  const signExpireTime = clock + 7 * dayMs
  const draft = { taskName: '填写合同', signExpireTime, fileIdArray: [fileId], signerArray: parties }
  const { data } = await server.call('saveDraft', { ...draft, signOrderType: 'order' }, launcher)
  const save = (areas: Place[]) =>
    server.call('saveLocation', { signId: data.signId, version: data.version, positionArray: areas }, launcher)
  return { ...data, fileId, save }
}

const ownCompany = () => companySigner(1, '杭州云启科技有限公司', jing)
const fillIns = (fileId: string): Place[] => [
  seal(fileId),
  crossPage(fileId, 1, { pages: 'all', y: 100 }),
  place(fileId, 'date', { positionType: 'date', y: 250 }),
  place(fileId, 'address', { label: '交货地址', y: 30 }),
  place(fileId, 'remark', { positionType: 'textarea', label: '备注', height: 20, y: 42, required: false }),
  place(fileId, 'count', { label: '数量', format: 'number', bounds: { min: 1, max: 500 }, y: 66, width: 30 }),
  place(fileId, 'agree', { positionType: 'checkbox', label: '同意分期付款', y: 80, width: 5, height: 5 }),
  place(fileId, 'invoice', {
    positionType: 'checkbox',
    label: '需要发票',
    y: 90,
    width: 5,
    height: 5,
    required: false,
  }),
]
const good: Record<string, string> = { address: '北京市海淀区中关村大街1号', count: '１２0', agree: 'yes' }

async function sealOf(who: Player): Promise<string> {
  const { data } = await server.call('userSeals', {}, who)
  return data.sealInfoArray[0]?.sealId ?? ''
}

/** The will to sign a contract, proved by code. */
async function consent(who: Player, signId: string) {
  clock += 61_000
  return { signId, authToken: await proveWill(server, who, signId) }
}

/** Signs with the first seal and these values. */
async function signWith(who: Player, proof: { signId: string; authToken: string }, values: Record<string, string>) {
  const { signId } = proof
  const { data } = await server.call('getSignDetailInfo', { signId }, who)
  const sealId = await sealOf(who)
  const areas = data.positionArray.map(({ positionId, positionType }): Choice => {
    if (positionType === 'companySeal' || positionType === 'personSign') return { positionId, sealId }
    const value = values[positionId]
    return value === undefined ? { positionId } : { positionId, value }
  })
  return server.call('sign', { ...proof, positionArray: areas }, who)
}

const fieldsOf = (bytes: Buffer) => {
  const view = readForTests(bytes).views.at(-1)
  return (view && readModel(view)?.fields) || []
}

describe('a contract to be filled in', () => {
  let made: { signId: string; taskId: string }
  /** One for all: a refused value costs no consent. */
  let proof: Awaited<ReturnType<typeof consent>>
  let finished: Buffer
  beforeAll(async () => {
    const draft = await drafted('采购框架协议.pdf', [ownCompany()])
    await draft.save(fillIns(draft.fileId))
    await server.call('sendTask', { signId: draft.signId }, launcher)
    made = draft
    proof = await consent(launcher, draft.signId)
  })

  test('tells its party what is to be filled in', async () => {
    const { data } = await server.call('getSignDetailInfo', { signId: made.signId }, launcher)
    const count = data.positionArray.find(({ positionId }) => positionId === 'count')
    expect(count).toMatchObject({ label: '数量', format: 'number', bounds: { min: 1, max: 500 }, required: 1 })
    const seam = data.positionArray.find(({ positionType }) => positionType === 'crossPage')
    expect(seam).toMatchObject({ pages: 'all', page: 1, height: 42 })
  })

  test.each([
    ['is missing', { address: ' ' }, '“交货地址”请填写'],
    ['is not ticked', { agree: 'no' }, '“同意分期付款”请勾选'],
    ['is no number', { count: '一百' }, '“数量”请填写数字'],
    ['is too small', { count: '0' }, '“数量”不能小于1'],
    ['is too large', { count: '501' }, '“数量”不能大于500'],
    ['has two lines where one belongs', { address: '一\n二' }, '“交货地址”只能填写一行'],
    ['is too long', { address: '一'.repeat(101) }, '“交货地址”不能超过100个字'],
    ['cannot be shown', { address: '海淀😀' }, '“交货地址”不支持字符“😀”，请更换'],
    ['does not fit its place', { remark: '长\n'.repeat(60) + '尾' }, '“备注”内容太长，放不下，请缩短'],
  ])('refuses a value that %s, in words', async (_, wrong, message) => {
    const answer = await signWith(launcher, proof, { ...good, ...wrong })
    expect([answer.code, answer.message]).toEqual([422, message])
  })

  test('is signed with its values, and verifies', async () => {
    expect((await signWith(launcher, proof, good)).message).toBe('操作成功')
    finished = (await server.blob('downloadFinishedPdf', { signId: made.signId }, launcher)).bytes
    expect((await server.deps.workshop.verify(finished)).verdict).toBe('valid')
    const states = fieldsOf(finished).map(({ number }) => sourceOf(finished, number || 1))
    expect(states.filter((source) => source.includes('/V/Yes/AS/Yes'))).toHaveLength(1)
    expect(states.filter((source) => source.includes('/V/Off/AS/Off'))).toHaveLength(1)
    expect(states.filter((source) => source.includes('/V(120)'))).toHaveLength(1)
  })

  test.each([
    ['a number', (source: string) => source.replace('/V(120)', '/V(420)'), '/V(120)'],
    ['a tick', (source: string) => source.replace('/V/Yes/AS/Yes', '/V/Off/AS/Off'), '/V/Yes/AS/Yes'],
    ['what was left empty', (source: string) => source.replace(/>>$/, `/V${hex('补填')}>>`), hex('备注')],
  ])('is invalid once %s is changed afterwards', async (_, change, mark) => {
    const field = fieldsOf(finished).find(({ number }) => sourceOf(finished, number || 1).includes(mark))
    const number = field?.number ?? 0
    const forged = appendIncrement(finished, [{ number, body: change(sourceOf(finished, number)) }])
    const verdict = await server.deps.workshop.verify(forged)
    expect(verdict.verdict).toBe('invalid')
    expect(verdict.reasonArray.map(({ code }) => code)).toContain('change-locked-field')
  })
})

const hex = (text: string) => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`

const text = (fileId: string) => place(fileId, 'address', { label: '交货地址' })

describe('places that cannot be', () => {
  test.each<[string, (fileId: string) => Place[], string]>([
    ['a fill-in without a signature', (id) => [text(id)], '还没有签署位置'],
    ['a cross-page seal alone', (id) => [crossPage(id, 1, { pages: 'all' })], '还没有签署位置'],
    ['a cross-page seal over one page', (id) => [seal(id), crossPage(id, 1, { pages: [3] })], '骑缝章至少需要两页'],
    [
      'a cross-page seal on a page that is not there',
      (id) => [seal(id), crossPage(id, 1, { pages: [2, 400] })],
      '签署位置超出页面范围',
    ],
    [
      'two cross-page seals of one party',
      (id) => [seal(id), crossPage(id, 1, {}), crossPage(id, 1, { positionId: 'again', y: 150 })],
      '每个签署方在同一文件中只能放置一处骑缝章',
    ],
    [
      'bounds the wrong way round',
      (id) => [seal(id), { ...text(id), format: 'number', bounds: { min: 9, max: 1 } }],
      '最小值不能大于最大值',
    ],
  ])('%s keeps the draft from being sent', async (_, positions, message) => {
    const draft = await drafted('采购框架协议.pdf', [ownCompany()])
    const saved = await draft.save(positions(draft.fileId))
    expect(saved.data.status).toBe('draft')
    const sent = await server.call('sendTask', { signId: draft.signId }, launcher)
    expect([sent.code, sent.message]).toEqual([422, expect.stringContaining(message)])
  })

  test('a cross-page seal of a person who signs by hand only', async () => {
    const draft = await drafted('采购框架协议.pdf', [personSigner(1, '王小明', wang.phone)])
    const hand = place(draft.fileId, 'hand', { positionType: 'handwrite', y: 100, height: 20 })
    await draft.save([hand, crossPage(draft.fileId, 1, {})])
    const sent = await server.call('sendTask', { signId: draft.signId }, launcher)
    expect(sent.message).toBe('王小明在有骑缝章的文件中还需要一处印章')
  })

  test.each([
    ['a format nobody knows', { format: 'roman' }, '不支持该填写格式，请重新选择'],
    ['bounds of a text', { bounds: { min: 1, max: 2 } }, '只有数字可以限定范围'],
  ] as [string, Partial<Place>, string][])('%s is not even saved', async (_, more, message) => {
    const draft = await drafted('采购框架协议.pdf', [ownCompany()])
    const saved = await draft.save([seal(draft.fileId), place(draft.fileId, 'x', more)])
    expect([saved.code, saved.message]).toEqual([422, message])
  })

  test('a seal over even pages is filed under page 2', async () => {
    const draft = await drafted('采购框架协议.pdf', [ownCompany()])
    await draft.save([seal(draft.fileId), crossPage(draft.fileId, 1, { pages: 'even' })])
    const { data } = await server.call('getDraftInfo', { signId: draft.signId }, launcher)
    expect(data.positionArray.find(({ positionType }) => positionType === 'crossPage')).toMatchObject({
      page: 2,
      pages: 'even',
    })
  })
})

test('an upload that somebody signed already takes no fill-ins, in words', async () => {
  const key = await server.deps.authority.partyKey({ tenantId: launcher.tenantId, kind: 'company', name: '外部公司' })
  const bytes = await signField(foreignPdf(), { key })
  const draft = await drafted('已签署.pdf', [ownCompany()], bytes)
  const tick = place(draft.fileId, 'agree', { positionType: 'checkbox', width: 5, height: 5 })
  await draft.save([{ ...seal(draft.fileId), x: 20, y: 60 }, tick])
  const sent = await server.call('sendTask', { signId: draft.signId }, launcher)
  expect(sent.message).toContain('且不能放置日期、骑缝章或填写项，请调整签署位置')
})

test('three parties each seal across 301 pages, and the document verifies', async () => {
  const draft = await drafted('建设工程总承包合同-301页.pdf', [
    ownCompany(),
    companySigner(2, '上海嘉禾物业管理有限公司', chen),
    personSigner(3, '王小明', wang.phone),
  ])
  const { fileId } = draft
  const own = place(fileId, 'own', { positionType: 'personSign', signerNo: 3, y: 250, width: 20, height: 20 })
  const saved = await draft.save([
    seal(fileId, 1),
    seal(fileId, 2),
    own,
    crossPage(fileId, 1, { pages: 'all', y: 40 }),
    crossPage(fileId, 2, { pages: 'odd', y: 110 }),
    crossPage(fileId, 3, { pages: [1, 2, 3, 301], y: 180 }),
  ])
  expect(saved.data.status).toBe('waitSend')
  expect((await server.call('sendTask', { signId: draft.signId }, launcher)).message).toBe('操作成功')
  for (const who of [launcher, other, wang]) {
    const signId = who === launcher ? draft.signId : await ownSignId(server, who, draft.taskId)
    expect((await signWith(who, await consent(who, signId), {})).message).toBe('操作成功')
  }
  const { bytes } = await server.blob('downloadFinishedPdf', { signId: draft.signId }, launcher)
  expect((await server.deps.workshop.verify(bytes)).verdict).toBe('valid')
  const strips = fieldsOf(bytes).filter(({ name }) => /\.\d+$/.test(name))
  expect(strips).toHaveLength(301 + 151 + 4)
  for (const { number } of strips) expect(sourceOf(bytes, number)).toContain('/AP<</N ')
})
