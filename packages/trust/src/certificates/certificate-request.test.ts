import type { RequestListener } from 'node:http'
import { dirname, join } from 'node:path'
import { readFileSync } from 'node:fs'
import { createPublicKey, X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ask, filesOnDisk, hasTool } from '../testing/foreign-judge.ts'
import { keyPair, scene } from '../testing/authority-scene.ts'
import { publicKeyIn } from '../cms/signing-key.ts'
import { keyInfoOf, publicKeyOf } from '../cms/keys.ts'
import { suites } from '../suites/suite.ts'
import { serversForTests } from '../testing/http-servers.ts'
import { createCertificateRequest, readCertificateRequest } from './certificate-request.ts'
import { embeddedCertificateAuthority, httpCertificateAuthority } from './certificate-authority.ts'
import { toPem } from './pem.ts'

const on = await scene()
const openssl = hasTool('openssl')
const subject = { commonName: '张三', organization: '某某有限公司', country: 'CN' as const }
const embedded = embeddedCertificateAuthority({
  authority: on.issuing,
  publishedAt: { crlUrl: 'https://ca.example/ca.crl' },
  validity: () => ({ notBefore: new Date('2026-01-01T00:00:00Z'), notAfter: new Date('2046-01-01T00:00:00Z') }),
})

describe.skipIf(!openssl)('openssl (needs openssl)', () => {
  test('verifies a request for SM2 by its user id', async () => {
    const { request } = filesOnDisk({ request: createCertificateRequest(await suites.SM2.generateKey(), subject) })
    const input = ['-inform', 'DER', '-in', request, '-noout', '-verify']
    expect(ask('openssl', 'req', ...input, '-vfyopt', 'distid:1234567812345678').said).toContain('verify OK')
    expect(ask('openssl', 'req', ...input, '-vfyopt', 'distid:another').said).not.toContain('verify OK')
  })

  test.each(['ec', 'rsa'] as const)('verifies a request for %s and reads its subject', (kind) => {
    const { request } = filesOnDisk({ request: createCertificateRequest(keyPair(kind).privateKey, subject) })
    const input = ['-inform', 'DER', '-in', request, '-noout']
    expect(ask('openssl', 'req', ...input, '-verify')).toMatchObject({ code: 0 })
    const { said } = ask('openssl', 'req', ...input, '-subject', '-nameopt', 'RFC2253,utf8,-esc_msb')
    expect(said).toContain('CN=张三,O=某某有限公司,C=CN')
    expect(said).not.toContain('测试证书')
  })

  test('makes a request that the embedded authority certifies', async () => {
    const { key } = filesOnDisk({ key: keyPair().privateKey.export({ type: 'pkcs8', format: 'pem' }) })
    const out = join(dirname(key), 'request')
    ask('openssl', 'req', '-new', '-key', key, '-subj', '/CN=foreign', '-outform', 'DER', '-out', out)
    const { certificate } = await embedded.issue(readFileSync(out), subject)
    const issued = new X509Certificate(certificate)
    expect(issued.subject).toContain('CN=张三')
    expect(issued.publicKey.equals(createPublicKey(readFileSync(key)))).toBe(true)
  })
})

test('a request whose key was exchanged is refused', () => {
  const [own, other] = [keyPair(), keyPair()]
  const spki = (pair: typeof own) => pair.publicKey.export({ type: 'spki', format: 'der' }).toString('hex')
  const request = createCertificateRequest(own.privateKey, subject).toString('hex')
  const forged = Buffer.from(request.replace(spki(own), spki(other)), 'hex')
  expect(() => readCertificateRequest(forged)).toThrow(/not signed by its key/)
})

const { listening } = serversForTests()

/** A server that certifies requests, and answers in one of the forms authorities use. */
const certifying = (form: (leaf: Buffer, issuer: Buffer) => { type: string; body: Buffer | string }) =>
  listening(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const { certificate, chain } = await embedded.issue(Buffer.concat(parts), subject)
    const { type, body } = form(certificate, chain[0] ?? certificate)
    const fits =
      request.headers['content-type'] === 'application/pkcs10' && request.headers.authorization === 'Bearer t'
    response.writeHead(fits ? 200 : 400, { 'content-type': type }).end(body)
  })

const issuing = on.issuing.key.identity.certificate
const pem = (...ders: Buffer[]) => ders.map((der) => toPem('CERTIFICATE', der)).join('')

/** PKCS#7 as openssl writes it. */
function pkcs7(...ders: Buffer[]): Buffer {
  const { certs } = filesOnDisk({ certs: pem(...ders) })
  const out = join(dirname(certs), 'p7')
  ask('openssl', 'crl2pkcs7', '-nocrl', '-certfile', certs, '-outform', 'DER', '-out', out)
  return readFileSync(out)
}

type Form = Parameters<typeof certifying>[0]
const forms: [string, Form, number][] = [
  ['PEM, leaf first', (leaf, issuer) => ({ type: 'application/pem-certificate-chain', body: pem(leaf, issuer) }), 1],
  ['PEM, issuer first', (leaf, issuer) => ({ type: 'application/x-pem-file', body: pem(issuer, leaf) }), 1],
  ['one DER certificate', (leaf) => ({ type: 'application/pkix-cert', body: leaf }), 0],
]
const pkcs7Forms: [string, Form, number][] = [
  ['PKCS#7', (leaf, issuer) => ({ type: 'application/pkcs7-mime', body: pkcs7(issuer, leaf) }), 1],
  [
    'PKCS#7 in base64',
    (leaf, issuer) => ({
      type: 'application/pkcs7-mime; smime-type=certs-only',
      body: pkcs7(issuer, leaf).toString('base64'),
    }),
    1,
  ],
]

test.each([...forms, ...(openssl ? pkcs7Forms : [])])('an answer in %s is understood', async (_, form, length) => {
  const { privateKey, publicKey } = keyPair()
  const authority = httpCertificateAuthority({ url: await certifying(form), timeout: 5000, authorization: 'Bearer t' })
  const { certificate, chain } = await authority.issue(createCertificateRequest(privateKey, subject), subject)
  expect(new X509Certificate(certificate).publicKey.equals(publicKey)).toBe(true)
  expect(chain).toEqual([issuing].slice(0, length))
})

test.each(Object.values(suites))('a key of $name is certified by an authority elsewhere', async (suite) => {
  const url = await certifying((leaf, issuer) => ({ type: 'application/x-pem-file', body: pem(issuer, leaf) }))
  const authority = httpCertificateAuthority({ url, timeout: 5000, authorization: 'Bearer t' })
  const privateKey = await suite.generateKey()
  const { certificate, chain } = await authority.issue(createCertificateRequest(privateKey, subject), subject)
  expect(keyInfoOf(publicKeyIn(certificate))).toEqual(keyInfoOf(publicKeyOf(privateKey)))
  expect(chain).toEqual([issuing])
})

test.each<[string, RequestListener, string]>([
  ['an error', (_, response) => response.writeHead(500).end(), 'NoAnswer'],
  ['silence', () => undefined, 'NoAnswer'],
  ['a web page', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'), 'NoAnswer'],
  [
    'another key’s certificate',
    (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(pem(issuing)),
    'CertificateRefusal',
  ],
  [
    'noise',
    (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('{"error":1}'),
    'CertificateRefusal',
  ],
])('%s is no certificate', async (_, answer, name) => {
  const authority = httpCertificateAuthority({ url: await listening(answer), timeout: 300 })
  const request = createCertificateRequest(keyPair().privateKey, subject)
  await expect(authority.issue(request, subject)).rejects.toMatchObject({ name })
})
