import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { providerFaults } from '@moqi/domain/account/identity-provider'
import { guardedOpenId } from '#src/platform/gateways/provider/guarded-openid.ts'
import { openProvider } from '#src/platform/gateways/provider/open-provider.ts'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { type OidcPlayer, oidcPlayer } from '#src/testing/oidc-player.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const redirectUri = 'http://localhost:8080/home/open/sso/back'
const allowed = ['127.0.0.0/8']
let server: TestServer
let provider: OidcPlayer
let jing: Player
let chen: Player
let wang: Player

beforeAll(async () => {
  provider = await oidcPlayer({ redirectUri })
  server = await testServer({ provider: openProvider({ allowed }) })
  // What the setting would say: an issuer by HTTP is one of the operator's own networks.
  Object.assign(server.deps.config, { providerAllow: allowed })
  jing = await player(server, '13800000002', 'company')
  chen = await player(server, '13800000003', 'company')
  wang = await player(server, '13800000001', 'person')
  await save({ version: 0 })
})
afterAll(async () => {
  await server.close()
  await provider.close()
})
afterEach(() => provider.hang(false))

const save = (change: Partial<Parameters<typeof input>[0]>) =>
  server.call('saveIdentityProvider', input({ version: 1, ...change }), jing)
const input = (change: { version: number; issuer?: string; signInCode?: string; clientSecret?: string }) => ({
  providerName: '墨蓝统一身份',
  signInCode: 'molan',
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
  ...change,
})

type Change = { state?: string; browserKey?: string; code?: string; iss?: string }

/** What a browser is back with from the provider, ready to be handed in. */
async function backFrom(left: { address: string; browserKey: string }, person: string) {
  const answer = await provider.visit(left.address, person)
  const text = (name: string) => answer.get(name) ?? ''
  return { browserKey: left.browserKey, state: text('state'), code: text('code'), iss: text('iss') }
}

async function enter(person: string, { change = {}, token }: { change?: Change; token?: string } = {}) {
  const { data } = await server.call('leaveForProvider', { signInCode: 'molan' })
  const back = await backFrom(data, person)
  return server.call('enterByProvider', { ...back, ...change, agree: 1 }, token ? { token } : {})
}

async function link(who: Player, person: string) {
  const { data, code, message } = await server.call('leaveToLink', { tenantId: jing.tenantId }, who)
  if (code !== 200) throw new Error(message)
  return server.call('linkProvider', await backFrom(data, person), who)
}

const toldOf = ({ data, message }: { data: Record<string, unknown>; message: string }) => [data.reason, message]
const faulty = (fault: keyof typeof providerFaults) => ['provider/fault', providerFaults[fault]]

test('whom nobody has linked is let in by nothing a provider asserts, a phone of ours not excepted', async () => {
  const answer = await enter('somebody')
  expect([answer.code, answer.data.reason]).toEqual([422, 'provider/not-linked'])
})

test('who is signed in links the own account, and signs in by the provider to that company alone', async () => {
  const linked = await link(chen, 'chen')
  expect([linked.code, linked.data.label]).toEqual([200, 'chen@molan'])
  const { code, data } = await enter('chen')
  expect([code, data.tenantId]).toEqual([200, jing.tenantId])
  const session = { token: data.token }
  expect((await server.call('getSpaceDetailInfo', {}, session)).data.tenantId).toBe(jing.tenantId)
  const spaces = (await server.call('getUserSpaceInfo', {}, session)).data.spaceInfoArray
  const shut = spaces.filter((space) => space.shut)
  expect(spaces.find(({ tenantId }) => tenantId === jing.tenantId)?.shut).toBeUndefined()
  expect(shut.length).toBe(spaces.length - 1)
  for (const { tenantId } of shut) {
    const refused = await server.call('getSpaceDetailInfo', {}, { ...session, tenantId })
    expect([refused.code, refused.data.reason]).toEqual([4283, 'space/own-only'])
    expect((await server.call('setTenantId', { tenantId }, session)).data.reason).toBe('space/own-only')
  }
  // Neither by way of another session, nor by what reads all spaces at once.
  expect((await server.call('createAutoLoginToken', {}, session)).data.reason).toBe('space/own-only')
  expect((await server.call('perfectInfo', { userName: 'taken' }, session)).data.reason).toBe('space/own-only')
  expect((await server.call('emailCode', { email: 'a@example.com' }, session)).data.reason).toBe('space/own-only')
  const rows = await server.call('listAllSpacesTasks', { pageSize: 20 }, session)
  expect(rows.data.taskInfoArray.every(({ tenantId }) => tenantId === jing.tenantId)).toBe(true)
  const signIns = await server.call('listSignIns', {}, session)
  expect(signIns.data.signInArray[0]).toMatchObject({ method: 'provider', result: 'success' })
})

