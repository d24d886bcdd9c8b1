import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  companySigner,
  ownSignId,
  personSigner,
  type Player,
  player,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'
import { arrivedMessages } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let chen: Player
let jingAtWork: Player
let zhang: Player
let wang: Player
beforeAll(async () => {
  server = await testServer({ now: () => Date.UTC(2026, 10, 20, 2) })
  chen = await player(server, '13800000004', 'company')
  jingAtWork = await player(server, jing.phone, 'company')
  zhang = await player(server, '13800000003', 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

/** Where the newest message of that scene leads. */
async function target(phone: string, scene: string): Promise<string | undefined> {
  const [newest] = await arrivedMessages(server, { recipient: phone, scene })
  const link = /https?:\/\/\S+?(\/s\/[0-9A-Za-z]{11})(?![0-9A-Za-z])/.exec(newest?.body ?? '')?.[1] ?? ''
  return (await server.app.inject({ url: link })).headers.location
}

const opens = (signId: string) => `/home/signing?signId=${signId}`

test('a handle has 22 characters, and an SMS leads to it by 11 (I2)', async () => {
  const { signId, taskId } = await sent(server, chen, [personSigner(1, '王小明', wang.phone)])
  const own = await ownSignId(server, wang, taskId)
  for (const handle of [signId, own]) expect(handle).toMatch(/^[0-9A-Za-z]{22}$/)
  expect(await target(wang.phone, 'toSign')).toBe(opens(own))
  await signNow(server, wang, taskId)
  expect(await target(chen.phone, 'finished')).toBe(opens(signId))
  expect(await target(wang.phone, 'finished')).toBe(opens(own))
})

test('whoever takes a turn over is led to a handle of its own (I2)', async () => {
  const { taskId } = await sent(server, chen, [companySigner(1, yunqi, jing)])
  const signId = await ownSignId(server, jingAtWork, taskId)
  await server.call('transferTask', { signId, phone: zhang.phone, reason: '休假' }, jingAtWork)
  expect(await target(zhang.phone, 'transferred')).toBe(opens(await ownSignId(server, zhang, taskId)))
})

test('a corrected phone is led to a new handle, a copy recipient to its own (I2)', async () => {
  const cc = { ccArray: [{ name: '张伟', phone: zhang.phone }] }
  const { signId, taskId } = await sent(server, chen, [personSigner(1, '王小明', '13900000841')], cc)
  expect(await target(zhang.phone, 'cc')).toMatch(/^\/home\/signing\?signId=[0-9A-Za-z]{22}$/)
  await server.call('correctPhone', { signId, signerNo: 1, phone: wang.phone }, chen)
  const own = await ownSignId(server, wang, taskId)
  await expect.poll(() => target(wang.phone, 'toSign')).toBe(opens(own))
})

test('a handle of 11 characters is its own link, and what is unknown leads nowhere else', async () => {
  for (const text of ['Ab3Ab3Ab3Ab', 'x', 'a%2Fb']) {
    const { statusCode, headers } = await server.app.inject({ url: `/s/${text}` })
    expect([statusCode, headers.location]).toEqual([302, opens(text)])
  }
})
