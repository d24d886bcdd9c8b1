import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  newcomer,
  ownSignId,
  personSigner,
  type Player,
  player,
  proveWill,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let launcher: Player
let wang: Player

beforeAll(async () => {
  server = await testServer()
  launcher = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

const replace = (signId: string, signerNo: number, name: string, phone: string) =>
  server.call('replaceParty', { signId, signerNo, name, phone }, launcher)

test('whoever is replaced is out, and the new party signs in the same places', async () => {
  const { signId, taskId } = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)])
  const old = await ownSignId(server, wang, taskId)
  const authToken = await proveWill(server, wang, old)
  expect((await replace(signId, 1, '赵一一', '13900000901')).code).toBe(200)
  expect((await server.call('getSignDetailInfo', { signId: old }, wang)).code).toBe(404)
  expect((await server.call('sign', { signId: old, authToken, positionArray: [] }, wang)).code).not.toBe(200)
  const zhao = await newcomer(server, '13900000901', '赵一一')
  await expect.poll(async () => (await server.call('recentTasks', {}, zhao)).data.taskInfoArray.length).toBe(1)
  await signNow(server, zhao, taskId)
  const after = await server.call('getSignDetailInfo', { signId }, launcher)
  expect(after.data.taskStatus).toBe('finish')
  expect(after.data.logArray.map(({ label, detail }) => [label, detail])).toContainEqual([
    '更换签署方',
    '王小明 138****0001 → 赵一一 139****0901',
  ])
})

test('who has signed stays, and who has not can still be replaced', async () => {
  const parties = [personSigner(1, '王小明', wang.phone), personSigner(2, '钱二二', '13900000902')]
  const { signId, taskId } = await sent(server, launcher, parties)
  await signNow(server, wang, taskId)
  expect((await replace(signId, 1, '赵一一', '13900000903')).message).toContain('该签署方已签署，不能更换')
  expect((await replace(signId, 2, '孙三三', '13900000902')).message).toBe('请填写新签署人的手机号')
  expect((await replace(signId, 2, '孙三三', '13900000904')).code).toBe(200)
  expect((await replace(signId, 2, '孙三三', '13900000905')).message).toContain('该签署方已变更')
})
