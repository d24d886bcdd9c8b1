import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { turnSeal } from '#src/cores/seal/turn-seal.ts'
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
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let owner: Player
let passed = 0
const start = Date.now()

beforeAll(async () => {
  server = await testServer({ now: () => start + passed })
})
beforeEach(async () => {
  owner = await player(server, '13800000002', 'company')
})
afterAll(() => server.close())

const carving = { sealPurpose: 'contract', sealForm: 'round38', sealColor: 'red', lineText: '合同专用章' } as const
const made = async (sealName: string) =>
  (await server.call('addCompanySeal', { ...carving, sealName }, owner)).data.sealId
const update = (sealId: string, change: object) => server.call('pcSealUpdate', { sealId, ...change }, owner)
const one = async (sealId: string) => (await server.call('getCompanySeal', { sealId }, owner)).data
const labels = async (sealId: string) =>
  (await server.call('listSealLog', { sealId }, owner)).data.logArray.map(({ who, label, detail }) => [
    who,
    label,
    detail,
  ])
const told = async (word: string) =>
  (await server.call('listMessage', {}, owner)).data.messageArray.filter(({ text }) => text.includes(word)).length
const offered = async (sealId: string) =>
  (await server.call('userSeals', {}, owner)).data.sealInfoArray.some((seal) => seal.sealId === sealId)
const turn = (sealId: string) => turnSeal(server.deps, { tenantId: owner.tenantId, sealId })

test('a seal is given an end, told of a week before, and ended by itself; each once (domain 5.8)', async () => {
  const sealId = await made('临时章')
  const answer = await update(sealId, { expireTime: start + 20 * dayMs })
  expect(answer.data.expireTime).toBeGreaterThan(start + 19 * dayMs)
  const expireAt = answer.data.expireTime ?? 0
  expect((await labels(sealId))[0]?.slice(0, 2)).toEqual(['李静', '修改有效期'])
  await turn(sealId)
  expect(await told('即将到期')).toBe(0)
  passed = expireAt - 6 * dayMs - start
  owner = await player(server, owner.phone, 'company')
  await turn(sealId)
  await turn(sealId)
  expect(await told('“临时章”将于')).toBe(1)
  expect(await offered(sealId)).toBe(true)
  passed = expireAt + 1000 - start
  owner = await player(server, owner.phone, 'company')
  // What has not been moved yet is not offered either.
  expect([await offered(sealId), (await one(sealId)).sealStatus]).toEqual([false, 'enabled'])
  await turn(sealId)
  await turn(sealId)
  expect(await one(sealId)).toMatchObject({ sealStatus: 'expired', stateReason: '有效期已满', isDefault: 0 })
  expect((await labels(sealId)).filter(([, label]) => label === '过期')).toEqual([['平台', '过期', '有效期已满']])
  expect((await update(sealId, { expireTime: null })).data.reason).toBe('seal/changed')
})

test('a seal whose term ends between proof and signature does not sign', async () => {
  const sealId = await made('抢在到期前')
  const end = (await update(sealId, { expireTime: start + passed })).data.expireTime ?? 0
  const company = (await server.call('getSpaceDetailInfo', {}, owner)).data.spaceName
  const { taskId } = await sent(server, owner, [
    companySigner(1, company, { name: '李静', phone: owner.phone }),
    personSigner(2, '王小明', '13800000001'),
  ])
  passed = end - 60_000 - start
  owner = await player(server, owner.phone, 'company')
  const signId = await ownSignId(server, owner, taskId)
  const authToken = await proveWill(server, owner, signId)
  const positionArray = (await choices(server, owner, signId)).map((choice) =>
    'sealId' in choice ? { ...choice, sealId } : choice,
  )
  passed = end + 1000 - start
  const late = await server.call('sign', { signId, authToken, positionArray }, owner)
  expect(late.code).not.toBe(200)
  expect((await one(sealId)).lastUseTime).toBeNull()
})

test('a term that is over, too long or for a person’s own seal is refused', async () => {
  const sealId = await made('长期章')
  for (const expireTime of [start + passed - dayMs, start + passed + 4000 * dayMs]) {
    expect((await update(sealId, { expireTime })).message).toBe('有效期须为今天起十年内的日期')
  }
  const wang = await player(server, '13800000001', 'person')
  const own = (await server.call('listSeals', {}, wang)).data.sealInfoArray[0]
  const answer = await server.call(
    'pcSealUpdate',
    { sealId: own?.sealId ?? '', expireTime: start + passed + dayMs },
    wang,
  )
  expect(answer.data.field).toBe('expireTime')
})
