import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { askOcsp } from '@moqi/trust/revocation/ocsp-client'
import { readCertificate } from '@moqi/trust/chains/certificate'
import { readRevocationList } from '@moqi/trust/revocation/revocation-list'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedSigningAuthority } from '#src/platform/authority/embedded-signing-authority.ts'
import { revokeCertificate } from '#src/platform/authority/revoke-certificate.ts'
import type { SigningAuthority } from '#src/platform/authority/signing-authority.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.now()
beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

const subject = { kind: 'person', name: '王小明' } as const
const signer = async (tenantId: string) =>
  (await server.deps.authority.partyKey({ ...subject, tenantId })).identity.certificate
const certificateOf = async ({ certifier }: SigningAuthority) => (await certifier()).identity.certificate
const serialOf = (certificate: Buffer) => readCertificate(certificate).serial.toString('hex')

const file = async (name: string) => (await server.app.inject({ url: `/ca/${name}` })).rawPayload

async function post(request: Buffer): Promise<Buffer> {
  const headers = { 'content-type': 'application/ocsp-request' }
  const answer = await server.app.inject({ method: 'POST', url: '/ca/ocsp', headers, payload: request })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/ocsp-response'])
  return answer.rawPayload
}

async function get(request: Buffer): Promise<Buffer> {
  const url = `/ca/ocsp/${encodeURIComponent(request.toString('base64'))}`
  return (await server.app.inject({ url })).rawPayload
}

const ask = async (certificate: Buffer, how: (request: Buffer) => Promise<Buffer>) =>
  (
    await askOcsp((_url, request) => how(request), 'here', {
      certificate,
      issuer: await file('issuing.crt'),
      now: new Date(clock),
    })
  ).state

const isListed = async (certificate: Buffer) =>
  readRevocationList(await file('issuing.crl')).revoked.get(serialOf(certificate))

test('a certificate is good over POST and over GET until it is revoked', async () => {
  const certificate = await signer(server.deps.newId())
  expect([await ask(certificate, post), await ask(certificate, get)]).toEqual([{ kind: 'good' }, { kind: 'good' }])
  const serial = serialOf(certificate)
  expect(
    await server.deps.db.directoryWrite((tx) =>
      revokeCertificate(tx, { serial, issuer: 'issuing', reason: 'keyCompromise', at: clock }),
    ),
  ).toBe(true)
  expect(
    await server.deps.db.directoryWrite((tx) =>
      revokeCertificate(tx, { serial, issuer: 'issuing', reason: 'superseded', at: clock }),
    ),
  ).toBe(false)
  const revoked = { kind: 'revoked', at: Math.floor(clock / 1000) * 1000, reason: 1 }
  expect([await ask(certificate, post), await ask(certificate, get)]).toEqual([revoked, revoked])
})

test('within a minute a revoked certificate is in the list and signs nothing more', async () => {
  const tenantId = server.deps.newId()
  const certificate = await signer(tenantId)
  expect(await isListed(certificate)).toBeUndefined()
  await server.deps.db.directoryWrite((tx) =>
    revokeCertificate(tx, {
      serial: serialOf(certificate),
      issuer: 'issuing',
      reason: 'superseded',
      at: clock,
    }),
  )
  clock += 60_000
  expect(await isListed(certificate)).toMatchObject({ reason: 4 })
  const next = await signer(tenantId)
  expect(serialOf(next)).not.toBe(serialOf(certificate))
  expect(await ask(next, post)).toEqual({ kind: 'good' })
})

const revoke = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, '../commands/revoke.ts'), ...args], {
    env: { ...process.env, MOQI_DATA: server.deps.config.dataDir, DATABASE_URL: server.deps.config.databaseUrl ?? '' },
  })

test('the operator revokes on the command line, beside the running server, and is told whose it was', async () => {
  const certificate = await signer(server.deps.newId())
  const { stdout } = await revoke(serialOf(certificate).toUpperCase(), 'cessationOfOperation')
  expect(stdout).toMatch(
    /^王小明的证书 [0-9A-F]+ 已吊销，一分钟内可在吊销列表与 OCSP 中查到\n一分钟内签署方改用新证书签署\n$/,
  )
  expect(await ask(certificate, post)).toMatchObject({ kind: 'revoked', reason: 5 })
  await expect(revoke('xyz', 'because')).rejects.toMatchObject({ code: 2 })
})

test('a serial number that no certificate has is refused', async () => {
  const certificate = await signer(server.deps.newId())
  const mistyped = serialOf(certificate).replace(/^../, (two) => (two === '11' ? '12' : '11'))
  await expect(revoke(mistyped, 'keyCompromise')).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`没有序列号为 ${mistyped} 的证书，什么也没有吊销`),
  })
  expect(await ask(certificate, post)).toEqual({ kind: 'good' })
})

test("the platform's own certificate can be revoked, and the next start brings another", async () => {
  const certificate = await certificateOf(server.deps.authority)
  const { stdout } = await revoke(serialOf(certificate), 'keyCompromise')
  expect(stdout).toContain('测试平台签章的证书')
  expect(stdout).toContain('请重新启动所有服务进程，以换用新证书')
  expect(await ask(certificate, post)).toMatchObject({ kind: 'revoked' })
  const next = await certificateOf(await embeddedSigningAuthority(server.deps))
  expect(next).not.toEqual(certificate)
  expect(await ask(next, post)).toEqual({ kind: 'good' })
})

test('the issuing authority itself is answered for by the root', async () => {
  const question = { certificate: await file('issuing.crt'), issuer: await file('root.crt'), now: new Date(clock) }
  const { state } = await askOcsp((_url, request) => post(request), 'here', question)
  expect(state).toEqual({ kind: 'good' })
})

test('what is no request gets an OCSP error, and another content type none at all', async () => {
  expect((await post(Buffer.from('hello'))).toString('hex')).toBe('30030a0101')
  const other = await server.app.inject({ method: 'POST', url: '/ca/ocsp', payload: { a: 1 } })
  expect(other.statusCode).toBe(415)
})
