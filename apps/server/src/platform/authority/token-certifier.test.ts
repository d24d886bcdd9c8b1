import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KeyObject } from 'node:crypto'
import { scene, type Scene } from '@moqi/trust/testing/authority-scene'
import { issueCertificate } from '@moqi/trust/certificates/authority'
import { toPem } from '@moqi/trust/certificates/pem'
import { Pkcs11Token, type TokenSettings } from '@moqi/trust/hsm/pkcs11-token'
import { hasSoftToken, makeKeyPair, newSoftToken } from '@moqi/trust/testing/soft-token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#src/platform/config.ts'
import { companySigner, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { judgedDocument } from '#src/testing/archive-scene.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { openTokenCertifier } from './token-certifier.ts'

const dayMs = 24 * 3_600_000

describe.skipIf(!hasSoftToken)("the platform's key in a token (needs SoftHSM2 and the native binding)", () => {
  let settings: TokenSettings
  let ca: Scene
  let publicKey: KeyObject
  let server: TestServer
  const folder = mkdtempSync(join(tmpdir(), 'moqi-certifier-'))
  const file = (name: string) => join(folder, name)
  const uri = () => `pkcs11:token=hsm;object=seal?module-path=${settings.module}&pin-source=file:${file('pin')}`

  async function certify(commonName: string, days: number): Promise<void> {
    const certificate = await issueCertificate({
      authority: ca.issuing,
      publicKey,
      subject: { commonName, country: 'CN' },
      profile: 'certifier',
      notBefore: new Date(Date.now() - dayMs),
      notAfter: new Date(Date.now() + days * dayMs),
    })
    const chain = [certificate, ca.issuing.key.identity.certificate]
    writeFileSync(file('certifier.pem'), chain.map((der) => toPem('CERTIFICATE', der)).join(''))
  }

  beforeAll(async () => {
    settings = newSoftToken('hsm')
    const token = new Pkcs11Token(settings)
    publicKey = await makeKeyPair(token, 'seal', 'ec')
    await token.close()
    ca = await scene()
    writeFileSync(file('pin'), settings.pin)
    writeFileSync(file('roots.pem'), toPem('CERTIFICATE', ca.root.key.identity.certificate))
    await certify('墨契平台签章', 365)
    server = await testServer(
      {},
      {
        MOQI_CERTIFIER_PKCS11: uri(),
        MOQI_CERTIFIER_CERT: file('certifier.pem'),
        MOQI_TRUSTED_ROOTS: file('roots.pem'),
      },
    )
  })
  afterAll(() => server.close())

  test('certifies what is sent, and the contract is the platform’s own', async () => {
    const launcher = await player(server, jing.phone, 'company')
    const { taskId } = await sent(server, launcher, [companySigner(1, yunqi, jing)])
    expect((await signNow(server, launcher, taskId)).code).toBe(200)
    const { verdict, signatureArray } = await judgedDocument(server, launcher, taskId)
    expect(verdict).toBe('valid')
    expect(signatureArray[0]).toMatchObject({ kind: 'certification', signerName: '墨契平台签章', ownPlatform: true })
  })

  test('a certificate that ends is asked for in time, read from the file, and not used behind its end', async () => {
    const told: string[] = []
    let time = Date.now()
    const deps = { config: server.deps.config, now: () => time, log: (line: string) => told.push(line) }
    const opened = await openTokenCertifier(deps)
    const nameNow = async () => (await opened?.certifier())?.identity.certificate
    const first = await nameNow()
    expect(told).toEqual([])
    time += 300 * dayMs
    expect(await nameNow()).toEqual(first)
    expect(told).toEqual([expect.stringContaining('put a new certificate of the same key into the file')])
    time += 100 * dayMs
    await expect(nameNow()).rejects.toThrow('the certificate of MOQI_CERTIFIER_CERT ended on')
    await certify('墨契平台签章二', 800)
    expect(await nameNow()).not.toEqual(first)
    await opened?.close()
  })

  test('a file without certificate is told at the start', async () => {
    const config = { ...server.deps.config, certifierToken: { uri: uri(), certificate: file('pin') } }
    await expect(openTokenCertifier({ ...server.deps, config })).rejects.toThrow('holds no certificate')
  })
})

test.each([
  [{ MOQI_CERTIFIER_PKCS11: 'pkcs11:token=a' }, 'MOQI_CERTIFIER_PKCS11 and MOQI_CERTIFIER_CERT need each other'],
  [{ MOQI_CERTIFIER_PKCS11: '1234', MOQI_CERTIFIER_CERT: 'c.pem' }, 'MOQI_CERTIFIER_PKCS11 is no pkcs11:…'],
  [
    { MOQI_CERTIFIER_PKCS11: 'pkcs11:token=a', MOQI_CERTIFIER_CERT: 'c.pem' },
    'MOQI_CERTIFIER_PKCS11 needs MOQI_TRUSTED_ROOTS',
  ],
  [
    { MOQI_CERTIFIER_PKCS11: 'pkcs11:token=a', MOQI_CERTIFIER_CERT: 'c.pem', MOQI_CA_SUITE: 'sm2' },
    'PKCS#11 names no mechanism for SM2',
  ],
])('settings that make no sense are refused: %j', (env, why) => {
  expect(() => readConfig(env)).toThrow(why)
})
