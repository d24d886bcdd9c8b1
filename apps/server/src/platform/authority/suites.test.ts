import {
  ask,
  filesOnDisk,
  hasTool,
  opensslCms,
  opensslTimestamp,
  signaturesIn,
} from '@moqi/trust/testing/foreign-judge'
import { askOcsp } from '@moqi/trust/revocation/ocsp-client'
import { type SuiteName, suites } from '@moqi/trust/suites/suite'
import { readCertificate } from '@moqi/trust/chains/certificate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig, suiteSettings } from '#src/platform/config.ts'
import { companySigner, personSigner, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'
import { toldOfEnd } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { embeddedSigningAuthority } from './embedded-signing-authority.ts'

const wangPhone = '13800000001'

/** What a platform of that suite made, once its tests run. */
type Made = () => { server: TestServer; finished: Buffer }

describe.each<[SuiteName, string, string, (made: Made) => void]>([
  ['RSA-2048', 'RSA / SHA-256', 'B-LTA', testsOfRsa],
  ['SM2', 'SM2 / SM3', 'PKCS7-LTA', testsOfSm2],
])('a platform of %s', (suite, algorithm, level, testsOfItsOwn) => {
  let server: TestServer
  let finished: Buffer

  beforeAll(async () => {
    server = await testServer({}, { MOQI_CA_SUITE: suiteSettings[suite] })
    const launcher = await player(server, jing.phone, 'company')
    const wang = await player(server, wangPhone, 'person')
    const parties = [companySigner(1, yunqi, jing), personSigner(2, '王小明', wang.phone)]
    const { signId, taskId } = await sent(server, launcher, parties)
    for (const who of [launcher, wang]) await signNow(server, who, taskId)
    await toldOfEnd(server, jing.phone, signId)
    finished = (await server.blob('downloadFinishedPdf', { signId }, launcher)).bytes
  })
  afterAll(() => server.close())

  test('certifies, signs and archives a contract that passes as its own', async () => {
    const { verdict, reasonArray, signatureArray } = await server.deps.workshop.verify(finished)
    expect([verdict, reasonArray.filter(({ severity }) => severity !== 'info')]).toEqual(['valid', []])
    const all = signatureArray.map((one) => [one.kind, one.ownPlatform, one.algorithm, one.level])
    expect(all.slice(0, 3)).toEqual(
      ['certification', 'approval', 'approval'].map((kind) => [kind, true, algorithm, level]),
    )
    expect(all.slice(3)).toEqual([
      ['timestamp', true, suite === 'SM2' ? 'SM2 / SM3' : 'ECDSA / SHA-256', 'DocTimeStamp'],
    ])
  })

  test('has keys of its suite throughout, with time-stamps of P-256 beside RSA', async () => {
    const { certifier, partyKey, issuers, roots } = server.deps.authority
    const wang = await partyKey({
      tenantId: (await player(server, wangPhone, 'person')).tenantId,
      kind: 'person',
      name: '王小明',
    })
    expect([await certifier(), wang].map(({ identity }) => identity.keyType)).toEqual(
      Array(2).fill(suites[suite].keyType),
    )
    const algorithms = [...issuers, ...roots].map((der) => readCertificate(der).signatureAlgorithm.raw)
    expect(new Set(algorithms.map((raw) => raw.toString('hex'))).size).toBe(1)
  })

  test('answers about its certificates by OCSP and by lists', async () => {
    const { certifier, issuers, ocsp, crls } = server.deps.authority
    const question = {
      certificate: (await certifier()).identity.certificate,
      issuer: issuers[1] ?? Buffer.alloc(0),
      now: new Date(),
    }
    expect((await askOcsp((_url, request) => ocsp(request), 'here', question)).state).toEqual({ kind: 'good' })
    expect(await crls()).toHaveLength(2)
  })

  test('refuses to go on in another suite, and tells which one to set', async () => {
    const config = { ...server.deps.config, suite: suites['P-256'].name }
    const opening = embeddedSigningAuthority({ ...server.deps, config })
    await expect(opening).rejects.toThrow(`属于 ${suite}，不能改用 MOQI_CA_SUITE=p256`)
    await expect(opening).rejects.toThrow(`请设 MOQI_CA_SUITE=${suiteSettings[suite]} 后启动`)
  })

  testsOfItsOwn(() => ({ server, finished }))
})

function testsOfRsa(made: Made): void {
  test.skipIf(!hasTool('openssl'))('openssl takes its signatures and time-stamps (needs openssl)', () => {
    const { server, finished } = made()
    const [root = Buffer.alloc(0)] = server.deps.authority.roots
    const own = signaturesIn(finished).slice(0, 3)
    expect(own.map((one) => `${opensslCms(one, root).code} ${opensslTimestamp(one, root).code}`)).toEqual(
      Array(3).fill('0 0'),
    )
  })

  test.skipIf(!hasTool('pdfsig'))('pdfsig finds its signatures sound (needs pdfsig)', () => {
    const { pdf } = filesOnDisk({ pdf: made().finished })
    const { said } = ask('pdfsig', '-nocert', pdf)
    expect(said.match(/Signature Validation: Signature is Valid\./g)).toHaveLength(3)
    // Poppler judges no document time-stamp; it says that this one covers the whole file.
    expect(said).toMatch(/moqi-archive-1[\s\S]*Total document signed/)
  })
}

function testsOfSm2(made: Made): void {
  test('signs with the electronic seals of company and person as well', async () => {
    const { server, finished } = made()
    const { signatureArray } = await server.deps.workshop.verify(finished)
    const seals = signatureArray.map(({ reasonArray }) => reasonArray.filter(({ code }) => code.startsWith('eseal')))
    const told = seals.map((reasons) =>
      reasons.map(({ text, detail }) => `${text} ${detail?.replace(/[0-9a-f-]{36}/, '…')}`),
    )
    const maker = '编号 …，制作 墨契测试印章制作'
    const [company, person] = [`${yunqi} 公章，${maker}`, `王小明 个人印章，${maker}`].map((seal) => [
      `电子印章：有效 ${seal}`,
    ])
    expect(told).toEqual([[], company, person, []])
  })
}

test('the suite is one of three, and P-256 unless told otherwise', () => {
  expect(readConfig({}).suite).toBe('P-256')
  expect(Object.values(suiteSettings).map((name) => readConfig({ MOQI_CA_SUITE: name }).suite)).toEqual(
    Object.keys(suites),
  )
  expect(() => readConfig({ MOQI_CA_SUITE: 'rsa1024' })).toThrow('MOQI_CA_SUITE rsa1024 is none of p256, rsa2048, sm2')
})
