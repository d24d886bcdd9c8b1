import { dirname, join } from 'node:path'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ask, filesOnDisk, hasTool } from '../testing/foreign-judge.ts'
import { keyPair, scene } from '../testing/authority-scene.ts'
import { childrenOf, readStrictDer } from '../asn1/read-der.ts'
import { sequence } from '../asn1/write-der.ts'
import { type SigningKey, signingKey } from '../cms/signing-key.ts'
import { readCertificate } from '../chains/certificate.ts'
import { type Authority, type CertificateProfile, issueCertificate } from './authority.ts'
import { askOcsp, ocspAddress } from '../revocation/ocsp-client.ts'
import { type CertificateState, ocspResponder } from './ocsp-responder.ts'
import { toPem } from './pem.ts'

const on = await scene()
const openssl = hasTool('openssl')
const hourMs = 3_600_000
const now = new Date()
const url = 'https://ca.example/ocsp'

async function certified(authority: Authority, profile: CertificateProfile): Promise<SigningKey> {
  const { publicKey, privateKey } = keyPair()
  const certificate = await issueCertificate({
    authority,
    subject: { commonName: profile, country: 'CN' },
    publicKey,
    profile,
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2046-01-01T00:00:00Z'),
    crlUrl: 'https://ca.example/issuing.crl',
    ocspUrl: url,
    issuerUrl: 'https://ca.example/issuing.crt',
  })
  return signingKey(privateKey, certificate)
}

const responder = await certified(on.issuing, 'ocsp')
const rootResponder = await certified(on.root, 'ocsp')
const leaf = (await certified(on.issuing, 'signer')).identity.certificate
const serialOf = (certificate: Buffer) => readCertificate(certificate).serial.toString('hex')
const issuing = on.issuing.key.identity.certificate

/** A responder for both authorities that knows the leaf alone, in this state. */
const knowing = (state: CertificateState, key: SigningKey = responder, at = now) =>
  ocspResponder({
    issuers: [
      {
        authority: on.issuing,
        responder: key,
        state: async (serial) => (serial === serialOf(leaf) ? state : 'unknown'),
      },
      { authority: on.root, responder: rootResponder, state: async () => 'good' },
    ],
    now: () => at,
    validity: hourMs,
  })

const revoked = { at: new Date(now.getTime() - hourMs), reason: 'keyCompromise' } as const

async function judged(state: CertificateState, ...options: string[]) {
  const files = filesOnDisk({
    leaf: toPem('CERTIFICATE', leaf),
    issuing: toPem('CERTIFICATE', issuing),
    root: toPem('CERTIFICATE', on.root.key.identity.certificate),
  })
  const request = join(dirname(files.leaf), 'request')
  const about = [...options, '-issuer', files.issuing, '-cert', files.leaf]
  ask('openssl', 'ocsp', ...about, '-reqout', request)
  const { response } = filesOnDisk({ response: await knowing(state)(readFileSync(request)) })
  const trust = ['-CAfile', files.root, '-verify_other', files.issuing]
  // The first compares the nonces, the second tells the certificate's state.
  const nonce = ask('openssl', 'ocsp', '-reqin', request, '-respin', response, ...trust)
  const told = ask('openssl', 'ocsp', '-no_nonce', ...about, '-respin', response, ...trust)
  return { nonce: nonce.said, said: told.said }
}

const text = (certificate: Buffer) =>
  ask('openssl', 'x509', '-inform', 'DER', '-noout', '-text', '-in', filesOnDisk({ certificate }).certificate).said

