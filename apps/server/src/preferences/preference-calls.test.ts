import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { chen, jing } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let who: Player
let other: Player

beforeAll(async () => {
  server = await testServer()
  who = await player(server, jing.phone, 'company')
  other = await player(server, chen.phone, 'company')
})
afterAll(() => server.close())

const chosen = async (ask: Player) => (await server.call('getPreference', {}, ask)).data

test('what one has chosen is kept beside what was chosen before, for this person alone', async () => {
  expect(await chosen(who)).toEqual({})
  expect(await server.call('savePreference', { listPageSize: 50 }, who)).toMatchObject({ code: 200, data: null })
  await server.call('savePreference', { lastTenantId: who.tenantId }, who)
  expect(await chosen(who)).toEqual({ listPageSize: 50, lastTenantId: who.tenantId })
  await server.call('savePreference', { listPageSize: 20, language: 'en' }, who)
  expect(await chosen({ ...who, token: await server.login(who.phone) })).toEqual({
    listPageSize: 20,
    language: 'en',
    lastTenantId: who.tenantId,
  })
  expect(await chosen(other)).toEqual({})
})

test('nothing else is taken: other names, other values, spaces of others', async () => {
  for (const input of [
    { theme: 'dark' },
    { listPageSize: 11 },
    { listPageSize: '20' },
    { language: 'fr' },
    { lastTenantId: '' },
  ]) {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/common/v1/user/savePreference',
      headers: { authorization: `Bearer ${who.token}` },
      payload: input,
    })
    expect([answer.statusCode, answer.json().data.reason]).toEqual([400, 'request/invalid'])
  }
  const foreign = await server.call('savePreference', { lastTenantId: other.tenantId }, who)
  const invented = await server.call('savePreference', { lastTenantId: 'x' }, who)
  expect([foreign.code, foreign.data]).toEqual([404, { reason: 'space/not-found' }])
  expect(invented).toEqual(foreign)
})

test('the space to begin in comes first in the list from then on, for every client, until the last one used counts again', async () => {
  const spaces = async () => {
    const { data } = await server.call('getUserSpaceInfo', {}, { token: await server.login(who.phone) })
    return data.spaceInfoArray.map(({ tenantId }) => tenantId)
  }
  const [first, second = ''] = await spaces()
  expect(first).not.toBe(second)
  expect((await server.call('savePreference', { defaultTenantId: second }, who)).code).toBe(200)
  expect((await chosen(who)).defaultTenantId).toBe(second)
  expect((await spaces())[0]).toBe(second)
  await server.call('savePreference', { listPageSize: 10 }, who)
  expect((await chosen(who)).defaultTenantId).toBe(second)
  // The call of checklist C28 sets the same.
  await server.call('setDefaultTenant', { tenantId: first ?? '' }, who)
  expect((await chosen(who)).defaultTenantId).toBe(first)
  const foreign = await server.call('savePreference', { defaultTenantId: other.tenantId, listPageSize: 50 }, who)
  expect([foreign.code, foreign.data]).toEqual([404, { reason: 'space/not-found' }])
  expect(await chosen(who)).toMatchObject({ defaultTenantId: first, listPageSize: 10 })
  await server.call('savePreference', { defaultTenantId: null }, who)
  expect(await chosen(who)).not.toHaveProperty('defaultTenantId')
  expect((await spaces())[0]).toBe(first)
})

test('a space that one has left is not answered', async () => {
  await server.call('savePreference', { lastTenantId: other.tenantId, defaultTenantId: other.tenantId }, other)
  const row = await server.deps.db.directory((directory) =>
    directory.deleteFrom('membership').where('tenant_id', '=', other.tenantId).returning('account_id').execute(),
  )
  expect(row).toHaveLength(1)
  expect(await chosen({ ...other, tenantId: '' })).toEqual({})
})
