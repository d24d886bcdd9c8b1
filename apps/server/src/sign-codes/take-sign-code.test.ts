import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newcomer, type Player, player, signNow } from '#src/testing/contract-scene.ts'
import { setSurplus, surplusOf } from '#src/testing/quota-scene.ts'
import { madeSignCode, signCodeAsked, tokenOf } from '#src/testing/sign-code-scene.ts'
import { savedTemplate } from '#src/testing/template-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let jing: Player
let wang: Player
let templateId: string
let phone = 13_900_001_000

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())
beforeEach(async () => {
  // A day of its own, since codes are counted by the day.
  clock += 86_400_000
  jing = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
  await setSurplus(server, jing.tenantId, 20)
  templateId = (await savedTemplate(server, jing)).templateId
})

const stranger = (name: string) => newcomer(server, String(phone++), name)
const code = async (change: Parameters<typeof madeSignCode>[3] = {}) => madeSignCode(server, jing, templateId, change)
const take = (who: Player, link: { link: string }, another: 0 | 1 = 0) =>
  server.call('takeSignCode', { code: tokenOf(link), another }, who)
const made = async (signCodeId: string) =>
  (await server.call('listSignCodeUse', { signCodeId, pageSize: 50 }, jing)).data

test('who scans proves who they are, and gets a contract of their own to sign, at the cost of one 份', async () => {
  const one = await code()
  const info = (await server.call('getSignCodeInfo', { code: tokenOf(one) })).data
  expect(info).toMatchObject({ initiatorName: '李静', closing: null, fileArray: [{ fileName: '保密协议.pdf' }] })
  const drawn = await server.blob('signCodePage', { code: tokenOf(one), fileNo: 1, page: 1 })
  expect([drawn.headers['content-type'], drawn.bytes.subarray(1, 4).toString()]).toEqual(['image/png', 'PNG'])
  expect((await server.call('takeSignCode', { code: tokenOf(one) })).status).toBe(401)
  const unnamed = await newcomer(server, String(phone++))
  expect((await take(unnamed, one)).data).toMatchObject({ reason: 'space/not-authenticated' })
  expect((await made(one.signCodeId)).useArray).toEqual([])
  const before = await surplusOf(server, jing.tenantId)
  const who = await stranger('程若水')
  const taken = await take(who, one)
  const detail = (await server.call('getSignDetailInfo', { signId: taken.data.signId }, who)).data
  expect(detail).toMatchObject({ taskName: '员工保密协议', status: 'iSign', ownSignerNo: 2 })
  expect(taken.data.tenantId).toBe(who.tenantId)
  expect(await surplusOf(server, jing.tenantId)).toBe(before - 1)
  const { signCode, useArray } = await made(one.signCodeId)
  expect(signCode.usedNumber).toBe(1)
  expect(useArray).toMatchObject([{ signerName: '程若水', signerStatus: 'toSign', taskNo: detail.taskNo }])
  const csv = await server.blob('exportSignCodeUse', { signCodeId: one.signCodeId }, jing)
  expect(csv.bytes.toString()).toContain(`${detail.taskNo},程若水,${who.phone}`)
})

test('the second press, scan or tab leads to the same contract, also when they come at once', async () => {
  const one = await code()
  const answers = await Promise.all([take(wang, one), take(wang, one), take(wang, one)])
  expect(new Set(answers.map(({ data }) => data.signId)).size).toBe(1)
  expect((await take(wang, one, 1)).data.signId).toBe(answers[0]?.data.signId)
  expect((await made(one.signCodeId)).useArray.length).toBe(1)
})

test('of two phones on the last place one wins, the other is told that it is full', async () => {
  const one = await code({ cap: 1 })
  const [lin, zhou] = [await stranger('林一'), await stranger('周二')]
  const answers = await Promise.all([take(lin, one), take(zhou, one)])
  expect(answers.map(({ message }) => message).toSorted()).toEqual(['操作成功', '该签署码的名额已满'].toSorted())
  expect((await made(one.signCodeId)).signCode).toMatchObject({ usedNumber: 1, closing: 'full' })
  const winner = answers[0]?.code === 200 ? lin : zhou
  expect((await take(winner, one)).code).toBe(200)
})

test('where a person may sign several, another is had once the last is signed, and not before', async () => {
  const one = await code({ several: 1 })
  const first = (await take(wang, one)).data.signId
  expect((await take(wang, one, 1)).data.signId).toBe(first)
  const [{ taskId = '' } = {}] = (await made(one.signCodeId)).useArray
  expect((await signNow(server, wang, taskId)).code).toBe(200)
  expect((await take(wang, one)).data.signId).toBe(first)
  expect((await take(wang, one, 1)).data.signId).not.toBe(first)
  expect((await made(one.signCodeId)).signCode.usedNumber).toBe(2)
})

