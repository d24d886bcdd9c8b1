import type { Table } from '@moqi/api/table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newcomer, player, type Player } from '#src/testing/contract-scene.ts'
import { askLoginCode, codesSent } from '#src/testing/codes.ts'
import { askedKey, boundKey, keyCode } from '#src/testing/key-scene.ts'
import { newAddress, password, tryPassword } from '#src/testing/sign-in.ts'
import { type Answer, testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

/** Somebody whose account asks for a key at sign-in, with the recovery codes. */
async function careful(who: Player) {
  const key = await boundKey(server, who)
  clock += minute
  const { data } = await server.call('requireKey', { keyRequired: 'yes', smsCode: await keyCode(server, who) }, who)
  return { key, codes: data.recoveryCodes }
}

/** A code for signing in, freshly sent. */
async function loginCode(phone: string): Promise<string> {
  clock += minute
  const before = (await codesSent(server, { phone, scene: 'login', count: 0 })).length
  await askLoginCode(server, phone, newAddress())
  const [newest = ''] = await codesSent(server, { phone, scene: 'login', count: before + 1 })
  return newest
}

const byCode = async (phone: string) =>
  server.call('loginByVerificationCode', { phone, smsCode: await loginCode(phone) })

/** The challenge that an answer carries. */
function challengeIn({ data }: Pick<Answer<Table['loginByAccount']>, 'data'>): { code: string; rpId: string } {
  const asked = Object(data.challenge)
  return { code: String(asked.code), rpId: String(asked.rpId) }
}

test('behind a right password the key is asked for, and signs in even where it has not seen who holds it', async () => {
  const who = await player(server, '13800000001', 'person')
  const { key } = await careful(who)
  expect((await tryPassword(server, who.phone)).data.reason).toBe('account/credentials')
  const first = await tryPassword(server, who.phone, { password })
  expect([first.code, first.data.reason, first.data.token]).toEqual([4281, 'account/key-required', undefined])
  const asked = challengeIn(first)
  const answer = { id: key.keyId, code: asked.code, sign: key.get(asked, { verified: false }) }
  const signedIn = await server.call('loginByKey', answer)
  expect(signedIn.code).toBe(200)
  expect((await server.call('loginByKey', answer)).code).toBe(422)
})

test('a code to the phone is no second factor: it is answered alike, and is spent', async () => {
  const who = await newcomer(server, '13500000001')
  await careful(who)
  const input = { phone: who.phone, smsCode: await loginCode(who.phone) }
  expect((await server.call('loginByVerificationCode', input)).data.reason).toBe('account/key-required')
  expect((await server.call('loginByVerificationCode', input)).data.reason).toBe('account/code-wrong')
})

test("somebody else's key is no second factor, and a key alone still signs in", async () => {
  const [who, other] = [await newcomer(server, '13500000002'), await newcomer(server, '13500000003')]
  const own = await careful(who)
  const others = await boundKey(server, other)
  const asked = challengeIn(await byCode(who.phone))
  const tried = await server.call('loginByKey', { id: others.keyId, code: asked.code, sign: others.get(asked) })
  expect(tried.data.reason).toBe('account/key-wrong')
  const alone = await askedKey(server)
  expect(
    (await server.call('loginByKey', { id: own.key.keyId, code: alone.code, sign: own.key.get(alone) })).code,
  ).toBe(200)
})

test('a recovery code stands in for a lost key, once; typed from paper, with or without groups', async () => {
  const who = await newcomer(server, '13500000004')
  const { codes } = await careful(who)
  expect(new Set(codes).size).toBe(10)
  expect(codes[0]).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
  const firstStep = async () => challengeIn(await byCode(who.phone)).code
  const [one = '', two = ''] = codes
  const code = await firstStep()
  const recover = (recoveryCode: string, challenge: string) =>
    server.call('loginByRecoveryCode', { code: challenge, recoveryCode })
  expect((await recover('AAAA-AAAA-AAAA', code)).data).toMatchObject({ field: 'recoveryCode' })
  const signedIn = await recover(one.toLowerCase().replaceAll('-', ' '), code)
  expect(signedIn.code).toBe(200)
  expect((await recover(two, code)).data.reason).toBe('account/key-wrong')
  expect((await recover(one, await firstStep())).data.reason).toBe('field/invalid')
  expect((await recover(two, (await askedKey(server)).code)).data.reason).toBe('account/key-wrong')
  const token = String(signedIn.data.token)
  expect((await server.call('listKeys', {}, { token })).data).toMatchObject({ keyRequired: 'yes', recoveryLeft: 9 })
  const { signInArray } = (await server.call('listSignIns', {}, { token })).data
  expect(signInArray.map(({ method, result }) => [method, result])).toContainEqual(['recovery', 'wrongRecoveryCode'])

  clock += minute
  const renewed = await server.call('requireKey', { keyRequired: 'yes', smsCode: await keyCode(server, who) }, who)
  expect((await recover(two, await firstStep())).data.reason).toBe('field/invalid')
  const [fresh = ''] = renewed.data.recoveryCodes
  expect((await recover(fresh, await firstStep())).code).toBe(200)
})

test('only who has a key asks for one; with the last key, or at a wish, that ends', async () => {
  const who = await newcomer(server, '13500000005')
  const without = await server.call('requireKey', { keyRequired: 'yes', smsCode: '000000' }, who)
  expect(without.data.reason).toBe('account/key-not-found')
  const { key } = await careful(who)
  expect((await server.call('requireKey', { keyRequired: 'no', smsCode: '000000' }, who)).code).toBe(422)
  clock += minute
  await server.call('removeKey', { keyId: key.keyId, smsCode: await keyCode(server, who) }, who)
  const { data } = await server.call('listKeys', {}, who)
  expect(data).toEqual({ keyArray: [], keyRequired: 'no', recoveryLeft: 0 })
})
