import { readCertificate } from '@moqi/trust/chains/certificate'
import { keyTypeOf } from '@moqi/trust/cms/keys'
import { pkcs11SigningKey } from '@moqi/trust/hsm/pkcs11-key'
import { Pkcs11Token } from '@moqi/trust/hsm/pkcs11-token'
import { ask, filesOnDisk, hasTool } from '@moqi/trust/testing/foreign-judge'
import { hasSoftToken, makeKeyPair, newSoftToken } from '@moqi/trust/testing/soft-token'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fingerprintOf } from '#src/cores/identity/certificate-key.ts'
import { revokeCertificate } from '#src/platform/authority/revoke-certificate.ts'
import { bindTokenKey, codeOf, tokenKey, type TokenKey } from '#src/testing/certificate-key-scene.ts'
import { choices, ownSignId, personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const wang = { name: '王小明', phone: '13800000001' }
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
let person: Player
let key: TokenKey

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, '13800000004', 'company')
  person = await player(server, wang.phone, 'person')
  key = await bound(await tokenKey(server, { commonName: wang.name }))
})
afterAll(() => server.close())

async function bound(one: TokenKey): Promise<TokenKey> {
  const { code, message } = await bindTokenKey(server, person, one)
  if (code !== 200) throw new Error(message)
  clock += 60_000
  return one
}

async function waiting(): Promise<{ signId: string; taskId: string }> {
  const { taskId } = await sent(server, launcher, [personSigner(1, wang.name, wang.phone)])
  return { taskId, signId: await ownSignId(server, person, taskId) }
}

const challengeFor = async (by: TokenKey, ...signIds: string[]) =>
  codeOf(await server.call('getCertificateChallenge', { id: by.id, signIds }, person))

async function willed(by: TokenKey, signId: string): Promise<string> {
  const code = await challengeFor(by, signId)
  const given = { signIds: [signId], id: by.id, code, sign: await by.sign(code) }
  const { data, message } = await server.call('getAuthTokenByCertificate', given, person)
  if (!data.authToken) throw new Error(message)
  return data.authToken
}

async function prepared(by: TokenKey, signId: string, authToken: string) {
  const positionArray = await choices(server, person, signId)
  return server.call('prepareOwnSignature', { signId, authToken, positionArray, keyId: by.id }, person)
}

async function completed(
  by: TokenKey,
  signId: string,
  asked: { preparedId: string; toBeSignedArray: string[] },
  authToken: string,
) {
  const signatureArray = await Promise.all(asked.toBeSignedArray.map((data) => by.sign(Buffer.from(data, 'base64'))))
  return server.call(
    'completeOwnSignature',
    { signId, authToken, preparedId: asked.preparedId, signatureArray },
    person,
  )
}

async function bytesOf(signId: string): Promise<Buffer> {
  const { fileArray } = (await server.call('getSignDetailInfo', { signId }, person)).data
  const { bytes } = await server.blob('fileContent', { fileId: fileArray[0]?.fileId ?? '', signId }, person)
  return bytes
}

describe('the will, by a certificate key', () => {
  test('counts once, for those contracts, for two minutes, and stands in the log with its certificate', async () => {
    const [one, other] = [await waiting(), await waiting()]
    const code = await challengeFor(key, one.signId)
    const given = { id: key.id, code, sign: await key.sign(code) }
    const answer = async (...signIds: string[]) =>
      (await server.call('getAuthTokenByCertificate', { signIds, ...given }, person)).data.reason ?? 'proved'
    expect(await answer(other.signId)).toBe('account/key-wrong')
    const fresh = await challengeFor(key, one.signId)
    const again = { signIds: [one.signId], id: key.id, code: fresh, sign: await key.sign(fresh) }
    expect((await server.call('getAuthTokenByCertificate', again, person)).data.willAuthArray).toEqual(['certificate'])
    expect((await server.call('getAuthTokenByCertificate', again, person)).data.reason).toBe('account/key-wrong')
    const late = await challengeFor(key, one.signId)
    clock += 2 * 60_000 + 1
    const tooLate = { signIds: [one.signId], id: key.id, code: late, sign: await key.sign(late) }
    expect((await server.call('getAuthTokenByCertificate', tooLate, person)).data.reason).toBe('account/key-wrong')
  })
})

