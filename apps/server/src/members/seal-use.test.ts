import { afterAll, beforeAll, expect, test } from 'vitest'
import { colleague, memberIdOf } from '#src/testing/company-scene.ts'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let owner: Player
let member: Player
let memberId: string
let sealId: string

beforeAll(async () => {
  server = await testServer({})
  owner = await player(server, '13800000002', 'company')
  member = await colleague(server, owner, { name: '何五', phone: '13913010001' })
  memberId = await memberIdOf(server, owner, member.phone)
  sealId = (await server.call('listSeals', {}, owner)).data.sealInfoArray[0]?.sealId ?? ''
})
afterAll(() => server.close())

const usable = async () => (await server.call('userSeals', {}, member)).data.sealInfoArray.map((seal) => seal.sealId)
const holders = async () =>
  (await server.call('listSealHolder', { sealId }, owner)).data.memberArray.map((one) => one.memberName)

test('a member whom the administrator lets may use the company’s seal, and no more once it is taken back (P1, C54)', async () => {
  expect(await usable()).toEqual([])
  const before = await holders()
  expect((await server.call('setSealHolder', { sealId, memberId, granted: 1 }, owner)).code).toBe(200)
  expect((await server.call('setSealHolder', { sealId, memberId, granted: 1 }, owner)).code).toBe(200)
  expect(await usable()).toEqual([sealId])
  expect(await holders()).toEqual([...before, '何五'])
  expect((await server.call('setSealHolder', { sealId, memberId, granted: 0 }, owner)).code).toBe(200)
  expect(await usable()).toEqual([])
  const { data } = await server.call('listMemberLog', {}, owner)
  expect(data.logArray.slice(0, 2).map(({ label, detail }) => [label, detail?.split('：')[0]])).toEqual([
    ['收回印章使用权', '何五'],
    ['授权使用印章', '何五'],
  ])
  const log = (await server.call('listSealLog', { sealId }, owner)).data.logArray
  expect(log.slice(0, 2).map((line) => [line.label, line.detail])).toEqual([
    ['收回授权', '何五'],
    ['授权使用', '何五'],
  ])
})

test('nobody but who manages seals says who uses them, and no personal seal is given away', async () => {
  const refused = await server.call('setSealHolder', { sealId, memberId, granted: 1 }, member)
  expect(refused.status === 403 || refused.code === 403).toBe(true)
  const invented = await server.call('setSealHolder', { sealId: memberId, memberId, granted: 1 }, owner)
  expect(invented.data.reason).toBe('seal/not-found')
})
