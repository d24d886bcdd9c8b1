import { describe, expect, test } from 'vitest'
import { ask, filesOnDisk, hasTool, signaturesIn } from '@moqi/trust/testing/foreign-judge'
import { signDocument } from '../append/sign-document.ts'
import { disc, sample } from '../testing/signing-scene.ts'
import { keyPair, scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { issueCertificate } from '@moqi/trust/certificates/authority'
import { toPem } from '@moqi/trust/certificates/pem'
import { signingKey } from '@moqi/trust/cms/signing-key'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { embeddedAuthority } from '@moqi/trust/timestamp/embedded-authority'
import type { TimestampAuthority } from '@moqi/trust/timestamp/request-token'
import type { Verdict } from '@moqi/verify/verdict'
import { codesOf } from '@moqi/verify/testing/reasons'
import { type VerifyOptions, verifyPdf } from '@moqi/verify/verify-pdf'
import { appendDocumentTimestamp, appendValidationData } from './archive-document.ts'
import { grow, type GrowingDocument, listsAt, signedByTwo } from '../testing/archive-scene.ts'
import { gatherValidationData, signedMaterial } from './validation-data.ts'

const on = await scene()
const root = on.root.key.identity.certificate
const [qpdf, pdfsig, openssl] = ['qpdf', 'pdfsig', 'openssl'].map(hasTool)
const hourMs = 3_600_000
const yearMs = 365 * 24 * hourMs

const judge = (bytes: Buffer, more: Partial<VerifyOptions> = {}): Promise<Verdict> =>
  verifyPdf(bytes, { trustedRoots: [root], ownRoots: [root], now: sceneTime, ...more })

async function withData(document: GrowingDocument, at = sceneTime, source = listsAt(on, at)): Promise<GrowingDocument> {
  const material = signedMaterial(document.bytes, document.head)
  const { data } = await gatherValidationData(material, { issuers: [root], source })
  return grow(document, appendValidationData(document, data, at))
}

const withTimestamp = async (document: GrowingDocument, timestamps: TimestampAuthority = on.timestamps) =>
  grow(document, await appendDocumentTimestamp({ timestamps }, document))

const levels = ({ signatureArray }: Verdict) => signatureArray.map(({ level }) => level)

const uploads: Record<string, Buffer> = {
  'a classic contract': sample('保密协议'),
  'a contract of 301 pages': sample('建设工程总承包合同-301页'),
  'rotated pages': sample('intake/旋转页'),
  'a form already there': sample('intake/带表单'),
  'a linearised file': sample('intake/线性化'),
}

describe.each(Object.entries(uploads))('%s', (_, upload) => {
  test('rises from B-T to B-LT to B-LTA, and every byte before stays', async () => {
    const signed = await signedByTwo(on, upload)
    const longTerm = await withData(signed)
    const archived = await withTimestamp(longTerm)
    expect(levels(await judge(signed.bytes))).toEqual(['B-T', 'B-T', 'B-T'])
    expect(levels(await judge(longTerm.bytes, { ownRoots: [] }))).toEqual(['B-LT', 'B-LT', 'B-LT'])
    const verdict = await judge(archived.bytes)
    expect(levels(verdict)).toEqual(['B-LTA', 'B-LTA', 'B-LTA', 'DocTimeStamp'])
    expect(verdict.reasonArray.filter(({ severity }) => severity !== 'info')).toEqual([])
    expect(verdict).toMatchObject({ verdict: 'valid', revisionCount: 6 })
    expect(archived.bytes.subarray(0, signed.bytes.length).equals(signed.bytes)).toBe(true)
    expect(verdict.sha256).toBe(archived.head.sha256)
  })

  test.skipIf(!qpdf || !pdfsig)('satisfies qpdf and pdfsig (needs qpdf and pdfsig)', async () => {
    const archived = await withTimestamp(await withData(await signedByTwo(on, upload)))
    const { pdf } = filesOnDisk({ pdf: archived.bytes })
    expect(ask('qpdf', '--check', pdf)).toMatchObject({ code: 0 })
    const { said } = ask('pdfsig', '-nocert', pdf)
    expect(said.match(/Signature is Valid/g)).toHaveLength(3)
    // Poppler finds a document time-stamp and what it covers, and judges no token: that is openssl's part.
    expect(said).toMatch(/moqi-archive-1[\s\S]*Total document signed/)
  })
})

test.skipIf(!openssl)('openssl accepts the document time-stamp over the bytes it covers (needs openssl)', async () => {
  const archived = await withTimestamp(await withData(await signedByTwo(on)))
  const stamp = signaturesIn(archived.bytes).at(-1)
  const files = filesOnDisk({
    token: stamp?.cms ?? '',
    data: stamp?.content ?? '',
    root: toPem('CERTIFICATE', root),
  })
  const input = ['-token_in', '-in', files.token, '-data', files.data]
  expect(ask('openssl', 'ts', '-verify', ...input, '-CAfile', files.root)).toMatchObject({ code: 0 })
})

test('one party may sign after an archive increment, and archiving goes on from there', async () => {
  const stamped = await withTimestamp(await signedByTwo(on, sample('保密协议'), [true, false], 3))
  const signed = await signDocument(
    { key: await on.party('签署人3'), timestamps: on.timestamps, font: notoSans() },
    stamped,
    { signature: { slot: 'moqi-0003', image: disc() }, signerName: '签署人3', reason: '同意', at: sceneTime },
  )
  const archived = await withTimestamp(await withData(grow(stamped, signed)))
  const verdict = await judge(archived.bytes)
  expect(verdict.verdict).toBe('valid')
  expect(levels(verdict)).toEqual(['B-LTA', 'B-LTA', 'B-LTA', 'DocTimeStamp', 'B-LTA', 'DocTimeStamp'])
})

test('a signature without a time-stamp of its own is B-B, and B-T once a document time-stamp covers it', async () => {
  const signed = await signedByTwo(on, sample('保密协议'), [true, false])
  const before = await judge(signed.bytes)
  expect(levels(before)).toEqual(['B-T', 'B-T', 'B-B'])
  expect([before.verdict, before.signatureArray.map(({ verdict }) => verdict)]).toEqual([
    'indeterminate',
    ['valid', 'valid', 'indeterminate'],
  ])
  expect([codesOf(before, 'invalid'), codesOf(before, 'indeterminate')]).toEqual([[], ['timestamp-awaited']])
  const after = await judge((await withTimestamp(signed)).bytes)
  expect(levels(after)).toEqual(['B-T', 'B-T', 'B-T', 'DocTimeStamp'])
  expect(after.verdict).toBe('valid')
  expect(after.signatureArray[2]).toMatchObject({ time: 'proven', timestampTime: sceneTime.getTime() })
  expect(after.signatureArray[2]?.reasonArray.map(({ code }) => code)).toContain('document-timestamp-proves')
})

test('a renewed archive is valid after the first time-stamp authority ended, and only then', async () => {
  const { publicKey, privateKey } = keyPair()
  const firstEnds = new Date(sceneTime.getTime() + yearMs)
  const certificate = await issueCertificate({
    authority: on.issuing,
    subject: { commonName: '短期时间戳', country: 'CN' },
    publicKey,
    profile: 'timestamp',
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: firstEnds,
  })
  const key = signingKey(privateKey, certificate, [on.issuing.key.identity.certificate])
  const first = embeddedAuthority({ key, policy: '2.999.1.2', now: () => sceneTime })
  const filled = await withData(await signedByTwo({ ...on, timestamps: first }))
  const stamped = await appendDocumentTimestamp({ timestamps: first }, filled)
  expect(stamped.validUntil).toEqual(firstEnds)

  const renewedAt = new Date(firstEnds.getTime() - 30 * 24 * hourMs)
  const second = embeddedAuthority({ key: await secondKey(), policy: '2.999.1.2', now: () => renewedAt })
  const archived = grow(filled, stamped)
  const renewed = await withTimestamp(await withData(archived, renewedAt), second)
  const now = new Date(firstEnds.getTime() + yearMs)
  expect((await judge(archived.bytes, { now })).verdict).not.toBe('valid')
  const verdict = await judge(renewed.bytes, { now })
  expect(verdict.reasonArray.filter(({ severity }) => severity !== 'info')).toEqual([])
  expect(levels(verdict)).toEqual(['B-LTA', 'B-LTA', 'B-LTA', 'DocTimeStamp', 'DocTimeStamp'])
})

async function secondKey() {
  const { publicKey, privateKey } = keyPair()
  const certificate = await issueCertificate({
    authority: on.issuing,
    subject: { commonName: '下一个时间戳', country: 'CN' },
    publicKey,
    profile: 'timestamp',
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2046-01-01T00:00:00Z'),
  })
  return signingKey(privateKey, certificate, [on.issuing.key.identity.certificate])
}

test('a flipped bit in the validation data spoils the document time-stamp', async () => {
  const signed = await signedByTwo(on)
  const archived = await withTimestamp(await withData(signed))
  const damaged = Buffer.from(archived.bytes)
  const at = damaged.indexOf('/TU(D:', signed.bytes.length) + 8
  damaged[at] = (damaged[at] ?? 0) ^ 1
  const verdict = await judge(damaged)
  expect(verdict.verdict).toBe('invalid')
  expect(verdict.signatureArray.at(-1)?.integrity).toBe('broken')
})

test('what is stored already is not stored again', async () => {
  const source = listsAt(on, sceneTime)
  const once = await withData(await signedByTwo(on), sceneTime, source)
  const twice = await withData(once, sceneTime, source)
  expect(twice.bytes.length - once.bytes.length).toBeLessThan(2000)
  expect(twice.bytes.subarray(once.bytes.length).includes('stream\n')).toBe(false)
})

test('a document frozen before the catalog was kept is not archivable', async () => {
  const { layout, head } = await signedByTwo(on)
  const { archive: _archive, ...old } = layout
  expect(() => appendValidationData({ layout: old, head }, [], sceneTime)).toThrow(/NotArchivable|catalog/)
})
