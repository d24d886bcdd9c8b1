import { createPublicKey, hash, verify } from 'node:crypto'
import type { KeyChallenge } from '@moqi/api/passkey'
import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { signRecordOf } from '@moqi/evidence/log-record'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPin } from '#src/demo/demo-people.ts'
import type { Authenticator } from '#src/testing/authenticator.ts'
import {
  choices,
  companySigner,
  newcomer,
  ownSignId,
  personSigner,
  type Player,
  player,
  sent,
} from '#src/testing/contract-scene.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'
import { askedKey, boundKey } from '#src/testing/key-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

type WillAuthType = NonNullable<Sent<Table['saveDraft']>['signerArray'][number]['willAuthType']>
type Signed = { who: Player; key: Authenticator }

const wang = { name: '王小明', phone: '13800000001' }
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
let person: Signed
let company: Signed

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, '13800000004', 'company')
  const own = await player(server, wang.phone, 'person')
  person = { who: own, key: await boundKey(server, own) }
  const acting = await player(server, jing.phone, 'company')
  company = { who: acting, key: await boundKey(server, acting) }
})
afterAll(() => server.close())

async function waiting(side: 'person' | 'company', willAuthType: WillAuthType = 'any'): Promise<string> {
  const party = side === 'person' ? personSigner(1, wang.name, wang.phone) : companySigner(1, yunqi, jing)
  const { taskId } = await sent(server, launcher, [{ ...party, willAuthType }])
  return ownSignId(server, (side === 'person' ? person : company).who, taskId)
}

async function challengeOf({ who }: Pick<Signed, 'who'>, ...signIds: string[]): Promise<KeyChallenge> {
  const { code, message, data } = await server.call('getWillChallenge', { signIds }, who)
  if (code !== 200) throw new Error(message)
  return data
}

const bytes = (text: string) => Buffer.from(text, 'base64url')

type Answer = { signIds: string[]; code: string; sign: string; authToken?: string }
const answer = ({ who, key }: Signed, given: Answer) =>
  server.call('getAuthTokenByKey', { id: key.keyId, ...given }, who)

async function proved(by: Signed, signId: string, authToken?: string) {
  const asked = await challengeOf(by, signId)
  const first = authToken === undefined ? {} : { authToken }
  return answer(by, { signIds: [signId], code: asked.code, sign: by.key.get(asked), ...first })
}

async function signed({ who }: Pick<Signed, 'who'>, signId: string, authToken: string) {
  const positionArray = await choices(server, who, signId)
  return server.call('sign', { signId, authToken, positionArray }, who)
}

describe('a key', () => {
  test('signs for a person, and what it signed stands in the log and proves itself', async () => {
    const signId = await waiting('person')
    const { data } = await proved(person, signId)
    expect(data.willAuthArray).toEqual(['key'])
    expect((await signed(person, signId, data.authToken)).code).toBe(200)

    const lines = await server.deps.db.read(launcher.tenantId, (db) =>
      db.selectFrom('contract_log').where('verb', '=', 'sign').orderBy('at', 'desc').selectAll().execute(),
    )
    const [proof] = lines.flatMap((line) => signRecordOf(line)?.will ?? [])
    const { clientData = '', authenticatorData = '', signature = '', publicKey = '' } = proof?.key ?? {}
    const cose = bytes(publicKey)
    const [x = '', y = ''] = [cose.subarray(10, 42), cose.subarray(45, 77)].map((part) => part.toString('base64url'))
    const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    const said = Buffer.concat([bytes(authenticatorData), hash('sha256', bytes(clientData), 'buffer')])
    expect(verify('sha256', said, key, bytes(signature))).toBe(true)
    const { challenge } = JSON.parse(bytes(clientData).toString())
    expect(bytes(challenge)).toHaveLength(24 + 32)
  })

  test('is one of two factors: the PIN is the other, a code by SMS is not', async () => {
    const signId = await waiting('company')
    const first = await proved(company, signId)
    const alone = await signed(company, signId, first.data.authToken)
    expect([alone.code, alone.message]).toEqual([428, '企业要求双重意愿认证，请再以签署密码认证后提交'])
    const { authToken } = first.data
    expect((await server.call('setPin', { authToken, pin: demoPin }, company.who)).code).toBe(200)
    const byPin = { signIds: [signId], authToken, pin: demoPin }
    expect((await server.call('getAuthTokenByPin', byPin, company.who)).code).toBe(200)
    expect((await signed(company, signId, authToken)).code).toBe(200)
  })

  test('does not serve who asked for a code', async () => {
    const signId = await waiting('person', 'sms')
    const { data } = await proved(person, signId)
    expect((await signed(person, signId, data.authToken)).message).toBe('发起方要求以短信验证码完成意愿认证')
  })
})

