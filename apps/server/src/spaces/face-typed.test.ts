import { afterAll, beforeAll, expect, test } from 'vitest'
import { newcomer, type Player } from '#src/testing/contract-scene.ts'
import { tablesThatHold } from '#src/testing/owner-query.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const idNumber = '440524188001010014'
const typed = { realName: '荀彧', idNumber, agree: 1, certificateAgree: 1 } as const
let server: TestServer
let people = 0

beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function somebody(): Promise<Player> {
  people += 1
  return newcomer(server, `133${String(people).padStart(8, '0')}`)
}

test('what was typed stands in no table as it was typed, and nothing of it opens once it has ended', async () => {
  const who = await somebody()
  const planted = '110101199003070011'
  const { data } = await server.call('startFace', { ...typed, realName: '郭奉孝', idNumber: planted }, who)
  const ticket = new URL(data.faceLink).searchParams.get('ticket') ?? ''
  for (const text of [planted, '郭奉孝', ticket]) expect(await tablesThatHold(server, text)).toEqual([])
  await server.call('cancelFace', { faceId: data.faceId }, who)
  const row = await server.deps.db.read(who.tenantId, (own) =>
    own
      .selectFrom('face_verification')
      .where('face_id', '=', data.faceId)
      .select(['sealed_person', 'sealed_address', 'gateway_id'])
      .executeTakeFirstOrThrow(),
  )
  expect(row).toEqual({ sealed_person: null, sealed_address: null, gateway_id: null })
})

test.each([
  [{ realName: '1', idNumber }, 'realName'],
  [{ realName: '荀彧', idNumber: '123' }, 'idNumber'],
  [{ realName: '荀彧', idNumber: '110101202001010015' }, 'idNumber'],
])('%j asks no phone', async (wrong, field) => {
  const who = await somebody()
  const { data } = await server.call('startFace', { ...typed, ...wrong }, who)
  expect([data.reason, data.field]).toEqual(['field/invalid', field])
})

test('the sandbox says that it is one, waits for its step, and then says what the number says', async () => {
  const who = await somebody()
  const { data } = await server.call('startFace', { ...typed, idNumber: '110101199003070089' }, who)
  const byPhone = { ticket: new URL(data.faceLink).searchParams.get('ticket') ?? '', phoneKey: 'p'.repeat(22) }
  expect((await server.call('faceScanned', byPhone, {})).data.isTrial).toBe(1)
  const begun = await server.call('beginFace', { ...byPhone, agree: 1 }, {})
  const address = new URL(begun.data.address)
  expect(address.pathname).toBe('/home/face/trial')
  const authid = address.searchParams.get('authid') ?? ''
  expect((await server.call('askFace', { authid }, {})).data.faceState).toBe('running')
  for (let times = 0; times < 2; times++)
    expect((await server.call('playFace', { authid }, {})).data.faceState).toBe('running')
  const told = { faceState: 'failed', reason: '与身份证照片比对不一致，请由本人刷脸', triesLeft: 4 }
  for (let times = 0; times < 2; times++) expect((await server.call('askFace', { authid }, {})).data).toEqual(told)
  expect((await server.call('playFace', { authid }, {})).data.reason).toBe('face/dead')
})
