import { readCertificate } from '@moqi/trust/chains/certificate'
import type { SuiteName } from '@moqi/trust/suites/suite'
import { scene } from '@moqi/trust/testing/authority-scene'
import { issueCertificate } from '@moqi/trust/certificates/authority'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokeCertificate } from '#src/platform/authority/revoke-certificate.ts'
import { bindTokenKey, codeOf, tokenKey, type TokenKey } from '#src/testing/certificate-key-scene.ts'
import { smsTokenFor } from '#src/testing/codes.ts'
import { newcomer, type Player, player } from '#src/testing/contract-scene.ts'
import { keyCode } from '#src/testing/key-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let wang: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

let people = 0
const someone = () => newcomer(server, `135${String((people += 1)).padStart(8, '0')}`)
const asked = async ({ id }: TokenKey) => codeOf(await server.call('loginByCertificate', { id }))
const enter = async (key: TokenKey, code: string, signed = code) =>
  server.call('loginByCertificate', { id: key.id, code, sign: await key.sign(signed) })
const wrong = [422, 'account/key-wrong']
const outcome = ({ code, data }: { code: number | string; data: Record<string, unknown> }) => [code, data.reason]

async function bound(who: Player, commonName = '陈晓', suite: SuiteName = 'P-256') {
  const key = await tokenKey(server, { commonName }, suite)
  const { code, message } = await bindTokenKey(server, who, key)
  if (code !== 200) throw new Error(message)
  clock += minute
  return key
}

test.each(['P-256', 'RSA-2048', 'SM2'] as const)(
  'a key of %s is bound, told of and signs in, with code 0',
  async (suite) => {
    const who = await someone()
    const key = await bound(who, '陈晓', suite)
    const { keyArray } = (await server.call('listCertificateKeys', {}, who)).data
    expect(keyArray).toMatchObject([{ keyId: key.id, keyName: '陈晓', usedTime: null }])
    expect(JSON.stringify((await server.call('listMessage', {}, who)).data)).toContain('陈晓')
    const { code, data } = await enter(key, await asked(key))
    expect(code).toBe(0)
    const account = async (token: unknown) =>
      (await server.call('getUserAccountInfo', {}, { token: String(token) })).data
    expect(await account(data.token)).toEqual(await account(who.token))
    expect((await server.call('listSignIns', {}, who)).data.signInArray[0]).toMatchObject({ method: 'certificate' })
  },
)

describe('a challenge', () => {
  test('works once, for two minutes', async () => {
    const key = await bound(await someone())
    const code = await asked(key)
    expect((await enter(key, code)).code).toBe(0)
    expect(outcome(await enter(key, code))).toEqual(wrong)
    const [inTime, late] = [await asked(key), await asked(key)]
    clock += 2 * minute
    expect((await enter(key, inTime)).code).toBe(0)
    clock += 1
    expect(outcome(await enter(key, late))).toEqual(wrong)
  })

  test('is for its purpose, certificate and origin, and names them', async () => {
    const who = await someone()
    const key = await bound(who)
    const other = await bound(await someone())
    const code = await asked(key)
    expect(code).toContain(`origin: ${server.deps.config.publicUrl}`)
    const elsewhere = code.replace(/origin: .*/, 'origin: https://evil.example')
    expect(outcome(await enter(key, elsewhere))).toEqual(wrong)
    expect(outcome(await enter(key, await asked(key), elsewhere))).toEqual(wrong)
    expect(outcome(await enter(other, await asked(key)))).toEqual(wrong)
    const toRegister = codeOf(await server.call('loginByCertificate', { id: key.id, purpose: 'register' }))
    expect(outcome(await enter(key, toRegister))).toEqual(wrong)
    const toBind = codeOf(await server.call('bindKey', { keyType: 'cert', id: key.id }, who))
    expect(outcome(await enter(key, toBind))).toEqual(wrong)
  })

  test('to bind is of one account alone', async () => {
    const key = await tokenKey(server, { commonName: '陈晓' })
    const [mine, other] = [await someone(), await someone()]
    const code = codeOf(await server.call('bindKey', { keyType: 'cert', id: key.id }, mine))
    const smsCode = await keyCode(server, other)
    const stolen = { keyType: 'cert' as const, ...(await key.answer(code)), smsCode }
    expect(outcome(await server.call('bindKey', stolen, other))).toEqual(wrong)
  })
})

