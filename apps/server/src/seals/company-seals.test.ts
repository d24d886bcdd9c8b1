import { decodePng } from '@moqi/pdf/images/png'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { colleague } from '#src/testing/company-scene.ts'
import {
  choices,
  companySigner,
  ownSignId,
  personSigner,
  type Player,
  player,
  proveWill,
  sent,
} from '#src/testing/contract-scene.ts'
import { arrivedMessages, messagesTo } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let owner: Player
let person: Player
let passed = 0

beforeAll(async () => {
  server = await testServer({ now: () => Date.now() + passed })
  owner = await player(server, '13800000002', 'company')
  person = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

const contractSeal = { sealPurpose: 'contract', sealForm: 'round38', sealColor: 'red', lineText: '合同专用章' } as const
const add = (sealName: string, carving: object = {}, who = owner) =>
  server.call('addCompanySeal', { ...contractSeal, ...carving, sealName }, who)
const list = async (input = {}) => (await server.call('listCompanySeal', input, owner)).data
const made = async (sealName: string) => (await add(sealName)).data.sealId
const update = (sealId: string, change: object, who = owner) => server.call('pcSealUpdate', { sealId, ...change }, who)
const logOf = async (sealId: string) =>
  (await server.call('listSealLog', { sealId }, owner)).data.logArray.map(({ label, detail }) => [label, detail])

/** A contract that the owner signs for the company with a seal of its own choosing. */
async function ready(sealId: string) {
  const company = (await server.call('getSpaceDetailInfo', {}, owner)).data.spaceName
  // Codes are asked for a few times in an hour at most.
  passed += 900_000
  const { taskId } = await sent(server, owner, [
    companySigner(1, company, { name: '李静', phone: owner.phone }),
    personSigner(2, '王小明', person.phone),
  ])
  const signId = await ownSignId(server, owner, taskId)
  const authToken = await proveWill(server, owner, signId)
  const positionArray = (await choices(server, owner, signId)).map((choice) =>
    'sealId' in choice ? { ...choice, sealId } : choice,
  )
  return { signId, authToken, positionArray }
}

test('the kinds of seal are shown as they would be, and why no second 公章 is to be had (domain 4.6)', async () => {
  const { data } = await server.call('getSealMaking', {}, owner)
  expect(data.purposeArray.map(({ sealPurpose, reason }) => [sealPurpose, reason])).toEqual([
    ['official', '公章只能有一枚'],
    ['contract', null],
    ['finance', null],
    ['personnel', null],
    ['business', null],
    ['invoice', null],
    ['legal', '企业信息中没有法定代表人姓名'],
    ['other', null],
  ])
  for (const { sealImg, width } of data.purposeArray) {
    const png = Buffer.from(sealImg.slice(sealImg.indexOf(',') + 1), 'base64')
    expect(decodePng(png, 4096).width).toBe(Math.round((width * 300) / 25.4))
  }
})

test('a seal is looked at, made, numbered, enabled and logged; its name is taken from then on', async () => {
  const preview = await server.call('makeCompanySealImg', { ...contractSeal, antiForgeryCode: '3301080316529' }, owner)
  expect(preview.data).toMatchObject({ width: 38, height: 38 })
  const { data } = await add('合同专用章', { antiForgeryCode: '3301080316529' })
  expect(data).toMatchObject({
    sealStatus: 'enabled',
    sealType: 'company',
    sealPurpose: 'contract',
    sealPermission: 'direct',
    carving: { lineText: '合同专用章', antiForgeryCode: '3301080316529' },
    deletable: 1,
    lastUseTime: null,
  })
  expect(data.sealCode).toMatch(/^YZ20\d{4}0002$/)
  expect(await logOf(data.sealId)).toEqual([['制作印章', '合同专用章']])
  expect((await add('合同专用章')).message).toBe('印章名称已存在')
  expect((await list({ keyword: data.sealCode })).sealArray.map(({ sealId }) => sealId)).toEqual([data.sealId])
})

test('what cannot be carved is refused at its field, with what to do', async () => {
  const answers = await Promise.all([
    add('章一', { sealPurpose: 'invoice', sealForm: 'oval40', lineText: '发票专用章', sealColor: 'blue' }),
    add('章二', { sealForm: 'square22' }),
    add('章三', { antiForgeryCode: '12345' }),
    add('章四', { lineText: '𠔻专用章' }),
    add('公章', { sealPurpose: 'official', sealForm: 'round40', lineText: '' }),
    add('法人章', { sealPurpose: 'legal', sealForm: 'square20', lineText: '' }),
  ])
  expect(answers.map(({ message }) => message)).toEqual([
    '发票专用章不能使用这种颜色',
    '合同专用章没有这种规格，请重新选择',
    '防伪码为13位数字，由公安机关备案后取得',
    '字库中没有“𠔻”，请改为上传印章图片',
    '公章只能有一枚',
    '企业信息中没有法定代表人姓名，请先完成企业认证',
  ])
})

test('ten at once make one 公章', async () => {
  const { sealArray } = await list({ sealPurpose: 'official' })
  const [official] = sealArray
  await update(official?.sealId ?? '', { sealStatus: 'revoked', reason: '实体章作废重刻' })
  const again = { sealPurpose: 'official', sealForm: 'round40', lineText: '' }
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => add(`公章${i}`, again)))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(new Set(answers.filter(({ code }) => code !== 200).map(({ message }) => message))).toEqual(
    new Set(['公章只能有一枚']),
  )
})

