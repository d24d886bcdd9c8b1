import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { encode, oid, sequence } from '@moqi/trust/asn1/write-der'
import { signDigest } from '@moqi/trust/cms/signed-data'
import { attribute, clockMaker, maker, oddCms, oddToken } from '../testing/cms.ts'
import { foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { appendSignature, sourceOf } from '@moqi/pdf/testing/increment'
import { decisive } from '../testing/reasons.ts'
import { verifyPdf } from '../verify-pdf.ts'

const on = await scene()
const key = await on.party('甲方')
const { timestamps } = on
const me = await maker(on.issuing, '甲方')
const clock = await clockMaker(on.issuing)
const judge = async (bytes: Buffer) => {
  const verdict = await verifyPdf(bytes, { trustedRoots: [on.root.key.identity.certificate], now: sceneTime })
  const { time, level } = verdict.signatureArray[0] ?? {}
  return { reasons: decisive(verdict), time, level }
}

const signedWith = (entries: string, attributes: Buffer[] = [], subFilter = 'adbe.pkcs7.detached') =>
  signField(foreignPdf(), {
    key,
    entries,
    subFilter,
    cms: (_, content) =>
      oddCms(me, content, { attributes, stamp: (value) => oddToken(clock, value, { at: sceneTime }) }),
  })
const pades = (entries: string, attributes: Buffer[]) => signedWith(entries, attributes, 'ETSI.CAdES.detached')
const signingTime = (tag: number, text: string) =>
  attribute('1.2.840.113549.1.9.5', encode(tag, Buffer.from(text, 'latin1')))

/** Signed with other entries than the usual date. */
const saying = (entry: string, date = { number: numbers.free, body: '(D:20261120030405Z)' }) => {
  const bytes = foreignPdf()
  return appendSignature(bytes, {
    number: 11,
    entries: entry,
    objects: [{ number: numbers.first, body: sourceOf(bytes, numbers.first).replace(/>>$/, '/V 11 0 R>>') }, date],
    cms: (digest) => signDigest({ key, timestamps }, digest),
  })
}

describe('T3: the signed attribute signing-time', () => {
  test.each([
    ['as proven', 0x17, '261120030405Z', 'proven'],
    ['five minutes late', 0x17, '261120030905Z', 'proven'],
    ['a year late', 0x17, '271120030405Z', 'contradictory'],
    ['a year late, written out', 0x18, '20271120030405Z', 'contradictory'],
    ['before the certificate', 0x17, '090101000000Z', 'contradictory'],
  ])('%s', async (_, tag, text, time) => {
    const judged = await judge(await signedWith('', [signingTime(tag, text)]))
    const reasons = time === 'proven' ? [] : ['warning claimed-time-contradicts']
    expect(judged).toMatchObject({ reasons, time, level: 'PKCS7-T' })
  })

  test('that is no time says nothing', async () => {
    expect((await judge(await signedWith('', [signingTime(0x17, 'soon')]))).time).toBe('proven')
  })
})

describe('C4: PAdES baseline', () => {
  const commitment = attribute('1.2.840.113549.1.9.16.2.16', sequence(oid('1.2.840.113549.1.9.16.6.1')))

  test('has either a commitment or a reason', async () => {
    expect(await judge(await pades('', [commitment]))).toMatchObject({ reasons: [], level: 'B-T' })
    expect(await judge(await pades('/Reason null', [commitment]))).toMatchObject({ reasons: [], level: 'B-T' })
    expect(await judge(await pades('/Reason(x)', [commitment]))).toMatchObject({
      reasons: ['warning pades-profile'],
      level: 'PKCS7-T',
    })
  })

  test('says when in a direct date', async () => {
    expect((await judge(await saying("/M(D:20261120110405+08'00')"))).level).toBe('B-T')
    for (const entry of ['', '/M null', '/M 20 0 R', '/M(20261120030405)', '/M(D:)', '/M/D']) {
      expect(await judge(await saying(entry))).toMatchObject({ reasons: ['warning pades-profile'], level: 'PKCS7-T' })
    }
  })

  test('T3: and what viewers read as a date is held to the proof wherever it stands', async () => {
    const late = { number: numbers.free, body: '(D:20271120110405)' }
    for (const entry of ['/M 20 0 R', '/M(20271120110405)']) {
      const judged = await judge(await saying(entry, late))
      expect(judged).toMatchObject({
        reasons: ['warning pades-profile', 'warning claimed-time-contradicts'],
        time: 'contradictory',
      })
    }
  })
})