test('a certificate is bound to one account; unbound by a code, it signs in no more', async () => {
  const who = await someone()
  const key = await bound(who)
  const again = await bindTokenKey(server, await someone(), key)
  expect(again.message).toBe('该证书已绑定账号，请直接用它登录，或换一个证书')
  clock += minute
  expect((await server.call('unbindKey', { keyId: key.id, smsCode: '000000' }, who)).data.reason).toBe(
    'account/code-wrong',
  )
  expect((await server.call('unbindKey', { keyId: key.id, smsCode: await keyCode(server, who) }, who)).code).toBe(200)
  expect((await enter(key, await asked(key))).message).toContain('还没有绑定账号')
})

test('who is real-named binds certificates of the own name or company, and no others', async () => {
  const foreign = await bindTokenKey(server, wang, await tokenKey(server, { commonName: '李四' }))
  expect(foreign.message).toContain('与您的实名信息不一致')
  clock += minute
  expect((await bindTokenKey(server, wang, await tokenKey(server, { commonName: '051@王小明@ZID@1' }))).code).toBe(200)
})

test('a revoked, expired or unknown certificate opens nothing, and says why', async () => {
  const who = await someone()
  const key = await bound(who)
  const serial = readCertificate(key.certificate).serial.toString('hex')
  await server.deps.db.directoryWrite((tx) =>
    revokeCertificate(tx, { serial, issuer: 'issuing', reason: 'keyCompromise', at: clock }),
  )
  clock += minute
  expect((await enter(key, await asked(key))).message).toContain('证书已被吊销')
  const elsewhere = await scene()
  const stranger = await tokenKey(server, { commonName: '陈晓' }, 'P-256', async (publicKey, subject) => ({
    certificate: await issueCertificate({
      authority: elsewhere.issuing,
      subject,
      publicKey,
      profile: 'signer',
      crlUrl: 'https://ca.example/ca.crl',
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter: new Date('2046-01-01T00:00:00Z'),
    }),
    chain: [elsewhere.issuing.key.identity.certificate],
  }))
  expect((await bindTokenKey(server, who, stranger)).message).toContain('不是由本平台认可的机构签发')
  clock += minute
  const old = await bound(who)
  clock += 800 * 24 * 60 * minute
  expect((await enter(old, await asked(old))).message).toContain('证书已过期')
})

test('a key registers its account and signs in to it; half an answer makes no account', async () => {
  const key = await tokenKey(server, { commonName: '赵敏', organization: '宁波海拓贸易有限公司' })
  const phone = '13577778888'
  const smsToken = await smsTokenFor(server, { phone, scene: 'register', address: '10.9.9.9' })
  const code = codeOf(await server.call('loginByCertificate', { id: key.id, purpose: 'register' }))
  const account = { phone, smsToken, userName: 'zhao_min', password: 'Moqi-2026-key', agree: 1 as const }
  const answered = await key.answer(code)
  const { cert: _, ...half } = answered
  const person = { userType: 'person' as const, ...account }
  expect(outcome(await server.call('register', { ...person, ...half }))).toEqual(wrong)
  const company = { userType: 'company' as const, companyName: '别的公司有限公司', ...account, ...answered }
  expect((await server.call('register', company)).message).toContain('与证书上的不一致')
  const made = await server.call('register', { ...company, companyName: '宁波海拓贸易有限公司' })
  expect(made.code).toBe(200)
  expect((await enter(key, await asked(key))).code).toBe(0)
})

test('a key whose row is moved to another account opens nothing', async () => {
  const key = await bound(await someone())
  const victim = (
    await server.deps.db.directory((directory) =>
      directory.selectFrom('account').where('phone', '=', wang.phone).select('account_id').executeTakeFirstOrThrow(),
    )
  ).account_id
  await server.deps.db.directoryWrite((tx) =>
    tx.updateTable('certificate_key').set({ account_id: victim }).where('fingerprint', '=', key.id).execute(),
  )
  expect((await enter(key, await asked(key))).message).toContain('还没有绑定账号')
})
