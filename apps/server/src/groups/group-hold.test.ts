import { dayMs, hourMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { colleague } from '#src/testing/company-scene.ts'
import { type Player } from '#src/testing/contract-scene.ts'
import {
  agreed,
  castAgain,
  type CompanyPlayer,
  founded,
  type GroupCast,
  groupCast,
  groupWith,
  invitedInto,
  ungrouped,
  used,
} from '#src/testing/group-scene.ts'
import { boundKey, keyCode } from '#src/testing/key-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let now = Date.UTC(2026, 10, 20, 2)
let cast: GroupCast
let jing: Player
let chen: CompanyPlayer
let third: CompanyPlayer
let fourth: CompanyPlayer

/** Signs everybody in anew: the tests let much time go by. */
async function signInAgain() {
  cast = await castAgain(server, cast)
  ;({ jing, chen, third, fourth } = cast)
}

beforeAll(async () => {
  server = await testServer({ now: () => now })
  cast = await groupCast(server)
})
beforeEach(async () => {
  now += 61_000
  await signInAgain()
  for (const who of [jing, chen, third, fourth]) await ungrouped(server, who)
})
afterAll(() => server.close())

const groupOf = async (who: Player) => (await server.call('getGroup', {}, who)).data
const answerTo = async (who: Player, invitationId: string, answer: 'agree' | 'refuse', version = 0) =>
  server.call('answerGroupInvitation', { invitationId, answer, version }, who)
const texts = async (who: Player) =>
  (await server.call('listMessage', {}, who)).data.messageArray.map(({ text }) => text)
const reason = ({ data }: { data: unknown }) => Object(data).reason
test('what the group asks holds beside the company’s own rules, whichever is stricter', async () => {
  await groupWith(server, jing, [chen])
  const { data: own } = await server.call('getSecurityRules', {}, chen)
  await server.call('saveSessionRule', { version: own.version, idleMinutes: null, longestHours: 8 }, chen)
  const saved = await server.call('saveGroupRules', { version: 0, graceDays: null, longestHours: 2 }, jing)
  expect([saved.code, saved.data.version]).toEqual([200, 1])
  expect(reason(await server.call('saveGroupRules', { version: 0, graceDays: null, longestHours: 4 }, jing))).toBe(
    'group/changed',
  )
  expect((await texts(chen))[0]).toBe(
    `云启集团收紧了集团规则，适用于${chen.companyName}全体成员。双因子登录：由各企业自行决定；会话时长：不超过2小时`,
  )
  const seen = async (who: Player) => {
    const { code, data } = await server.call('getSpaceDetailInfo', {}, who)
    return code === 200 ? 'open' : reason({ data })
  }
  expect(await seen(chen)).toBe('open')
  now += 2 * hourMs + 1
  await used(server, chen)
  expect(await seen(chen)).toBe('space/sign-in-again')
  await signInAgain()
  await server.call('saveGroupRules', { version: 1, graceDays: null, longestHours: 72 }, jing)
  expect((await texts(chen))[0]).not.toContain('不超过3天')
  now += 8 * hourMs + 1
  await used(server, chen)
  expect(await seen(chen)).toBe('space/sign-in-again')
  await signInAgain()
  const { data: rules } = await server.call('getSecurityRules', {}, chen)
  await server.call('saveSessionRule', { version: rules.version, idleMinutes: null, longestHours: null }, chen)
})

// Last: from here on the lead's administrator signs in by a key.
test('a second step is asked of everybody by who has one, and agreed to by who has one', async () => {
  await founded(server, jing)
  const ask = (version: number) => server.call('saveGroupRules', { version, graceDays: 7, longestHours: null }, jing)
  expect(reason(await ask(0))).toBe('space/second-step-first')
  const invitationId = await invitedInto(server, jing, third)
  const early = await invitedInto(server, jing, fourth)
  expect((await agreed(server, fourth, early)).code).toBe(200)
  await boundKey(server, jing)
  now += 61_000
  const smsCode = await keyCode(server, jing)
  await server.call('requireKey', { keyRequired: 'yes', smsCode }, jing)
  expect((await ask(0)).code).toBe(200)
  // The rules are others than those that were shown.
  expect(reason(await answerTo(third, invitationId, 'agree', 0))).toBe('group/changed')
  expect(reason(await agreed(server, third, invitationId))).toBe('space/second-step-first')
  expect((await groupOf(fourth)).group).toMatchObject({ rules: { graceDays: 7 }, secondTime: now + 7 * dayMs })
  const member = await colleague(server, fourth, { name: '沙悟净', phone: '13900000403' })
  expect((await server.call('getSpaceDetailInfo', {}, member)).code).toBe(200)
  const held = now + 7 * dayMs
  now += 20 * 60_000
  await server.call('saveGroupRules', { version: 1, graceDays: 30, longestHours: null }, jing)
  expect((await groupOf(fourth)).group?.secondTime).toBe(held)
  now = held
  await used(server, member)
  expect(reason(await server.call('getSpaceDetailInfo', {}, member))).toBe('space/second-step')
})
