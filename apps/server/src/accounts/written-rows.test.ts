import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashSecret } from '#src/platform/keys/password-hash.ts'
import { askLoginCode, codesSent } from '#src/testing/codes.ts'
import { newAddress, password, tryPassword } from '#src/testing/sign-in.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { adoptPasswords } from './adopt-passwords.ts'

const [wang, jing, zhang] = ['13800000001', '13800000002', '13800000003'] as const
let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const accountOf = (phone: string) =>
  server.deps.db.directory((directory) =>
    directory.selectFrom('account').where('phone', '=', phone).selectAll().executeTakeFirstOrThrow(),
  )
const setHash = (phone: string, password_hash: string | null) =>
  server.deps.db.directoryWrite((tx) =>
    tx.updateTable('account').set({ password_hash }).where('phone', '=', phone).execute(),
  )
const isSignedIn = async (token: string) => (await server.call('inspectTokenExpired', {}, { token })).code === 200

test('a session that is written without the key, or moved to another account, opens nothing', async () => {
  const own = await server.login(jing)
  expect(await isSignedIn(own)).toBe(true)
  const { account_id: victim } = await accountOf(wang)
  const token = randomBytes(32).toString('base64url')
  const bare = createHash('sha256').update(token).digest()
  const at = Date.now()
  const written = { account_id: victim, tenant_id: null, idle_ms: 1e9, seen_at: at, created_at: at }
  await server.deps.db.directoryWrite((tx) =>
    tx
      .insertInto('session')
      .values({ token_hash: bare, ...written, address: '', user_agent: '', mac: bare })
      .execute(),
  )
  expect(await isSignedIn(token)).toBe(false)
  const { account_id: owner } = await accountOf(jing)
  await server.deps.db.directoryWrite((tx) =>
    tx.updateTable('session').set({ account_id: victim }).where('account_id', '=', owner).execute(),
  )
  expect(await isSignedIn(own)).toBe(false)
})

test('a password that is written without the key, or copied from another account, signs nobody in', async () => {
  const { password_hash: own } = await accountOf(wang)
  const { password_hash: others } = await accountOf(jing)
  expect((await tryPassword(server, wang, { password })).code).toBe(200)
  for (const forged of [await hashSecret(password), others]) {
    await setHash(wang, forged)
    expect((await tryPassword(server, wang, { password })).code).not.toBe(200)
  }
  await setHash(wang, own)
  expect((await tryPassword(server, wang, { password })).code).toBe(200)
})

test('passwords of before there was a key are adopted once, and keyed at the next sign-in', async () => {
  const phones = [wang, jing, zhang, '13800000004']
  const before = await Promise.all(phones.map(accountOf))
  for (const phone of phones) await setHash(phone, await hashSecret(password))
  await adoptPasswords(server.deps)
  expect((await accountOf(zhang)).password_hash).toMatch(/^adopted\$/)
  expect((await tryPassword(server, zhang, { password: 'wrong' })).code).not.toBe(200)
  expect((await tryPassword(server, zhang, { password })).code).toBe(200)
  expect((await accountOf(zhang)).password_hash).toMatch(/^keyed\$/)
  expect((await tryPassword(server, zhang, { password })).code).toBe(200)
  // What is written in the old form from now on stays worth nothing.
  await setHash(jing, await hashSecret('Another@2026'))
  await adoptPasswords(server.deps)
  expect((await tryPassword(server, jing, { password: 'Another@2026' })).code).not.toBe(200)
  for (const { phone, password_hash } of before) await setHash(phone, password_hash)
})

test('a code is good for the phone it went to, and the table of messages shows none', async () => {
  await askLoginCode(server, wang, newAddress())
  const [code = ''] = await codesSent(server, { phone: wang, scene: 'login', count: 1 })
  const rows = await server.deps.db.directory((directory) =>
    directory.selectFrom('message').select('content').execute(),
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(code)
  await server.deps.db.directoryWrite((tx) =>
    tx.updateTable('verification_code').set({ recipient: jing }).where('recipient', '=', wang).execute(),
  )
  const asked = { phone: jing, smsCode: code }
  const answer = await server.call('loginByVerificationCode', asked, { address: newAddress() })
  expect(answer.code).not.toBe(200)
})