const refused = async (given: ReturnType<typeof answer>) => {
  const { code, data } = await given
  return [code, data]
}

describe('what a key signed', () => {
  const wrong = [422, { reason: 'account/key-wrong' }]

  test('counts once, for those contracts, for five minutes', async () => {
    const [one, other] = [await waiting('person'), await waiting('person')]
    const asked = await challengeOf(person, one)
    const given = { code: asked.code, sign: person.key.get(asked) }
    expect(await refused(answer(person, { signIds: [other], ...given }))).toEqual(wrong)
    expect(await refused(answer(person, { signIds: [one, other], ...given }))).toEqual(wrong)
    expect((await answer(person, { signIds: [one], ...given })).code).toBe(200)
    expect(await refused(answer(person, { signIds: [one], ...given }))).toEqual(wrong)
    const late = await challengeOf(person, one)
    clock += 5 * 60_000 + 1
    expect(await refused(answer(person, { signIds: [one], code: late.code, sign: person.key.get(late) }))).toEqual(
      wrong,
    )
  })

  test('is for the documents as they were', async () => {
    const signId = await waiting('person')
    const asked = await challengeOf(person, signId)
    await server.deps.db.write(launcher.tenantId, (tx) =>
      tx
        .updateTable('document_layout')
        .set({ frozen_sha256: '0'.repeat(64) })
        .execute(),
    )
    const given = { signIds: [signId], code: asked.code, sign: person.key.get(asked) }
    expect(await refused(answer(person, given))).toEqual(wrong)
  })

  test('is nothing when its holder was not seen, and nothing of another’s key, origin or purpose', async () => {
    const signId = await waiting('person')
    const asked = await challengeOf(person, signId)
    const signIds = [signId]
    const unseen = await answer(person, { signIds, code: asked.code, sign: person.key.get(asked, { verified: false }) })
    expect(unseen.message).toContain('改用短信验证码')
    const foreign = { who: person.who, key: company.key }
    expect(await refused(answer(foreign, { signIds, code: asked.code, sign: company.key.get(asked) }))).toEqual(wrong)
    const elsewhere = person.key.get(asked, { origin: 'https://evil.example' })
    expect(await refused(answer(person, { signIds, code: asked.code, sign: elsewhere }))).toEqual(wrong)
    const toSignIn = await askedKey(server)
    const login = person.key.get(toSignIn)
    expect(await refused(answer(person, { signIds, code: toSignIn.code, sign: login }))).toEqual(wrong)
    const session = { id: person.key.keyId, code: asked.code, sign: person.key.get(asked) }
    expect((await server.call('loginByKey', session)).data).toEqual({ reason: 'account/key-wrong' })
  })

  test('by a key whose count went back is refused, and its owner told', async () => {
    const signId = await waiting('person')
    const asked = await challengeOf(person, signId)
    const sign = person.key.get(asked, { counter: 1 })
    const copied = await answer(person, { signIds: [signId], code: asked.code, sign })
    expect(copied.data).toEqual({ reason: 'account/key-copied' })
    const { data } = await server.call('listKeys', {}, person.who)
    expect(data.keyArray[0]?.copied).toBe('yes')
  })
})

test('whoever has no key is told what to use instead', async () => {
  const who = await newcomer(server, '13911116667', '周新')
  const { taskId } = await sent(server, launcher, [personSigner(1, '周新', who.phone)])
  const signIds = [await ownSignId(server, who, taskId)]
  const none = await server.call('getWillChallenge', { signIds }, who)
  expect([none.code, none.message]).toEqual([404, '您还没有绑定密钥，可在个人设置中绑定，本次请用短信验证码'])
})