test('a seal is disabled with a reason, says by whom, and signs again once it is enabled (C37)', async () => {
  const sealId = await made('采购章')
  expect((await update(sealId, { sealStatus: 'disabled' })).message).toBe('请填写原因(2-200字)')
  expect((await update(sealId, { sealStatus: 'disabled', reason: '盘点' })).data.sealStatus).toBe('disabled')
  const seal = (await server.call('getCompanySeal', { sealId }, owner)).data
  expect([seal.stateReason, seal.stateBy]).toEqual(['盘点', '李静'])
  expect((await update(sealId, { sealStatus: 'disabled', reason: '盘点' })).data.reason).toBe('seal/changed')
  expect((await update(sealId, { sealStatus: 'enabled' })).data.sealStatus).toBe('enabled')
  expect((await update(sealId, { sealName: '采购合同章', isDefault: 1 })).data).toMatchObject({
    sealName: '采购合同章',
    isDefault: 1,
  })
  expect((await list()).sealArray.filter(({ isDefault }) => isDefault === 1)).toHaveLength(1)
  expect(await logOf(sealId)).toEqual([
    ['设为默认', null],
    ['修改名称', '采购章 → 采购合同章'],
    ['启用', null],
    ['停用', '盘点'],
    ['制作印章', '采购章'],
  ])
})

test('a revoked seal can do nothing any more, and its name is free again', async () => {
  const sealId = await made('旧章')
  await update(sealId, { sealStatus: 'revoked', reason: '遗失' })
  for (const change of [{ sealStatus: 'enabled' }, { sealName: '新名' }, { isDefault: 1 }] as const) {
    expect((await update(sealId, change)).data.reason).toBe('seal/changed')
  }
  expect((await add('旧章')).code).toBe(200)
})

test('only a seal that never signed is deleted (C40)', async () => {
  const [unused, used] = [await made('没用过的章'), await made('用过的章')]
  const { signId, authToken, positionArray } = await ready(used)
  expect((await server.call('sign', { signId, authToken, positionArray }, owner)).code).toBe(200)
  expect((await server.call('pcIndexDeleteSeal', { sealId: used }, owner)).message).toBe('该印章正在使用，无法删除')
  expect((await server.call('pcIndexDeleteSeal', { sealId: unused }, owner)).code).toBe(200)
  expect((await server.call('getCompanySeal', { sealId: unused }, owner)).data.reason).toBe('seal/not-found')
  expect((await add('没用过的章')).code).toBe(200)
  const seal = (await server.call('getCompanySeal', { sealId: used }, owner)).data
  expect([seal.lastUserName, seal.deletable]).toEqual(['李静', 0])
})

test.each([
  ['disabled', (sealId: string) => update(sealId, { sealStatus: 'disabled', reason: '盘点' })],
  ['revoked', (sealId: string) => update(sealId, { sealStatus: 'revoked', reason: '遗失' })],
  ['frozen', () => server.call('freezeSeals', { reason: '怀疑被冒用' }, owner)],
] as const)('a seal that was %s between proof and signature does not sign', async (how, take) => {
  const sealId = await made(`${how}之章`)
  const { signId, authToken, positionArray } = await ready(sealId)
  expect((await take(sealId)).code).toBe(200)
  const answer = await server.call('sign', { signId, authToken, positionArray }, owner)
  expect(answer.code).not.toBe(200)
  if (how === 'frozen') await server.call('thawSeals', { reason: '已核实无异常' }, owner)
})

test('a disabling and a signature at one moment: whichever is first, no disabled seal has signed', async () => {
  for (let round = 0; round < 3; round++) {
    const sealId = await made(`抢先${round}`)
    const { signId, authToken, positionArray } = await ready(sealId)
    const [signed, disabled] = await Promise.all([
      server.call('sign', { signId, authToken, positionArray }, owner),
      update(sealId, { sealStatus: 'disabled', reason: '盘点' }),
    ])
    expect(disabled.code).toBe(200)
    const { lastUseTime, sealStatus } = (await server.call('getCompanySeal', { sealId }, owner)).data
    expect([sealStatus, lastUseTime !== null]).toEqual(['disabled', signed.code === 200])
    const late = await server.call('sign', { signId, authToken, positionArray }, owner)
    expect(late.code).not.toBe(200)
  }
})

