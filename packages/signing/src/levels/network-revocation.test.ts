import { expect, test } from 'vitest'
import { keyPair, scene } from '@moqi/trust/testing/authority-scene'
import { issueCertificate } from '@moqi/trust/certificates/authority'
import { ocspResponder } from '@moqi/trust/certificates/ocsp-responder'
import { createRevocationList } from '@moqi/trust/certificates/revocation-list'
import { serversForTests } from '@moqi/trust/testing/http-servers'
import { networkRevocation } from './network-revocation.ts'

const on = await scene()
const now = new Date()
const validity = { notBefore: new Date('2026-01-01T00:00:00Z'), notAfter: new Date('2046-01-01T00:00:00Z') }
const issuer = on.issuing.key.identity.certificate
const source = networkRevocation({ timeout: 2000, now: () => now })
const answers = ocspResponder({
  issuers: [{ authority: on.issuing, responder: on.issuing.key, state: async () => 'good' }],
  now: () => now,
  validity: 3_600_000,
})
const list = await createRevocationList({
  authority: on.issuing,
  revoked: [],
  thisUpdate: now,
  nextUpdate: validity.notAfter,
  number: 1,
})

const { listening, servers } = serversForTests()

/** Serves OCSP at /ocsp unless it is off, and the list at /crl; on any free port unless one is given. */
const answering = (ocspOff = false, port = 0) =>
  listening(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    if (request.url === '/crl') response.writeHead(200, { 'content-type': 'application/pkix-crl' }).end(list)
    else if (ocspOff) response.writeHead(404).end()
    else {
      const bytes = await answers(Buffer.concat(parts))
      response.writeHead(200, { 'content-type': 'application/ocsp-response' }).end(bytes)
    }
  }, port)

const leaf = (addresses: { crlUrl?: string; ocspUrl?: string }) =>
  issueCertificate({
    authority: on.issuing,
    subject: { commonName: '张三', country: 'CN' },
    publicKey: keyPair().publicKey,
    profile: 'signer',
    ...validity,
    ...addresses,
  })

test('the OCSP responder is asked first', async () => {
  const at = await answering()
  const found = await source(await leaf({ ocspUrl: `${at}/ocsp`, crlUrl: `${at}/crl` }), issuer)
  expect([found.ocsps.length, found.crls.length]).toEqual([1, 0])
})

test('the list serves where the responder does not answer, or there is none', async () => {
  const at = await answering(true)
  expect((await source(await leaf({ ocspUrl: `${at}/ocsp`, crlUrl: `${at}/crl` }), issuer)).crls).toEqual([list])
  expect((await source(await leaf({ crlUrl: `${at}/crl` }), issuer)).crls).toEqual([list])
})

test('nothing is known where nobody answers, and whether there was anybody to ask', async () => {
  const nowhere = 'http://127.0.0.1:1'
  const found = await source(await leaf({ ocspUrl: `${nowhere}/ocsp`, crlUrl: `${nowhere}/crl` }), issuer)
  expect(found).toEqual({ crls: [], ocsps: [], unreachable: true })
  expect(await source(await leaf({}), issuer)).toEqual({ crls: [], ocsps: [], unreachable: false })
})

test('an address that gave no answer rests, and is asked again after that', async () => {
  const clock = { ms: now.getTime() }
  const patient = networkRevocation({ timeout: 2000, rest: 10_000, now: () => new Date(clock.ms) })
  const at = await answering()
  const certificate = await leaf({ crlUrl: `${at}/crl` })
  expect((await patient(certificate, issuer)).crls).toHaveLength(1)
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => {
      server.close(resolve)
    })
  }
  expect((await patient(certificate, issuer)).unreachable).toBe(true)
  const port = Number(new URL(at).port)
  await answering(false, port)
  expect((await patient(certificate, issuer)).unreachable).toBe(true)
  clock.ms += 10_001
  expect((await patient(certificate, issuer)).crls).toHaveLength(1)
})

test('a list that is out of date is no answer', async () => {
  const late = networkRevocation({ timeout: 2000, now: () => new Date(validity.notAfter.getTime() + 3_600_000) })
  const at = await answering()
  expect((await late(await leaf({ crlUrl: `${at}/crl` }), issuer)).unreachable).toBe(true)
})
