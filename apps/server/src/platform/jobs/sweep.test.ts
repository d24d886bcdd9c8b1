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

test('sweeping removes what is past its time and keeps what still counts', async () => {
  const { db } = server.deps
  const accountId = (
    await db.directory((directory) => directory.selectFrom('account').select('account_id').executeTakeFirstOrThrow())
  ).account_id
  const ages = { old: 9 * day, recent: day / 2 }
  await db.directoryWrite(async (tx) => {
    for (const [name, age] of Object.entries(ages)) {
      const at = clock - age
      const session = { account_id: accountId, tenant_id: null, idle_ms: 1, seen_at: at, created_at: at }
      await tx
        .insertInto('session')
        .values({ token_hash: randomBytes(32), ...session, address: '', user_agent: name })
        .execute()
      const code = { recipient: name, scene: 'login', binding: '', code_hash: '', address: '', created_at: at }
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
        .values({ token_hash: randomBytes(32), kind: 'captcha', subject: name, expires_at: at + day })
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