test('a subject belongs to one account, an account has one subject, and unlinking frees both', async () => {
  expect((await link(chen, 'chen')).code).toBe(200)
  expect((await link(chen, 'other')).data.reason).toBe('provider/linked-otherwise')
  expect((await link(jing, 'chen')).data.reason).toBe('provider/linked-otherwise')
  await server.call('endProviderLink', { tenantId: jing.tenantId }, chen)
  expect((await enter('chen')).data.reason).toBe('provider/not-linked')
  expect((await link(chen, 'chen')).code).toBe(200)
})

test('who is of no such company, or was let in by a provider alone, links nothing', async () => {
  const stranger = await server.call('leaveToLink', { tenantId: jing.tenantId }, wang)
  expect(stranger.data.reason).toBe('provider/not-found')
  const { data } = await enter('chen')
  const again = await server.call('leaveToLink', { tenantId: jing.tenantId }, { token: data.token })
  expect(again.data.reason).toBe('space/own-only')
})

test('an answer serves once, in the browser that left, in the account that left, for what it left for', async () => {
  const { data: left } = await server.call('leaveForProvider', { signInCode: 'molan' })
  const back = await backFrom(left, 'chen')
  const elsewhere = await server.call('enterByProvider', { ...back, browserKey: 'another', agree: 1 })
  expect(elsewhere.data.reason).toBe('provider/attempt')
  // Which has used it up.
  expect((await server.call('enterByProvider', { ...back, agree: 1 })).data.reason).toBe('provider/attempt')
  const { data: next } = await server.call('leaveForProvider', { signInCode: 'molan' })
  const good = await backFrom(next, 'chen')
  expect((await server.call('linkProvider', good, jing)).data.reason).toBe('provider/attempt')
  const { data: toLink } = await server.call('leaveToLink', { tenantId: jing.tenantId }, jing)
  const jings = await backFrom(toLink, 'jing')
  expect((await server.call('linkProvider', jings, chen)).data.reason).toBe('provider/attempt')
  const { data: third } = await server.call('leaveForProvider', { signInCode: 'molan' })
  const thrice = await backFrom(third, 'chen')
  const entered = await Promise.all(
    Array.from({ length: 10 }, () => server.call('enterByProvider', { ...thrice, agree: 1 })),
  )
  expect(entered.filter(({ code }) => code === 200)).toHaveLength(1)
})

test('a code that is replayed under another state is refused by the provider, one of another nonce by us', async () => {
  const { data: first } = await server.call('leaveForProvider', { signInCode: 'molan' })
  const used = await backFrom(first, 'chen')
  expect((await server.call('enterByProvider', { ...used, agree: 1 })).code).toBe(200)
  // The attacker's own attempt with somebody's spent code, then with a fresh code that was made for another nonce.
  expect(toldOf(await enter('chen', { change: { code: used.code } }))).toEqual(faulty('answer'))
  expect(provider.tokenAnswers.at(-1)).toBe(400)
  const { data: other } = await server.call('leaveForProvider', { signInCode: 'molan' })
  const strange = new URL(other.address)
  strange.searchParams.set('nonce', 'another')
  const back = await backFrom({ ...other, address: strange.href }, 'chen')
  const answer = await server.call('enterByProvider', { ...back, agree: 1 })
  expect([provider.tokenAnswers.at(-1), toldOf(answer)]).toEqual([200, faulty('answer')])
})

test('an answer that another issuer signs for is refused', async () => {
  expect(toldOf(await enter('chen', { change: { iss: 'https://evil.example' } }))).toEqual(faulty('answer'))
  const issuer = `${provider.issuer}/elsewhere`
  expect(toldOf(await save({ issuer }))).toEqual(faulty('discovery'))
})

test('keys that the provider changes hold at once, between leaving and being back too', async () => {
  expect((await enter('chen')).code).toBe(200)
  provider.rotate()
  expect((await enter('chen')).code).toBe(200)
})

test('a provider that hangs is given up in time, and one within the network is not asked', async () => {
  const client = {
    protocol: 'openid',
    issuer: provider.issuer,
    clientId: 'moqi',
    clientSecret: null,
    agentId: null,
  } as const
  const attempt = { state: 'a', nonce: 'b', verifier: 'c'.repeat(43), redirectUri, fresh: false }
  provider.hang(true)
  const hasty = guardedOpenId({ allowed, answerMs: 300 })
  expect(await hasty.begin(client, attempt)).toEqual({ fault: 'late' })
  expect(await hasty.finish(client, attempt, new URLSearchParams({ state: 'a', code: 'c' }))).toEqual({ fault: 'late' })
  provider.hang(false)
  const guarded = guardedOpenId({ allowed: [] })
  expect(await guarded.begin(client, attempt)).toEqual({ fault: 'discovery' })
  for (const host of ['127.0.0.1', '169.254.169.254', '[::1]', '10.0.0.1'])
    expect(await guarded.begin({ ...client, issuer: `https://${host}/op` }, attempt)).toEqual({ fault: 'inside' })
})