const refusedBy = async (one: { link: string; signCodeId: string }) => {
  const before = await surplusOf(server, jing.tenantId)
  const { code: answer, message, data } = await take(wang, one)
  expect([answer, data['reason']]).toEqual([409, 'sign-code/closed'])
  expect((await made(one.signCodeId)).useArray).toEqual([])
  expect(await surplusOf(server, jing.tenantId)).toBe(before)
  return message
}

describe('a code that makes none says why, and costs nothing', () => {
  test('paused, until it goes on', async () => {
    const one = await code()
    await server.call('moveSignCode', { signCodeId: one.signCodeId, event: 'pause' }, jing)
    expect(await refusedBy(one)).toBe('发起方已暂停该签署码，请稍后再试或联系发起方')
    await server.call('moveSignCode', { signCodeId: one.signCodeId, event: 'resume' }, jing)
    expect((await take(wang, one)).code).toBe(200)
  })
  test('ended, for good', async () => {
    const one = await code()
    await server.call('moveSignCode', { signCodeId: one.signCodeId, event: 'end' }, jing)
    expect(await refusedBy(one)).toBe('该签署码已结束，不能再签署')
    const again = await server.call('moveSignCode', { signCodeId: one.signCodeId, event: 'resume' }, jing)
    expect(again.message).toBe('签署码状态已变更，请刷新后重试')
    const page = await server.blob('signCodePage', { code: tokenOf(one), fileNo: 1, page: 1 })
    expect(page.bytes.toString()).toContain('签署码不存在或已失效')
  })
  test('past its last day', async () => {
    const one = await code({ endTime: clock + 60_000 })
    clock += 62_000
    expect(await refusedBy(one)).toBe('该签署码已到截止时间，不能再签署')
    const { data } = await server.call('getSignCodeInfo', { code: tokenOf(one) })
    expect(data).toMatchObject({ closing: 'expired', closingText: '该签署码已到截止时间，不能再签署' })
  })
  test('of an owner without 份', async () => {
    const one = await code()
    await setSurplus(server, jing.tenantId, 0)
    expect(await refusedBy(one)).toBe('发起方的合同份数不足，暂时不能签署，请联系发起方')
  })
  test('of a template that is stopped', async () => {
    const one = await code()
    await server.call('setTemplateState', { templateId, templateState: 'disabled' }, jing)
    expect(await refusedBy(one)).toBe('发起方或合同模板已变更，该签署码不能再使用，请联系发起方')
  })
})

test('an edited template changes nothing of a code that is out already', async () => {
  const one = await code()
  const { data } = await server.call('getTemplate', { templateId }, jing)
  const {
    fileArray,
    positionArray: _p,
    columnArray: _c,
    versionArray: _v,
    ready: _r,
    templateState: _s,
    ...head
  } = data
  const fileIdArray = fileArray.map(({ fileId }) => fileId)
  await server.call('saveTemplate', { ...head, fileIdArray, taskName: '另一份协议' }, jing)
  const { signId } = (await take(wang, one)).data
  expect((await server.call('getSignDetailInfo', { signId }, wang)).data.taskName).toBe('员工保密协议')
})

describe('a code is refused', () => {
  test.each([
    ['without its fill-in', { values: {} }, '“月工资”请填写'],
    ['for nobody', { cap: 0 }, '名额须为1-10,000'],
    ['for more than ten thousand', { cap: 10_001 }, '名额须为1-10,000'],
    ['without a name', { codeName: ' ' }, '请填写签署码名称'],
    ['that has ended already', { endTime: Date.UTC(2026, 0, 1) }, '截止日期不能早于今天'],
  ])('%s', async (_, change, message) => {
    const asked = Object.assign(signCodeAsked(server, templateId), change)
    expect((await server.call('addSignCode', asked, jing)).message).toBe(message)
  })
  test('of a template that leaves two roles open', async () => {
    const role = { signOrder: 1, own: 0 } as const
    const roleArray = [
      { ...role, signType: 1, signerNo: 1, roleName: '客户' } as const,
      { ...role, signType: 0, signerNo: 2, roleName: '员工' } as const,
    ]
    const other = await savedTemplate(server, jing, { roleArray })
    const { message } = await server.call('addSignCode', signCodeAsked(server, other.templateId), jing)
    expect(message).toContain('模板须只有一个不填姓名和手机号的个人角色')
  })
})
