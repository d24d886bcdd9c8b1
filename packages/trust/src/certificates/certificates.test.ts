import { X509Certificate } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ask, filesOnDisk, hasTool } from '../testing/foreign-judge.ts'
import { keyPair, scene } from '../testing/authority-scene.ts'
import { authorityOf, type CertificateProfile, distinguishedName, issueCertificate } from './authority.ts'
import { testCertificateNotice } from './extensions.ts'
import { fromPem, toPem } from './pem.ts'
import { createRevocationList, type Revoked } from './revocation-list.ts'

const on = await scene()
const openssl = hasTool('openssl')
const [notBefore, notAfter] = [new Date('2026-01-01T00:00:00Z'), new Date('2046-01-01T00:00:00Z')]
const serial = Buffer.from('00ff00112233445566778899aabbccdd', 'hex')

const issued = (profile: CertificateProfile, publicKey = keyPair().publicKey) =>
  issueCertificate({
    authority: on.issuing,
    subject: { commonName: '张三', organization: '某某有限公司', country: 'CN', serialNumber: '91110000XXXXXXXX0X' },
    publicKey,
    notBefore,
    notAfter,
    profile,
    crlUrl: 'https://ca.example/ca.crl',
    serial,
  })

const listed = (authority: typeof on.issuing, revoked: Revoked[]) =>
  createRevocationList({ authority, revoked, thisUpdate: notBefore, nextUpdate: notAfter, number: 7 })

async function judged(leaf: Buffer, revoked: Revoked[]) {
  const files = filesOnDisk({
    leaf: toPem('CERTIFICATE', leaf),
    root: toPem('CERTIFICATE', on.root.key.identity.certificate),
    issuing: toPem('CERTIFICATE', on.issuing.key.identity.certificate),
    crl: toPem('X509 CRL', await listed(on.issuing, revoked)) + toPem('X509 CRL', await listed(on.root, [])),
  })
  const trust = ['-CAfile', files.root, '-untrusted', files.issuing, '-CRLfile', files.crl]
  return ask('openssl', 'verify', '-crl_check_all', '-x509_strict', ...trust, files.leaf)
}

const opensslText = async (profile: CertificateProfile) =>
  ask('openssl', 'x509', '-inform', 'DER', '-noout', '-text', '-in', filesOnDisk({ c: await issued(profile) }).c).said

describe.skipIf(!openssl)('openssl (needs openssl)', () => {
  test.each(['signer', 'timestamp', 'certifier'] as const)('trusts a %s through to the root', async (profile) => {
    expect(await judged(await issued(profile), [])).toMatchObject({ code: 0 })
  })

  test('trusts an RSA key as well', async () => {
    expect(await judged(await issued('signer', keyPair('rsa').publicKey), [])).toMatchObject({ code: 0 })
  })

  test.each(['keyCompromise', 'unspecified'] as const)('refuses a certificate revoked for %s', async (reason) => {
    const { code, said } = await judged(await issued('signer'), [{ serial, at: notBefore, reason }])
    expect(code).not.toBe(0)
    expect(said).toContain('certificate revoked')
  })

  test('reads the extensions of a signer and of the time-stamp', async () => {
    const signer = await opensslText('signer')
    expect(signer).toMatch(/X509v3 Key Usage: critical\s+Digital Signature, Non Repudiation\n/)
    expect(signer).toMatch(/X509v3 Basic Constraints: critical\s+CA:FALSE/)
    expect(signer).toContain('URI:https://ca.example/ca.crl')
    expect(signer).toContain('X509v3 Authority Key Identifier')
    expect(signer).not.toContain('Extended Key Usage')
    expect(await opensslText('timestamp')).toMatch(/X509v3 Extended Key Usage: critical\s+Time Stamping\n/)
  })

  test('reads the revocation list with its number and reason', async () => {
    const crl = await listed(on.issuing, [{ serial, at: notBefore, reason: 'superseded' }])
    const { said } = ask('openssl', 'crl', '-inform', 'DER', '-noout', '-text', '-in', filesOnDisk({ crl }).crl)
    expect(said).toContain('Superseded')
    expect(said).toMatch(/X509v3 CRL Number:\s+7\n/)
  })
})

test('every certificate says that it is a test, in its subject and in its policy', async () => {
  for (const certificate of [await issued('signer'), await issued('timestamp'), on.issuing.key.identity.certificate]) {
    const found = certificate.toString('utf8').split(testCertificateNotice).length - 1
    // Once in the issuer, once in the subject, once in the user notice.
    expect(found).toBe(3)
  }
  expect(on.root.key.identity.certificate.toString('utf8')).toContain(testCertificateNotice)
})

test('node reads subject, serial number and validity', async () => {
  const certificate = new X509Certificate(await issued('signer'))
  expect(certificate.subject).toBe(
    ['C=CN', 'O=某某有限公司', 'OU=测试证书，无法律效力', 'serialNumber=91110000XXXXXXXX0X', 'CN=张三'].join('\n'),
  )
  expect(certificate.serialNumber).toBe('FF00112233445566778899AABBCCDD')
  expect(certificate.validFromDate).toEqual(notBefore)
  expect(certificate.checkIssued(new X509Certificate(on.issuing.key.identity.certificate))).toBe(true)
})

test('a serial number is random and positive unless given', async () => {
  const [first, second] = [on.root, on.issuing].map(
    ({ key }) => new X509Certificate(key.identity.certificate).serialNumber,
  )
  expect(first).toMatch(/^[4-7][0-9A-F]{31}$/)
  expect(second).not.toBe(first)
})

test('an authority comes back from its stored certificate', () => {
  const { privateKey } = keyPair()
  const restored = authorityOf(privateKey, on.issuing.key.identity.certificate, [])
  expect(restored.name).toEqual(on.issuing.name)
  expect(restored.keyIdentifier).toEqual(on.issuing.keyIdentifier)
})

test('a subject number outside PrintableString is refused', () => {
  expect(() => distinguishedName({ commonName: '张三', country: 'CN', serialNumber: '号１' })).toThrow(RangeError)
})

test('PEM gives back what went in, and nothing of another label', () => {
  const certificates = [on.root, on.issuing].map(({ key }) => key.identity.certificate)
  const pem = certificates.map((der) => toPem('CERTIFICATE', der)).join('')
  expect(fromPem('CERTIFICATE', pem)).toEqual(certificates)
  expect(fromPem('X509 CRL', pem)).toEqual([])
})