describe.skipIf(!hasSoftToken)('a contract signed by a key in a token (needs SoftHSM2 and the native binding)', () => {
  let token: Pkcs11Token
  beforeAll(() => {
    token = new Pkcs11Token(newSoftToken('usb'))
  })
  afterAll(() => token.close())

  test.each(['ec', 'rsa'] as const)(
    '%s: pdfsig and our verifier find it valid, with that certificate',
    async (kind) => {
      const publicKey = await makeKeyPair(token, kind, kind)
      const issued = await server.deps.authority.certifyKey?.(publicKey, { commonName: wang.name, country: 'CN' })
      if (!issued) throw new Error('nobody certifies')
      const held = await pkcs11SigningKey(token, { label: kind, ...issued })
      const inToken: TokenKey = {
        id: fingerprintOf(issued.certificate),
        certificate: issued.certificate,
        sign: async (data) => Buffer.from(await held.sign(Buffer.from(data))).toString('base64'),
        answer: async (code) => ({
          id: fingerprintOf(issued.certificate),
          code,
          sign: await inToken.sign(code),
          cert: issued.certificate.toString('base64'),
          chainArray: issued.chain.map((der) => der.toString('base64')),
        }),
      }
      await bound(inToken)
      const { signId, taskId } = await waiting()
      const authToken = await willed(inToken, signId)
      const asked = await prepared(inToken, signId, authToken)
      expect(asked.code).toBe(200)
      expect((await completed(inToken, signId, asked.data, authToken)).message).toBe('操作成功')

      const bytes = await bytesOf(signId)
      const { roots } = server.deps.authority
      const verdict = await verifyPdf(bytes, { trustedRoots: roots, ownRoots: roots, now: new Date(clock) })
      expect(verdict.verdict).toBe('valid')
      const serial = readCertificate(issued.certificate).serial.toString('hex').replace(/^00/, '')
      const records = await server.deps.db.read(person.tenantId, (db) =>
        db.selectFrom('signature_record').where('contract_id', '=', taskId).select(['certificate_serial']).execute(),
      )
      expect(records.map(({ certificate_serial }) => certificate_serial.toLowerCase())).toEqual([serial])
      if (!hasTool('pdfsig')) return
      const { pdf } = filesOnDisk({ pdf: bytes })
      const { said } = ask('pdfsig', '-nocert', pdf)
      expect(said).toContain(`Signer Certificate Common Name: ${wang.name}`)
      expect(said.match(/Signature Validation: Signature is Valid\./g)).toHaveLength(2)
    },
  )
})

describe('what the key answered', () => {
  test('completes one signature, once, and only of what was prepared', async () => {
    const { signId } = await waiting()
    const authToken = await willed(key, signId)
    const first = await prepared(key, signId, authToken)
    const other = await prepared(key, signId, authToken)
    const stranger = await tokenKey(server, { commonName: wang.name })
    expect((await completed(stranger, signId, first.data, authToken)).data.reason).toBe('account/key-wrong')
    expect((await completed(key, signId, first.data, 'another token')).data.reason).toBe('will-auth/required')
    expect((await completed(key, signId, first.data, authToken)).code).toBe(200)
    expect((await completed(key, signId, first.data, authToken)).data.reason).toBe('account/key-wrong')
    expect((await completed(key, signId, other.data, authToken)).data.reason).toBe('contract/not-signable')
  })

  test('is refused when another signature came first, and then prepared anew', async () => {
    const others = [personSigner(1, wang.name, wang.phone), personSigner(2, '李静', '13800000002')]
    const { taskId } = await sent(server, launcher, others, { signOrderType: 'disorder' })
    const second = await player(server, '13800000002', 'person')
    const signId = await ownSignId(server, person, taskId)
    const authToken = await willed(key, signId)
    const asked = await prepared(key, signId, authToken)
    expect((await signNow(server, second, taskId)).code).toBe(200)
    expect((await completed(key, signId, asked.data, authToken)).data.reason).toBe('contract/head-moved')
    const anew = await prepared(key, signId, authToken)
    expect((await completed(key, signId, anew.data, authToken)).code).toBe(200)
  })

  test('is nothing of a certificate that was revoked meanwhile, or is SM2 here', async () => {
    const { signId } = await waiting()
    const doomed = await bound(await tokenKey(server, { commonName: wang.name }))
    const authToken = await willed(doomed, signId)
    const asked = await prepared(doomed, signId, authToken)
    const serial = readCertificate(doomed.certificate).serial.toString('hex')
    await server.deps.db.directoryWrite((tx) =>
      revokeCertificate(tx, { serial, issuer: 'issuing', reason: 'keyCompromise', at: clock }),
    )
    clock += 60_000
    expect((await completed(doomed, signId, asked.data, authToken)).message).toContain('证书已被吊销')
    const sm2 = await bound(await tokenKey(server, { commonName: wang.name }, 'SM2'))
    const key2 = readCertificate(sm2.certificate).key
    expect(key2 && keyTypeOf(key2)).toBe('SM2')
    const token = await willed(sm2, signId)
    expect((await prepared(sm2, signId, token)).message).toContain('不能与SM2证书混用')
  })
})
