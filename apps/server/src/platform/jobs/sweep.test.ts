import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { sweep } from './sweep.ts'

const day = 24 * 3_600_000
const clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

const mac = randomBytes(32)

test('sweeping removes what is past its time and keeps what still counts', async () => {
  const { db } = server.deps
  const accountId = (
    await db.directory((directory) => directory.selectFrom('account').select('account_id').executeTakeFirstOrThrow())
  ).account_id
  const ages = { old: 9 * day, recent: day / 2 }
  await db.directoryWrite(async (tx) => {
    for (const [name, age] of Object.entries(ages)) {
      const at = clock - age
      const session = { account_id: accountId, tenant_id: null, idle_ms: 1, seen_at: at, created_at: at, mac }
      await tx
        .insertInto('session')
        .values({ token_hash: randomBytes(32), ...session, address: '', user_agent: name })
        .execute()
      const code = { recipient: name, scene: 'login', binding: '', code_hash: '', address_group: '', created_at: at }
      await tx
        .insertInto('verification_code')
        .values({ code_id: randomUUID(), ...code, expires_at: at })
        .execute()
      await tx
        .insertInto('captcha')
        .values({ captcha_id: randomUUID(), answer_hash: name, expires_at: at + day })
        .execute()
      await tx
        .insertInto('proof')
        .values({ token_hash: randomBytes(32), kind: 'captcha', subject: name, expires_at: at + day, mac })
        .execute()
      await tx
        .insertInto('idempotency')
        .values({ scope: name, key: name, body_hash: '', answer: null, created_at: at })
        .execute()
      await tx.insertInto('login_failure').values({ name_hash: name, failures: 5, last_failure_at: at }).execute()
    }
  })
  await sweep(server.deps)
  const left = await db.directory(async (directory) => [
    (await directory.selectFrom('session').select('user_agent as name').execute()).map(({ name }) => name),
    (await directory.selectFrom('verification_code').select('recipient as name').execute()).map(({ name }) => name),
    (await directory.selectFrom('captcha').select('answer_hash as name').execute()).map(({ name }) => name),
    (await directory.selectFrom('proof').select('subject as name').execute()).map(({ name }) => name),
    (await directory.selectFrom('idempotency').select('scope as name').execute()).map(({ name }) => name),
    (await directory.selectFrom('login_failure').select('name_hash as name').execute()).map(({ name }) => name),
  ])
  expect(left).toEqual([['recent'], ['recent'], ['recent'], ['recent'], ['recent'], ['recent']])
})

test('sweeping keeps sign-ins for 190 days, trusted devices for 180, and a device in use for ever', async () => {
  const { db } = server.deps
  await db.directory((directory) => directory.deleteFrom('sign_in_log').execute())
  const account_id = (
    await db.directory((directory) => directory.selectFrom('account').select('account_id').executeTakeFirstOrThrow())
  ).account_id
  const agent = { address: '', user_agent: '' }
  await db.directoryWrite(async (tx) => {
    const log = { method: 'account', device_id: null, address_group: '', ...agent } as const
    const success = { ...log, account_id, name_key: null, result: 'success' } as const
    const failure = { ...log, account_id: null, name_key: 'nobody', result: 'wrongPassword' } as const
    for (const age of [191, 189])
      await tx
        .insertInto('sign_in_log')
        .values({ ...success, at: clock - age * day })
        .execute()
    for (const age of [2, 0.5])
      await tx
        .insertInto('sign_in_log')
        .values({ ...failure, at: clock - age * day })
        .execute()
    for (const [trusted, age, inUse] of [
      [true, 181, false],
      [true, 179, false],
      [true, 200, true],
      [false, 31, false],
      [false, 29, false],
    ] as const) {
      const at = clock - age * day
      const made = { account_id, secret_hash: randomBytes(32), trusted, ...agent, created_at: at, seen_at: at }
      const { device_id } = await tx.insertInto('device').values(made).returning('device_id').executeTakeFirstOrThrow()
      const session = { token_hash: randomBytes(32), account_id, tenant_id: null, idle_ms: 1, ...agent, device_id, mac }
      if (inUse)
        await tx
          .insertInto('session')
          .values({ ...session, seen_at: clock, created_at: clock - day })
          .execute()
    }
    const link = { account_id, tenant_id: randomUUID(), redirect: '/', proved_at: clock, mac }
    for (const expires_at of [clock - 1, clock + 1]) {
      await tx
        .insertInto('auto_login_token')
        .values({ token_hash: randomBytes(32), ...link, expires_at })
        .execute()
    }
  })
  await sweep(server.deps)
  const left = await db.directory(async (directory) => ({
    log: (await directory.selectFrom('sign_in_log').select('at').execute()).map(({ at }) => (clock - at) / day),
    devices: (await directory.selectFrom('device').select('seen_at').execute()).map(
      ({ seen_at }) => (clock - seen_at) / day,
    ),
    links: (await directory.selectFrom('auto_login_token').select('expires_at').execute()).map((row) => row.expires_at),
  }))
  expect(left.log.toSorted((a, b) => a - b)).toEqual([0.5, 189])
  expect(left.devices.toSorted((a, b) => a - b)).toEqual([29, 179, 200])
  expect(left.links).toEqual([clock + 1])
})
