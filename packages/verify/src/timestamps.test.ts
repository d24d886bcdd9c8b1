import { describe, expect, test } from 'vitest'
import { keyPair, scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { issueCertificate } from '@moqi/trust/certificates/authority'
import { createRevocationList, type RevocationReason } from '@moqi/trust/certificates/revocation-list'
import { encode, integer, oid, sequence, utf8 } from '@moqi/trust/asn1/write-der'
import { signingKey } from '@moqi/trust/cms/signing-key'
import { foreignPdf, signField, stampDocument } from '@moqi/form/testing/foreign-document'
import { readTokenInfo } from '@moqi/trust/timestamp/read-token-info'
import { type Statement, stating, timestampKey } from './testing/timestamps.ts'
import { extension, makeSigner, named } from '@moqi/trust/testing/chain'
import { readCertificate } from '@moqi/trust/chains/certificate'
import type { Verdict } from './verdict.ts'
import { type VerifyOptions, verifyPdf } from './verify-pdf.ts'

const on = await scene()
const key = await on.party('甲方')
const clock = await timestampKey(on.issuing)
const otherClock = await timestampKey(on.issuing)
const judge = (bytes: Buffer, more: Partial<VerifyOptions> = {}): Promise<Verdict> =>
  verifyPdf(bytes, { trustedRoots: [on.root.key.identity.certificate], now: sceneTime, ...more })
const decisive = ({ reasonArray }: Verdict) =>
  reasonArray
    .filter(({ severity, code }) => severity !== 'info' && !/^revocation-(unknown|stale)$/.test(code))
    .map(({ code, severity }) => `${severity} ${code}`)

const second = 1000
const after = (seconds: number) => new Date(sceneTime.getTime() + seconds * second)
const hour = 3600

/** A signer whose certificate is valid in a given span, in seconds from the time of the scene. */
async function validFor(from: number, to: number) {
  const { publicKey, privateKey } = keyPair()
  const certificate = await issueCertificate({
    authority: on.issuing,
    subject: { commonName: '丙方', country: 'CN' },
    publicKey,
    profile: 'signer',
    notBefore: after(from),
    notAfter: after(to),
  })
  return signingKey(privateKey, certificate, [on.issuing.key.identity.certificate])
}

const signedAt = async (statement: Statement, signer = key) =>
  signField(foreignPdf(), { key: signer, claimed: 'D:20261120025005Z', timestamps: stating(clock, statement) })

const info = (...optional: Buffer[]) =>
  readTokenInfo(
    sequence(
      integer(1),
      Buffer.from('06022a03', 'hex'),
      sequence(sequence(Buffer.from('0609608648016503040201', 'hex')), encode(0x04, Buffer.alloc(32))),
      integer(7),
      encode(0x18, Buffer.from('20261120030405.5Z')),
      ...optional,
    ),
  )

const unknownExtension = (critical: boolean) => encode(0xa1, extension('2.999.7', critical, utf8('x')))

describe('what a token states (T1, RFC 3161 2.4.2)', () => {
  test('is a time with a fraction, exact unless it says how exact, and in no order unless it says so', () => {
    expect(info()).toMatchObject({
      digest: 'sha256',
      proven: { time: sceneTime.getTime() + 500, accuracy: 0 },
      ordered: false,
    })
  })

  test('may be an accuracy of seconds, milliseconds and microseconds, each by itself, and an order', () => {
    const millis = encode(0x80, Buffer.from([0x01, 0xf4]))
    const micros = encode(0x81, Buffer.from([0x64]))
    expect(info(sequence(integer(2), millis, micros)).proven.accuracy).toBe(2501)
    expect(info(sequence(millis)).proven.accuracy).toBe(500)
    expect(info(sequence(micros), encode(1, Buffer.from([0xff])), integer(9))).toMatchObject({
      proven: { accuracy: 1 },
      ordered: true,
    })
  })

  test('may be an extension, but none that is critical', () => {
    expect(info(unknownExtension(false)).ordered).toBe(false)
    expect(() => info(unknownExtension(true))).toThrow('critical extension')
  })
})

describe('accuracy (T1)', () => {
  test('is told beside the time, and only when it is stated', async () => {
    const stated = await judge(await signedAt({ at: sceneTime, accuracy: 2 }))
    expect(stated).toMatchObject({ verdict: 'valid' })
    expect(stated.signatureArray[0]).toMatchObject({ timestampTime: sceneTime.getTime(), timestampAccuracy: 2000 })
    expect((await judge(await signedAt({ at: sceneTime }))).signatureArray[0]).not.toHaveProperty('timestampAccuracy')
  })

  test.each([
    ['before the end by more than that', -2, 1, []],
    ['before the end by less than that', -1, 2, ['indeterminate certificate-expired-no-poe']],
    ['after the end', 1, 0, ['indeterminate certificate-expired-no-poe']],
  ])('decides whether a certificate had expired: a time %s', async (_, seconds, accuracy, expected) => {
    const signer = await validFor(-hour, 0)
    const signed = await signedAt({ at: after(seconds), accuracy }, signer)
    expect(decisive(await judge(signed, { now: after(2 * hour) }))).toEqual(expected)
  })

  test.each([
    ['before the beginning by more than that', -3, 2, ['invalid certificate-not-yet-valid']],
    ['before the beginning by less than that', -2, 3, []],
  ])('decides whether a certificate was not valid yet: a time %s', async (_, seconds, accuracy, expected) => {
    const signer = await validFor(0, hour)
    const claimed = 'D:20261120030406Z'
    const timestamps = stating(clock, { at: after(seconds), accuracy })
    const signed = await signField(foreignPdf(), { key: signer, timestamps, claimed })
    expect(decisive(await judge(signed, { now: after(60) }))).toEqual(expected)
  })

  test.each([
    ['after all the time-stamp may mean', 3, []],
    ['within what it may mean', 1, ['indeterminate certificate-revoked']],
    ['before all it may mean', -3, ['invalid certificate-revoked']],
  ])('decides whether a certificate was revoked: %s', async (_, seconds, expected) => {
    const serial = readCertificate(key.identity.certificate).serial
    const crls = [await listOf([{ serial, at: after(seconds), reason: 'superseded' }])]
    const signed = await signedAt({ at: sceneTime, accuracy: 2 })
    expect(decisive(await judge(signed, { crls, now: after(hour) }))).toEqual(expected)
  })

  test('widens what a claimed time may be (T3)', async () => {
    const claimed = 'D:20261120031005Z'
    const signed = (accuracy: number) =>
      signField(foreignPdf(), { key, claimed, timestamps: stating(clock, { at: sceneTime, accuracy }) })
    expect(decisive(await judge(await signed(0)))).toEqual(['warning claimed-time-contradicts'])
    expect(decisive(await judge(await signed(60)))).toEqual([])
  })
})

const stampedAgain = async (first: Statement, next: Statement, authority = clock) =>
  judge(await stampDocument(await signedAt(first), stating(authority, next), 20), { now: after(hour) })

describe('the order of time-stamps (T3)', () => {
  test.each([
    ['five minutes earlier', -300, 0, []],
    ['more than five minutes earlier', -301, 0, ['indeterminate timestamp-order']],
    ['more, but within both accuracies', -420, 60, []],
    ['more than these', -421, 60, ['indeterminate timestamp-order']],
  ])('a later one that is %s', async (_, seconds, accuracy, expected) => {
    const verdict = await stampedAgain({ at: sceneTime, accuracy }, { at: after(seconds), accuracy })
    expect(decisive(verdict)).toEqual(expected)
    expect(verdict.signatureArray[1]?.time).toBe(expected.length > 0 ? 'contradictory' : 'proven')
  })

  test('is exact where one authority warrants it, whatever its accuracy', async () => {
    const ordered = (seconds: number) => ({ at: after(seconds), accuracy: 60, ordered: true })
    expect(decisive(await stampedAgain(ordered(0), ordered(0)))).toEqual([])
    expect(decisive(await stampedAgain(ordered(0), ordered(-1)))).toEqual(['indeterminate timestamp-order'])
    expect(decisive(await stampedAgain(ordered(0), { at: after(-1) }))).toEqual([])
    expect(decisive(await stampedAgain(ordered(0), ordered(-1), otherClock))).toEqual([])
  })
})

const listOf = (revoked: { serial: Buffer; at: Date; reason: RevocationReason }[]) =>
  createRevocationList({
    authority: on.issuing,
    revoked,
    thisUpdate: after(10 * 60),
    nextUpdate: after(7 * 24 * hour),
    number: 1,
  })

describe('an authority that is revoked (T6, T7, RFC 3161 4)', () => {
  const serial = readCertificate(clock.identity.certificate).serial
  const lists = async (reason: RevocationReason, seconds: number) => [
    await listOf([{ serial, at: after(seconds), reason }]),
  ]

  test.each([
    ['keyCompromise', 60, ['warning timestamp-invalid']],
    ['unspecified', 60, ['warning timestamp-invalid']],
    ['cessationOfOperation', 60, []],
    ['cessationOfOperation', -60, ['warning timestamp-invalid']],
  ] as const)('for %s, %i s after the token, proves accordingly', async (reason, seconds, expected) => {
    const verdict = await judge(await signedAt({ at: sceneTime }), {
      crls: await lists(reason, seconds),
      now: after(hour),
    })
    expect(decisive(verdict)).toEqual(expected)
    expect(verdict.signatureArray[0]?.time).toBe(expected.length > 0 ? 'claimed' : 'proven')
  })

  test('after another authority proved its token proves as before', async () => {
    const archived = await stampDocument(await signedAt({ at: sceneTime }), stating(otherClock, { at: after(30) }), 20)
    const verdict = await judge(archived, { crls: await lists('keyCompromise', 60), now: after(hour) })
    expect(decisive(verdict)).toEqual([])
    const late = await judge(archived, { crls: await lists('keyCompromise', 20), now: after(hour) })
    expect(decisive(late)).toEqual(['warning timestamp-invalid'])
  })
})

const certifiedFor = (id: string, critical: boolean) =>
  makeSigner(on.issuing, named('甲认证', '其他'), [extension('2.5.29.37', critical, sequence(oid(id)))])

describe('purposes of certificates', () => {
  test('T1: an authority whose purpose is not critical proves the time, and is remarked on', async () => {
    const lenient = stating(await certifiedFor('1.3.6.1.5.5.7.3.8', false), { at: sceneTime })
    const signed = await signField(foreignPdf(), { key, timestamps: lenient })
    const verdict = await judge(signed)
    expect(decisive(verdict)).toEqual(['warning timestamp-usage-not-critical'])
    expect(verdict).toMatchObject({ verdict: 'valid', signatureArray: [{ time: 'proven' }] })
    const archived = await judge(await stampDocument(await signedAt({ at: sceneTime }), lenient, 20))
    expect(decisive(archived)).toEqual(['warning timestamp-usage-not-critical'])
  })

  test('T9: who answers for certificates signs no contracts', async () => {
    const responder = await certifiedFor('1.3.6.1.5.5.7.3.9', true)
    const signed = await signField(foreignPdf(), { key: responder, timestamps: stating(clock, { at: sceneTime }) })
    expect(decisive(await judge(signed))).toEqual(['indeterminate extended-key-usage'])
  })
})

test('T8: what nobody answers for, or not lately, is a remark or left open by policy', async () => {
  const signed = await signedAt({ at: sceneTime })
  const said = async (crls: Buffer[], revocationPolicy?: 'strict' | 'contract') => {
    const verdict = await judge(signed, { crls, now: after(hour), ...(revocationPolicy && { revocationPolicy }) })
    const reasons = verdict.reasonArray.filter(({ code }) => code.startsWith('revocation'))
    return [verdict.verdict, ...reasons.map(({ code, severity }) => `${severity} ${code}`)]
  }
  const rootList = await createRevocationList({
    authority: on.root,
    revoked: [],
    thisUpdate: after(600),
    nextUpdate: after(hour),
    number: 1,
  })
  expect(await said([rootList])).toEqual(['valid', 'warning revocation-unknown'])
  expect(await said([rootList], 'contract')).toEqual(['valid', 'warning revocation-unknown'])
  expect(await said([rootList], 'strict')).toEqual(['indeterminate', 'indeterminate revocation-unknown'])
  expect(await said([rootList, await listOf([])], 'strict')).toEqual(['valid'])
  const old = await createRevocationList({
    authority: on.issuing,
    revoked: [],
    thisUpdate: after(-3 * hour),
    nextUpdate: after(-2 * hour),
    number: 1,
  })
  expect(await said([rootList, old], 'strict')).toEqual(['indeterminate', 'indeterminate revocation-stale'])
})