test('a wrong secret is told as such', async () => {
  expect((await save({ clientSecret: 'wrong' })).data.version).toBe(2)
  expect(toldOf(await enter('chen'))).toEqual(faulty('client'))
  expect((await save({ version: 2 })).data.version).toBe(3)
  expect((await save({ version: 2 })).data.reason).toBe('provider/stale')
})

test('the secret is kept sealed, and told to nobody', async () => {
  const { data } = await server.call('getIdentityProvider', {}, jing)
  expect(data.provider).toMatchObject({ hasSecret: 1, linkNumber: 1, required: 0 })
  expect(JSON.stringify(data)).not.toContain(provider.clientSecret)
  const row = await server.deps.db.read(jing.tenantId, (own) =>
    own.selectFrom('identity_provider').selectAll().executeTakeFirstOrThrow(),
  )
  expect(row.client_secret?.includes(provider.clientSecret)).toBe(false)
  expect((await server.call('getIdentityProvider', {}, chen)).status).toBe(403)
})

test('a link that is written into the database, or moved to another account, signs nobody in', async () => {
  await server.deps.db.directory((directory) =>
    directory.updateTable('provider_link').set({ subject: 'mallory' }).where('subject', '=', 'chen').execute(),
  )
  expect((await enter('mallory')).data.reason).toBe('provider/not-linked')
  await server.deps.db.directory((directory) =>
    directory.updateTable('provider_link').set({ subject: 'chen' }).where('subject', '=', 'mallory').execute(),
  )
  expect((await enter('chen')).code).toBe(200)
})

test('required, the company opens by its provider alone; its rescuer is never kept out', async () => {
  const before = await server.call('getSpaceDetailInfo', {}, chen)
  expect(before.code).toBe(200)
  const { version } = (await server.call('getIdentityProvider', {}, jing)).data.provider ?? { version: 0 }
  const untried = await server.call('requireIdentityProvider', { version, required: 1 }, jing)
  expect(untried.data.reason).toBe('provider/untried')
  expect((await link(jing, 'jing')).code).toBe(200)
  expect((await server.call('requireIdentityProvider', { version, required: 1 }, jing)).code).toBe(200)
  // From the next request on, in sessions that are open already too.
  const refused = await server.call('getSpaceDetailInfo', {}, chen)
  expect([refused.code, refused.data.reason, refused.data.signInCode]).toEqual([4282, 'space/provider-only', 'molan'])
  expect((await server.call('getSpaceDetailInfo', {}, jing)).code).toBe(200)
  const own = (await server.call('getUserSpaceInfo', {}, { token: chen.token })).data.spaceInfoArray
  expect(own.find(({ tenantId }) => tenantId === jing.tenantId)).toMatchObject({
    shut: 'provider',
    signInCode: 'molan',
  })
  const personal = own.find(({ spaceType }) => spaceType === 'person')?.tenantId ?? ''
  expect((await server.call('getSpaceDetailInfo', {}, { token: chen.token, tenantId: personal })).code).toBe(200)

  // Over a session of one's own means both are open.
  const { data } = await enter('chen', { token: chen.token })
  for (const tenantId of [personal, jing.tenantId])
    expect((await server.call('getSpaceDetailInfo', {}, { token: data.token, tenantId })).code).toBe(200)
  // A written row opens nothing.
  const { token } = (await enter('chen')).data
  await server.deps.db.directory((directory) =>
    directory.updateTable('session').set({ provider_only: false }).where('provider_only', '=', true).execute(),
  )
  expect((await server.call('getSpaceDetailInfo', {}, { token })).status).toBe(401)

  expect((await server.call('requireIdentityProvider', { version, required: 0 }, jing)).code).toBe(200)
})

test('who leaves the company is linked no more, and a provider that is dropped lets nobody in', async () => {
  const memberId = (await server.call('listMember', { pageSize: 50 }, jing)).data.memberArray.find(
    ({ phone }) => phone === '138****0003',
  )?.memberId
  const { data: left } = await server.call('leaveForProvider', { signInCode: 'molan' })
  const back = await backFrom(left, 'chen')
  const removed = await server.call('removeMember', { memberId: memberId ?? '' }, jing)
  expect(removed.code).toBe(200)
  expect((await server.call('enterByProvider', { ...back, agree: 1 })).data.reason).toBe('provider/not-linked')
  const { version } = (await server.call('getIdentityProvider', {}, jing)).data.provider ?? { version: 0 }
  expect((await server.call('dropIdentityProvider', { version }, jing)).code).toBe(200)
  expect((await server.call('leaveForProvider', { signInCode: 'molan' })).data.reason).toBe('provider/not-found')
})