describe.skipIf(!openssl)('openssl (needs openssl)', () => {
  test.each([
    ['good', 'good', ': good'],
    ['revoked', revoked, 'Reason: keyCompromise'],
    ['unknown', 'unknown', ': unknown'],
  ] as const)('verifies the word %s with its nonce', async (_, state, said) => {
    const opinion = await judged(state)
    expect(opinion.said).toContain('Response verify OK')
    expect(opinion.said).toContain(said)
    expect(opinion.nonce).toContain('Response verify OK')
    expect(opinion.nonce).not.toMatch(/nonce/i)
  })

  test('verifies an answer about a SHA-256 CertID', async () => {
    expect((await judged('good', '-sha256')).said).toMatch(/: good[\s\S]*Response verify OK/)
  })

  test('reads where to ask, and that the responder needs no check', () => {
    expect(text(leaf)).toContain(`OCSP - URI:${url}`)
    expect(text(leaf)).toContain('CA Issuers - URI:https://ca.example/issuing.crt')
    expect(text(responder.identity.certificate)).toMatch(/OCSP Signing\s/)
    expect(text(responder.identity.certificate)).toContain('OCSP No Check')
  })
})

const question = { certificate: leaf, issuer: issuing, now }

test.each([
  ['good', 'good', { kind: 'good' }],
  ['unknown', 'unknown', { kind: 'unknown' }],
  ['revoked', revoked, { kind: 'revoked', at: Math.floor(revoked.at.getTime() / 1000) * 1000, reason: 1 }],
] as const)('the client hears %s', async (_, state, expected) => {
  const { state: heard } = await askOcsp((_url, request) => knowing(state)(request), url, question)
  expect(heard).toEqual(expected)
})

test('the client asks about an authority at its issuer', async () => {
  const about = { certificate: issuing, issuer: on.root.key.identity.certificate, now }
  const { state } = await askOcsp((_url, request) => knowing('good')(request), url, about)
  expect(state).toEqual({ kind: 'good' })
})

const heard = (port: (request: Buffer) => Promise<Buffer>) => askOcsp((_url, request) => port(request), url, question)

test('the client refuses a responder nobody authorised, a replay, a stale answer and noise', async () => {
  const stranger = await certified(on.issuing, 'signer')
  await expect(heard(knowing('good', stranger))).rejects.toMatchObject({ reason: 'not-answered' })
  const old = await new Promise<Buffer>((resolve) => {
    void heard(async (request) => {
      const answer = await knowing('good')(request)
      resolve(answer)
      return answer
    })
  })
  await expect(heard(async () => old)).rejects.toMatchObject({ reason: 'other-nonce' })
  const past = new Date(now.getTime() - 3 * hourMs)
  await expect(heard(knowing('good', responder, past))).rejects.toMatchObject({ reason: 'stale' })
  await expect(heard(async () => Buffer.from('<html>'))).rejects.toMatchObject({ reason: 'unreadable' })
})

const statusOf = (response: Buffer) => childrenOf(readStrictDer(response))[0]?.content[0]

test.each([
  ['no DER', Buffer.from('GET / HTTP/1.1'), 1],
  ['nothing', Buffer.alloc(0), 1],
  ['no question', sequence(sequence(sequence())), 1],
])('%s is a malformed request', async (_, request, status) => {
  expect(statusOf(await knowing('good')(request))).toBe(status)
})

test('a question about another authority is not answered, and a failing store is an internal error', async () => {
  const other = await scene()
  const about = { certificate: other.issuing.key.identity.certificate, issuer: other.root.key.identity.certificate }
  const answers: (number | undefined)[] = []
  const faults: unknown[] = []
  const failing = ocspResponder({
    issuers: [{ authority: on.issuing, responder, state: () => Promise.reject(new Error('no database')) }],
    now: () => now,
    validity: hourMs,
    failed: (error) => faults.push(error),
  })
  for (const [port, asked] of [
    [knowing('good'), about],
    [failing, question],
  ] as const) {
    await askOcsp(
      async (_url, request) => {
        const answer = await port(request)
        answers.push(statusOf(answer))
        return answer
      },
      url,
      { ...asked, now },
    ).catch(() => undefined)
  }
  expect(answers).toEqual([6, 2])
  expect(faults).toEqual([new Error('no database')])
})

test('the address to ask is in the certificate', () => {
  expect(ocspAddress(leaf)).toBe(url)
  expect(ocspAddress(on.root.key.identity.certificate)).toBeUndefined()
})
