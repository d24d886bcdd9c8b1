import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { scene } from '@moqi/trust/testing/authority-scene'
import { embeddedCertificateAuthority } from '@moqi/trust/certificates/certificate-authority'
import { toPem } from '@moqi/trust/certificates/pem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AuthorityElsewhere, authorityElsewhere } from '#src/testing/authority-elsewhere.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { openSigningAuthority } from './open-signing-authority.ts'
import { replacementTime } from './stored-keys.ts'

const dayMs = 24 * 3_600_000
const start = Date.now()
let time = start
const now = () => time

/** A certification authority whose certificates hold for a year, and that can be switched off. */
let on = true
let issued = 0
let elsewhere: AuthorityElsewhere
let server: TestServer

beforeAll(async () => {
  elsewhere = await authorityElsewhere(
    () => scene(),
    async ({ body, elsewhere: { issuing } }) => {
      if (!on) return null
      issued += 1
      const authority = embeddedCertificateAuthority({
        authority: issuing,
        publishedAt: {},
        validity: () => ({ notBefore: new Date(now()), notAfter: new Date(now() + 365 * dayMs) }),
      })
      const { certificate, chain } = await authority.issue(body, { commonName: '平台', country: 'CN' })
      const pem = [certificate, ...chain].map((der) => toPem('CERTIFICATE', der)).join('')
      return { type: 'application/pem-certificate-chain', body: pem }
    },
  )
  server = await testServer({ now }, { MOQI_CA_URL: `${elsewhere.at}/issue`, MOQI_TRUSTED_ROOTS: elsewhere.roots })
})
afterAll(async () => {
  await server.close()
  elsewhere.close()
})

const certificate = async (authority = server.deps.authority) => (await authority.certifier()).identity.certificate

test('a certificate of one year outlives restarts', async () => {
  const first = await certificate()
  time = start + 30 * dayMs
  const again = await openSigningAuthority(server.deps)
  expect(await certificate(again)).toEqual(first)
  expect(issued).toBe(1)
})

test('in its last third it is replaced while the server runs; without the authority it is used until its end', async () => {
  const first = await certificate()
  time = start + 240 * dayMs
  expect(await certificate()).toEqual(first)
  on = false
  time = start + 250 * dayMs
  expect(await certificate()).toEqual(first)
  on = true
  expect(await certificate()).toEqual(first)
  time += dayMs
  const second = await certificate()
  expect(second).not.toEqual(first)
  expect(issued).toBe(2)
  on = false
  time = start + 700 * dayMs
  await expect(certificate()).rejects.toThrow('service/unavailable')
  // It rests a while.
  time += 60_000
  on = true
  expect(await certificate()).not.toEqual(second)
})

test('a certificate made while the clock was ahead is replaced as soon as the clock is right', async () => {
  const right = time
  time += 3650 * dayMs
  const ofFuture = await certificate()
  time = right
  const { validFromDate } = new X509Certificate(await certificate())
  expect(validFromDate.getTime()).toBeLessThanOrEqual(right)
  expect(await certificate()).not.toEqual(ofFuture)
})

test('one that holds for decades is due 400 days before its end', () => {
  const [root = Buffer.alloc(0)] = server.deps.authority.issuers
  expect(new X509Certificate(root).validToDate.getTime() - replacementTime(root)).toBe(400 * dayMs)
})

test('of a certificate that another CA issued the operator hears that the CA must be told as well', async () => {
  const { serialNumber } = new X509Certificate(await certificate())
  const command = join(import.meta.dirname, '../../commands/revoke.ts')
  const env = {
    ...process.env,
    MOQI_DATA: server.deps.config.dataDir,
    DATABASE_URL: server.deps.config.databaseUrl ?? '',
  }
  const { stdout } = await promisify(execFile)(process.execPath, [command, serialNumber, 'superseded'], { env })
  expect(stdout.split('\n')).toEqual([
    `平台的证书 ${serialNumber} 已在本平台停用`,
    '这是平台自己的证书：请重新启动所有服务进程，以换用新证书',
    '这张证书由外部 CA 签发：请同时通知该 CA 吊销，否则他人仍会视其为有效',
    '',
  ])
})
