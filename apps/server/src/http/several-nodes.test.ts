import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openServer } from '#src/open-server.ts'
import { readConfig } from '#src/platform/config.ts'
import { solvedCaptcha } from '#src/testing/codes.ts'
import { newAddress } from '#src/testing/sign-in.ts'
import { type OwnDatabase, testDatabase } from '#src/testing/test-database.ts'
import { speakingTo, type TestServer } from '#src/testing/test-server.ts'

/** Two nodes on one database, each behind the proxies it believes. */
const folder = mkdtempSync(join(tmpdir(), 'moqi-nodes-'))
let database: OwnDatabase
let one: TestServer
let two: TestServer

const node = async (name: string, proxies: string) =>
  speakingTo(
    await openServer(
      readConfig({
        MOQI_DATA: join(folder, name),
        MOQI_BLOBS: join(folder, 'blobs'),
        DATABASE_URL: database.url,
        MOQI_KEK: '12'.repeat(32),
        MOQI_TRUST_PROXY: proxies,
      }),
      { log: () => {} },
    ),
  )

beforeAll(async () => {
  database = await testDatabase()
  one = await node('one', '1')
  two = await node('two', '127.0.0.0/8,10.0.0.0/8')
})
afterAll(async () => {
  await two.close()
  await one.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** The codes of so many tries of a captcha call, each from the address that `addressOf` makes. */
async function asked(server: TestServer, count: number, addressOf: (n: number) => string): Promise<number[]> {
  const answers: number[] = []
  for (let n = 0; n < count; n++) {
    const wrong = { captchaId: 'none', captchaCode: 'none' }
    answers.push(Number((await server.call('checkImageCode', wrong, { address: addressOf(n) })).code))
  }
  return answers
}

const limited = (codes: readonly number[]) => codes.filter((code) => code === 429).length

test('an address that a caller claims in front of the proxy’s own is not counted', async () => {
  const codes = await asked(one, 35, (n) => `203.0.113.${n}, 198.51.100.7`)
  expect(limited(codes)).toBeGreaterThan(0)
  expect(limited(await asked(one, 1, () => '203.0.113.1, 198.51.100.8'))).toBe(0)
})

test('behind named proxies the first address that is none of them counts', async () => {
  const codes = await asked(two, 35, (n) => `203.0.113.${n}, 198.51.100.7, 10.1.2.3`)
  expect(limited(codes)).toBeGreaterThan(0)
})

test('the addresses of one IPv6 /64 are counted together', async () => {
  expect(limited(await asked(one, 35, (n) => `2001:db8:1:2::${n}`))).toBeGreaterThan(0)
  expect(limited(await asked(one, 1, () => '2001:db8:1:3::1'))).toBe(0)
})

test('the sign-in log keeps the whole address that the proxy saw', async () => {
  const userName = `nobody${Date.now() % 100_000}`
  await one.call('loginByAccount', { userName, password: 'wrong' }, { address: '203.0.113.9, 2001:db8:7:8::9' })
  const rows = await one.deps.db.directory((directory) =>
    directory.selectFrom('sign_in_log').where('result', '<>', 'success').select(['address', 'address_group']).execute(),
  )
  expect(rows).toContainEqual({ address: '2001:db8:7:8::9', address_group: '2001:db8:7:8::/64' })
})

const guess = (server: TestServer) =>
  server.call('loginByAccount', { userName: '13800000003', password: 'wrong' }, { address: newAddress() })

test('wrong passwords at either node are counted together at both', async () => {
  expect((await guess(one)).code).not.toBe(423)
  await guess(two)
  const third = await guess(one)
  expect(third.data.reason).toBe('account/credentials')
  expect((await guess(two)).data.reason).toBe('account/captcha-required')
})

test('a code that one node sent is not sent again by the other within a minute', async () => {
  const phone = '13500000001'
  const ask = async (server: TestServer) => {
    const address = newAddress()
    return server.call('getVerificationCode', { phone, ...(await solvedCaptcha(server, address)) }, { address })
  }
  expect((await ask(one)).code).toBe(200)
  const again = await ask(two)
  expect([again.data.reason, Number(again.data.retryAfter) <= 60]).toEqual(['request/too-often', true])
})

test('a captcha that one node drew is answered at the other, once', async () => {
  const address = newAddress()
  const solved = await solvedCaptcha(one, address)
  expect((await two.call('checkImageCode', solved, { address })).code).toBe(200)
  expect((await one.call('checkImageCode', solved, { address })).code).toBe(428)
})
