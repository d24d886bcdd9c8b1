import { providerFaults } from '@moqi/domain/account/identity-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openProvider } from '#src/platform/gateways/provider/open-provider.ts'
import { type CasPlayer, casPlayer } from '#src/testing/cas-player.ts'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const allowed = ['127.0.0.0/8']
let server: TestServer
let cas: CasPlayer
let jing: Player

beforeAll(async () => {
  cas = await casPlayer('http://localhost:8080/home/open/sso/back')
  server = await testServer({ provider: openProvider({ allowed }) })
  Object.assign(server.deps.config, { providerAllow: allowed })
  jing = await player(server, '13800000002', 'company')
})
afterAll(async () => {
  await server.close()
  await cas.close()
})

const save = (issuer: string, version: number) =>
  server.call(
    'saveIdentityProvider',
    { version, providerName: '墨蓝CAS', signInCode: 'molan', protocol: 'cas', issuer },
    jing,
  )
const leave = async (fresh: 0 | 1 = 0) => (await server.call('leaveForProvider', { signInCode: 'molan', fresh })).data
const backFrom = ({ address, browserKey }: { address: string; browserKey: string }, person: string) => {
  const answer = cas.visit(address, person)
  return { browserKey, state: answer.get('state') ?? '', ticket: answer.get('ticket') ?? '' }
}
const enter = (back: ReturnType<typeof backFrom>) => server.call('enterByProvider', { ...back, agree: 1 })

test('an address where no CAS answers is not kept', async () => {
  expect((await save(`${cas.url}/elsewhere`, 0)).message).toBe(providerFaults.discovery)
  expect((await save(cas.url, 0)).data.version).toBe(1)
  expect((await server.call('getIdentityProvider', {}, jing)).data.provider).toMatchObject({
    protocol: 'cas',
    clientId: '',
    hasSecret: 0,
  })
})

test('who is signed in links the own account by a ticket, and signs in by another', async () => {
  expect((await enter(backFrom(await leave(), 'jing'))).data.reason).toBe('provider/not-linked')
  const { data: left } = await server.call('leaveToLink', { tenantId: jing.tenantId }, jing)
  expect((await server.call('linkProvider', backFrom(left, 'jing'), jing)).data.label).toBe('jing@cas')
  for (const fresh of [0, 1] as const) {
    const entered = await enter(backFrom(await leave(fresh), 'jing'))
    expect([entered.code, entered.data.tenantId]).toEqual([200, jing.tenantId])
    // When the provider says that somebody has just proved who they are, it is believed.
    expect((await server.call('dropIdentityProvider', { version: 9 }, { token: entered.data.token })).data.reason).toBe(
      'provider/stale',
    )
  }
})

test('a ticket of another attempt, one that is spent, and none at all let nobody in', async () => {
  const spent = backFrom(await leave(), 'jing')
  expect((await enter(spent)).code).toBe(200)
  const next = await leave()
  expect((await enter({ ...backFrom(next, 'jing'), ticket: spent.ticket })).message).toBe(providerFaults.answer)
  const [one, other] = [await leave(), await leave()]
  const foreign = { ...backFrom(one, 'jing'), ticket: backFrom(other, 'jing').ticket }
  // CAS says INVALID_SERVICE of a ticket that was given for another service.
  expect((await enter(foreign)).message).toBe(providerFaults.client)
  const { browserKey, state } = backFrom(await leave(), 'jing')
  const none = await server.call('enterByProvider', { browserKey, state, agree: 1 })
  expect(none.message).toBe(providerFaults.denied)
})

test('an answer that is none is told as a provider that is none', async () => {
  for (const text of ['<cas:serviceResponse/>', '{}', '{"serviceResponse":{"authenticationSuccess":{"user":""}}}']) {
    cas.answer(text)
    expect((await enter(backFrom(await leave(), 'jing'))).message).toBe(providerFaults.discovery)
  }
  cas.answer(null)
})
