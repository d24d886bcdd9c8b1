import { guessBound } from '@moqi/domain/account/guess-bound'
import { accountLimits } from '@moqi/domain/account/limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#src/platform/keys/password-hash.ts'
import { askLoginCode, codesSent, solvedCaptcha } from '#src/testing/codes.ts'
import { newAddress, password, tryPassword } from '#src/testing/sign-in.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

const guess = (phone: string, smsCode: string) =>
  server.call('loginByVerificationCode', { phone, smsCode }, { address: newAddress() })

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

test('a hundred guesses at once from a hundred addresses are four tries of a code', async () => {
  const phone = '13600000001'
  await askLoginCode(server, phone, newAddress())
  const [right = ''] = await codesSent(server, { phone, scene: 'login', count: 1 })
  const wrong = Array.from({ length: 100 }, (_, n) => String((Number(right) + 1 + n) % 1_000_000).padStart(6, '0'))
  const answers = await Promise.all(wrong.map((code) => guess(phone, code)))
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([422]))
  const { tries } = await server.deps.db.directory((directory) =>
    directory.selectFrom('verification_code').where('recipient', '=', phone).select('tries').executeTakeFirstOrThrow(),
  )
  expect(tries).toBe(accountLimits.smsCode.wrongTries)
  expect(tries / 1_000_000).toBe(guessBound(accountLimits.smsCode).perCode)
  expect(guessBound(accountLimits.smsCode).perCode).toBeLessThan(5 / 1_000_000)
  expect((await guess(phone, right)).code).toBe(422)
})

test('in a day no more codes come to be guessed than the bound counts, from however many addresses', async () => {
  const phone = '13600000002'
  let sent = 0
  for (let n = 0; n < 24 * 12; n++) {
    if ((await askLoginCode(server, phone, newAddress())).code === 200) sent += 1
    clock += 5 * minute
  }
  expect(sent).toBe(accountLimits.smsCode.perPhoneDay)
})

test('a captcha answer given thirty times at once works once', async () => {
  const captcha = await solvedCaptcha(server, newAddress())
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      server.call(
        'getVerificationCode',
        { phone: `1350000${String(n).padStart(4, '0')}`, ...captcha },
        { address: newAddress() },
      ),
    ),
  )
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, ...Array.from({ length: 29 }, () => 428)])
})

test('a hundred passwords at once from a hundred addresses are five tries at most', async () => {
  const tries = Array.from({ length: 100 }, (_, n) =>
    server.call('loginByAccount', { userName: '13800000003', password: `guess-${n}` }, { address: newAddress() }),
  )
  const answers = await Promise.all(tries)
  expect(answers.filter(({ code }) => code === 422).length).toBeLessThanOrEqual(4)
  expect((await tryPassword(server, '13800000003', { password })).code).toBe(423)
  clock += 16 * minute
  expect((await tryPassword(server, '13800000003', { password })).code).toBe(200)
})

test('asking for a code and trying one answer alike for phones with and without account', async () => {
  const [known, unknown] = ['13800000004', '13600000404']
  const asked = [await askLoginCode(server, known, newAddress()), await askLoginCode(server, unknown, newAddress())]
  expect(asked[0]).toEqual(asked[1])
  const tried = [await guess(known, '000000'), await guess(unknown, '000000')]
  expect(tried[0]).toEqual(tried[1])
  const soon = [await askLoginCode(server, known, newAddress()), await askLoginCode(server, unknown, newAddress())]
  expect(soon[0]).toEqual(soon[1])
})

/**
 * The work that two questions take, in ms of processor, asked in turn so that whatever else the process does weighs on
 * both alike. Medians that differ by a
 * quarter are told apart by nobody who is not on this machine; a password that is hashed for one alone differs tenfold.
 */
async function medians(rounds: number, ask: (known: boolean) => Promise<unknown>): Promise<[number, number]> {
  const took: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    for (const known of round % 2 === 0 ? [true, false] : [false, true]) {
      const before = process.cpuUsage()
      await ask(known)
      const { user, system } = process.cpuUsage(before)
      took[known ? 0 : 1].push((user + system) / 1000)
    }
  }
  return [median(took[0]), median(took[1])]
}

const alike = ([a, b]: [number, number]) => Math.abs(a - b) <= 0.25 * Math.max(a, b) + 2

/** Hashes a password as it is hashed outside of tests, whose people have cheap ones. */
async function hashDearly(phone: string): Promise<void> {
  await server.deps.db.directoryWrite(async (tx) => {
    const account = tx.selectFrom('account').where('phone', '=', phone).select('account_id')
    const { account_id: accountId } = await account.executeTakeFirstOrThrow()
    const hashed = await hashPassword(server.deps, accountId, password)
    await tx.updateTable('account').set({ password_hash: hashed }).where('account_id', '=', accountId).execute()
  })
}

test('a wrong password takes as long for a name nobody has', async () => {
  const names = { known: '13800000002', unknown: '13600000405' }
  await hashDearly(names.known)
  const ask = (known: boolean) => {
    // Unlocked before each try: it is the password's hashing that is timed, not the lock.
    clock += 16 * minute
    const userName = known ? names.known : names.unknown
    return server.call('loginByAccount', { userName, password: 'wrong' }, { address: newAddress() })
  }
  await medians(3, ask)
  const found = await medians(31, ask)
  expect(alike(found), `medians ${found.join(' and ')} ms`).toBe(true)
  // Hashing is what takes long: an answer without it would be far quicker than this.
  expect(Math.min(...found)).toBeGreaterThan(5)
})

const guessFor = (known: boolean) => guess(known ? '13800000002' : '13600000406', '000000')

test('a wrong code takes as long for a phone nobody has', async () => {
  await medians(3, guessFor)
  const found = await medians(41, guessFor)
  expect(alike(found), `medians ${found.join(' and ')} ms`).toBe(true)
})
