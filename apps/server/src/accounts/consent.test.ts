import { agreementVersions } from '@moqi/domain/account/agreements'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAddress, password, smsLoginCode } from '#src/testing/sign-in.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

const ming = '13800000001'
const jing = '13800000002'

const consents = (phone: string) =>
  server.deps.db.directory((directory) =>
    directory
      .selectFrom('consent as c')
      .innerJoin('account as a', 'a.account_id', 'c.account_id')
      .where('a.phone', '=', phone)
      .select(['c.document', 'c.version', 'c.agreed_at', 'c.address'])
      .execute(),
  )

test('who ticks the agreements at a password sign-in is on record once, with the first time (C1)', async () => {
  const address = newAddress()
  await server.deps.db.directory((directory) => directory.deleteFrom('consent').execute())
  const login = (more: { agree?: 1 }) =>
    server.call('loginByAccount', { userName: ming, password, ...more }, { address })
  expect((await login({})).code).toBe(200)
  expect(await consents(ming)).toEqual([])
  const at = clock
  expect((await login({ agree: 1 })).code).toBe(200)
  clock += 60_000
  expect((await Promise.all([login({ agree: 1 }), login({ agree: 1 })])).map(({ code }) => code)).toEqual([200, 200])
  const kept = await consents(ming)
  expect(kept).toHaveLength(agreementVersions.length)
  for (const { document, version } of agreementVersions)
    expect(kept).toContainEqual({ document, version, agreed_at: at, address })
})

test('a refused sign-in records nothing, one by SMS what was ticked (C13)', async () => {
  await server.deps.db.directory((directory) =>
    directory.updateTable('account').set({ user_name: 'lijing' }).where('phone', '=', jing).execute(),
  )
  const refused = await server.call('loginByAccount', { userName: jing, password: 'wrong', agree: 1 })
  expect(refused.code).toBe(422)
  expect(await consents(jing)).toEqual([])
  const smsCode = await smsLoginCode(server, jing)
  const input = { userName: 'lijing', phone: jing, smsCode, agree: 1 } as const
  expect((await server.call('loginForUserNameAndPhone', input)).code).toBe(0)
  expect(await consents(jing)).toHaveLength(agreementVersions.length)
})
