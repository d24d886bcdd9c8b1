import { scene } from '@moqi/trust/testing/authority-scene'
import { embeddedCertificateAuthority } from '@moqi/trust/certificates/certificate-authority'
import { ocspResponder } from '@moqi/trust/certificates/ocsp-responder'
import { toPem } from '@moqi/trust/certificates/pem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#src/platform/config.ts'
import { type AuthorityElsewhere, authorityElsewhere, nameAsked } from '#src/testing/authority-elsewhere.ts'
import { companySigner, personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'
import { messagesTo } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const validity = { notBefore: new Date('2026-01-01T00:00:00Z'), notAfter: new Date('2046-01-01T00:00:00Z') }

/** A certification authority with its own root, speaking PKCS#10 and OCSP. */
const seen = { requests: 0, questions: 0, authorization: new Set<string | undefined>() }
let authority: AuthorityElsewhere
let server: TestServer
let launcher: Player
let wang: Player

beforeAll(async () => {
  const elsewhere = await scene(() => new Date())
  const issue = () =>
    embeddedCertificateAuthority({
      authority: elsewhere.issuing,
      publishedAt: { ocspUrl: `${authority.at}/ocsp` },
      validity: () => validity,
    })
  const answers = ocspResponder({
    issuers: [
      { authority: elsewhere.issuing, responder: elsewhere.issuing.key, state: async () => 'good' },
      { authority: elsewhere.root, responder: elsewhere.root.key, state: async () => 'good' },
    ],
    now: () => new Date(),
    validity: 3_600_000,
  })
  authority = await authorityElsewhere(
    async () => elsewhere,
    async ({ request, body }) => {
      if (request.url === '/ocsp') {
        seen.questions += 1
        return { type: 'application/ocsp-response', body: await answers(body) }
      }
      seen.requests += 1
      seen.authorization.add(request.headers.authorization)
      const { certificate, chain } = await issue().issue(body, { commonName: nameAsked(body), country: 'CN' })
      const pem = [certificate, ...chain].map((der) => toPem('CERTIFICATE', der)).join('')
      return { type: 'application/pem-certificate-chain', body: pem }
    },
  )
  const env = { MOQI_CA_URL: `${authority.at}/issue`, MOQI_CA_TOKEN: 'secret', MOQI_TRUSTED_ROOTS: authority.roots }
  server = await testServer({}, env)
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(async () => {
  await server.close()
  authority.close()
})

test('platform and parties sign with certificates from elsewhere, which are no longer called a test', async () => {
  const made = await sent(server, launcher, [companySigner(1, yunqi, jing), personSigner(2, '王小明', wang.phone)])
  expect((await signNow(server, launcher, made.taskId)).code).toBe(200)
  expect((await signNow(server, wang, made.taskId)).code).toBe(200)
  await vi.waitUntil(async () => (await messagesTo(server, wang.phone, 'finished')).length > 0, { timeout: 20_000 })
  const { bytes } = await server.blob('downloadFinishedPdf', { signId: made.signId }, launcher)
  const verdict = await server.deps.workshop.verify(bytes)
  expect(verdict.reasonArray.filter(({ severity }) => severity === 'invalid')).toEqual([])
  expect(verdict.verdict).toBe('valid')
  expect(verdict.signatureArray.slice(0, 3).map(({ ownPlatform, identity }) => [ownPlatform, identity])).toEqual(
    Array.from({ length: 3 }, () => [true, 'confirmed']),
  )
  // The certifier and two parties, each certified once, and each asked about for the archive.
  expect(seen.requests).toBe(3)
  expect([...seen.authorization]).toEqual(['Bearer secret'])
  expect(seen.questions).toBeGreaterThanOrEqual(3)
  expect(server.deps.authority.notice).toBeNull()
})

describe('the settings', () => {
  test('authorities elsewhere need their roots, and addresses', () => {
    expect(() => readConfig({ MOQI_TSA_URL: 'https://tsa.example/' })).toThrow(/MOQI_TRUSTED_ROOTS/)
    expect(() => readConfig({ MOQI_TSA_URL: 'tsa.example', MOQI_TRUSTED_ROOTS: 'r.pem' })).toThrow(/MOQI_TSA_URL/)
  })

  test('the embedded CA need not be allowed where it is not used', () => {
    const remote = {
      MOQI_TSA_URL: 'https://t.example/',
      MOQI_CA_URL: 'https://c.example/',
      MOQI_TRUSTED_ROOTS: 'r.pem',
    }
    const allowed = { MOQI_DEMO: '0', MOQI_ALLOW_EMBEDDED: 'sms,mail,identity' }
    expect(readConfig({ ...remote, ...allowed }).demo).toBe(false)
    expect(() => readConfig(allowed)).toThrow(/MOQI_ALLOW_EMBEDDED=ca,sms,mail,identity/)
  })
})