test('frozen, no seal of the company is offered or signs, a new one neither; every administrator may thaw', async () => {
  expect((await server.call('freezeSeals', { reason: '章' }, owner)).message).toBe('请填写原因(2-200字)')
  expect((await server.call('freezeSeals', { reason: '怀疑印章被冒用' }, owner)).code).toBe(200)
  expect((await server.call('freezeSeals', { reason: '怀疑印章被冒用' }, owner)).data.reason).toBe('seal/changed')
  expect((await server.call('userSeals', {}, owner)).data.sealInfoArray).toEqual([])
  const sealId = await made('冻结时制作')
  expect((await list()).freeze).toMatchObject({ who: '李静', reason: '怀疑印章被冒用' })
  expect((await server.call('userSeals', {}, owner)).data.sealInfoArray).toEqual([])
  expect((await server.call('thawSeals', { reason: '已核实无异常' }, owner)).code).toBe(200)
  expect((await server.call('userSeals', {}, owner)).data.sealInfoArray.map((seal) => seal.sealId)).toContain(sealId)
  expect((await logOf(sealId)).slice(0, 3).map(([label]) => label)).toEqual(['解除冻结', '制作印章', '冻结全部印章'])
})

test('who would sign while the seals are frozen is told so before anything else (C54)', async () => {
  const sealId = await made('冻结前的章')
  const { signId } = await ready(sealId)
  const check = async () => (await server.call('signBeforeCheck', { signId }, owner)).data
  expect((await check()).signBeforeCheck).toBe(1)
  await server.call('freezeSeals', { reason: '怀疑印章被冒用' }, owner)
  expect(await check()).toMatchObject({
    signBeforeCheck: 0,
    signBeforeCheckInfo: '企业印章已全部冻结，暂时不能签署，请联系企业管理员',
  })
  await server.call('thawSeals', { reason: '已核实无异常' }, owner)
  expect((await check()).signBeforeCheck).toBe(1)
})

test('managing seals and auditing them are two rights that a role gives apart', async () => {
  owner = await player(server, '13800000002', 'company')
  const role = async (roleName: string, rightArray: ('manageSeals' | 'auditSeals')[]) =>
    (await server.call('saveRole', { roleName, rightArray }, owner)).data.roleId
  const keeper = await colleague(server, owner, {
    name: '章管',
    phone: '13913020001',
    roleId: await role('印章管理员', ['manageSeals']),
  })
  const auditor = await colleague(server, owner, {
    name: '审计',
    phone: '13913020002',
    roleId: await role('印章审计', ['auditSeals']),
  })
  const status = async (who: Player) =>
    Promise.all([
      add('越权章', {}, who).then(({ code }) => code),
      server.call('listCompanySeal', {}, who).then(({ code }) => code),
      server.call('listSealLog', {}, who).then(({ code }) => code),
      server.call('freezeSeals', { reason: '越权冻结' }, who).then(({ code }) => code),
    ])
  for (const who of [await player(server, '13800000003', 'company'), await player(server, '13800000001', 'person')]) {
    expect(await status(who)).toEqual([403, 403, 403, 403])
  }
  expect(await status(auditor)).toEqual([403, 200, 200, 403])
  expect(await status(keeper)).toEqual([200, 200, 403, 200])
  expect((await server.call('userSeals', {}, keeper)).data.sealInfoArray).toEqual([])
  await server.call('thawSeals', { reason: '恢复使用' }, keeper)
  expect((await server.call('listSignatureRecords', {}, auditor)).data.recordArray.length).toBeGreaterThan(0)
  expect((await server.call('listSignatureRecords', {}, keeper)).data.recordArray).toEqual([])
})

test('administrators hear who changed a seal, but not of what they changed themselves', async () => {
  const keeper = await colleague(server, owner, {
    name: '陈管章',
    phone: '13913020003',
    roleId: (await server.call('saveRole', { roleName: '管章', rightArray: ['manageSeals'] }, owner)).data.roleId,
  })
  const sealId = await made('改动的章')
  const told = () => messagesTo(server, owner.phone, 'sealChanged')
  const before = (await told()).length
  await update(sealId, { sealStatus: 'disabled', reason: '盘点' })
  await update(sealId, { sealStatus: 'enabled' }, keeper)
  await arrivedMessages(server, { recipient: owner.phone, scene: 'sealChanged', count: before + 1 })
  expect((await told()).filter(({ body }) => body.includes('改动的章'))).toHaveLength(1)
})
