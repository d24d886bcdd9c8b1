import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { requestToken } from '@moqi/trust/timestamp/request-token'
import { docMdp, fieldMdp, foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, appendSignature, plainPdf, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import { obstaclesOf } from './testing/reasons.ts'
import { codesOf, decisive } from './testing/reasons.ts'
import { verifyPdf } from './verify-pdf.ts'

/** What writers other than ours do by rights, and what comes close to it. */

const on = await scene()
const key = await on.party('甲方')
const other = await on.party('乙方')
const { timestamps } = on
const judge = (bytes: Buffer) => verifyPdf(bytes, { trustedRoots: [on.root.key.identity.certificate], now: sceneTime })

const { catalog, page, form, second } = numbers
const stream = (data: string, entries = '') => `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`
const edited = (bytes: Buffer, number: number, from: string | RegExp, to: string): WrittenObject => ({
  number,
  body: sourceOf(bytes, number).replace(from, to),
})

/** A form whose second signature field is empty and shows nothing. */
const base = appendIncrement(foreignPdf(), [edited(foreignPdf(), second, /Rect\[[^\]]*\]/, 'Rect[0 0 0 0]')])
const certify = (level: number, bytes = base) =>
  signField(bytes, {
    key,
    timestamps,
    entries: docMdp(level),
    objects: [edited(bytes, catalog, />>$/, '/Perms<</DocMDP 11 0 R>>>>')],
  })

const stamp = (bytes: Buffer, objects: WrittenObject[], type = 'DocTimeStamp') =>
  appendSignature(bytes, {
    number: 60,
    type,
    subFilter: 'ETSI.RFC3161',
    objects,
    cms: (_, content) => requestToken(timestamps, content),
  })
const valued = (bytes: Buffer, more = '') => edited(bytes, second, />>$/, `/V 60 0 R${more}>>`)

describe('D12: a document time-stamp in a field that was empty', () => {
  test.each([1, 2, 3])('is fine at level %i', async (level) => {
    const signed = await certify(level)
    const verdict = await judge(await stamp(signed, [valued(signed)]))
    expect([verdict.verdict, decisive(verdict)]).toEqual(['valid', []])
    expect(codesOf(verdict, 'info')).toContain('signature-field-added')
  })

  test('is no more than a signature when it shows something, has another type, or is one', async () => {
    const signed = await certify(1)
    const drawn = { number: 61, body: stream('q Q', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]') }
    const shown = await stamp(signed, [valued(signed, '/AP<</N 61 0 R>>'), drawn])
    expect(decisive(await judge(shown))).toContain('invalid change-not-permitted')
    expect(decisive(await judge(await stamp(signed, [valued(signed)], 'Sig')))).toContain(
      'invalid change-not-permitted',
    )
    const approved = await signField(signed, { key: other, timestamps, field: 'second', number: 60 })
    expect(decisive(await judge(approved))).toContain('invalid change-not-permitted')
    const large = await certify(1, foreignPdf())
    expect(decisive(await judge(await stamp(large, [valued(large)])))).toContain('invalid change-not-permitted')
  })

  test('does not open a locked field', async () => {
    const locked = await signField(base, { key, timestamps, entries: fieldMdp('Include', ['second']) })
    expect(decisive(await judge(await stamp(locked, [valued(locked)])))).toContain('invalid change-locked-field')
  })
})

const fonts = (bytes: Buffer) => edited(bytes, form, '/Helv 9 0 R', '/Helv 9 0 R/ZaDb 9 0 R')
const tabs = (bytes: Buffer) => edited(bytes, page, />>$/, '/Tabs/S>>')

describe('D29, D33: what a document time-stamp needs at level 1', () => {
  test.each([
    ['another default font', fonts],
    ["the page's tab order", tabs],
  ])('%s comes with it, and not without', async (_, change) => {
    const signed = await certify(1)
    const withStamp = await judge(await stamp(signed, [valued(signed), change(signed)]))
    expect([withStamp.verdict, decisive(withStamp)]).toEqual(['valid', []])
    expect(decisive(await judge(appendIncrement(signed, [change(signed)])))).toContain('invalid change-not-permitted')
    const stamped = await stamp(signed, [valued(signed)])
    expect(decisive(await judge(appendIncrement(stamped, [change(stamped)])))).toContain('invalid change-not-permitted')
  })

  test('another font under a name that was there does not', async () => {
    const signed = await certify(1)
    const swapped = edited(signed, form, '/Helv 9 0 R', '/Helv 10 0 R')
    expect(decisive(await judge(await stamp(signed, [valued(signed), swapped])))).toContain(
      'invalid default-resources-changed',
    )
  })
})

/** ISO 32000-2 7.4.3. */
function inBase85(bytes: Buffer): string {
  const groups = Array.from({ length: Math.ceil(bytes.length / 4) }, (_, at) => {
    const group = bytes.subarray(at * 4, at * 4 + 4)
    let value = Buffer.concat([group, Buffer.alloc(4)]).readUInt32BE()
    if (value === 0 && group.length === 4) return 'z'
    const digits = Array.from({ length: 5 }, () => {
      const digit = value % 85
      value = Math.floor(value / 85)
      return String.fromCharCode(33 + digit)
    })
    return digits
      .toReversed()
      .slice(0, group.length + 1)
      .join('')
  })
  return `${groups.join('')}~>`
}

const withStore = async (store: string, data: WrittenObject) => {
  const signed = await signField(base, { key, timestamps })
  return judge(appendIncrement(signed, [edited(signed, catalog, />>$/, `/DSS${store}>>`), data]))
}

describe('D10: validation data as other writers code it', () => {
  const der = on.root.key.identity.certificate.toString('latin1')
  const hex = Buffer.from(der, 'latin1').toString('hex')
  test.each([
    ['in hexadecimal', '<</Certs[70 0 R]>>', stream(`${hex.slice(0, 2)} ${hex.slice(2)}>`, '/Filter/ASCIIHexDecode')],
    ['in base 85', '<</Certs[70 0 R]>>', stream(inBase85(Buffer.from(der, 'latin1')), '/Filter/ASCII85Decode')],
    ['in a list of filters', '<</Certs[70 0 R]>>', stream(`${hex}>`, '/Filter[/ASCIIHexDecode]')],
    ['with records that say what they are', '<</Certs[70 0 R]/VRI<</Type/VRI/AB<</Cert[70 0 R]>>>>>>', stream(der)],
  ])('%s is fine', async (_, store, body) => {
    const verdict = await withStore(store, { number: 70, body })
    expect([verdict.verdict, codesOf(verdict, 'info')]).toEqual(['valid', expect.arrayContaining(['dss-updated'])])
  })

  test.each([
    ['no hexadecimal', '<</Certs[70 0 R]>>', stream('3003zz>', '/Filter/ASCIIHexDecode')],
    ['hexadecimal of something else', '<</Certs[70 0 R]>>', stream('4103020101>', '/Filter/ASCIIHexDecode')],
    ['an unknown filter', '<</Certs[70 0 R]>>', stream(der, '/Filter/JPXDecode')],
    ['filters without end', '<</Certs[70 0 R]>>', stream(der, `/Filter[${'/ASCIIHexDecode'.repeat(5)}]`)],
    ['another type', '<</Certs[70 0 R]/VRI<</Type/Font/AB<</Cert[70 0 R]>>>>>>', stream(der)],
    ['a record in the place of the type', '<</Certs[70 0 R]/VRI<</Type 70 0 R>>>>', stream(der)],
  ])('%s is not', async (_, store, body) => {
    expect(codesOf(await withStore(store, { number: 70, body }), 'invalid')).toContain('dss-malformed')
  })
})

describe('P16: pages are indirect objects (ISO 32000-2 Table 30)', () => {
  const leaf = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 3 0 R>>'
  const direct = plainPdf([
    '<</Type/Catalog/Pages 2 0 R/AcroForm 4 0 R>>',
    `<</Type/Pages/Kids[${leaf}]/Count 1>>`,
    stream('q Q'),
    '<</Fields[6 0 R]/SigFlags 3>>',
    'null',
    '<</FT/Sig/T(first)/Type/Annot/Subtype/Widget/F 4/Rect[10 10 100 60]>>',
  ])

  test('a direct one is told of before anybody signs, and leaves in doubt what was signed', async () => {
    expect(new Set(obstaclesOf(direct).map(({ code }) => code))).toEqual(new Set(['page-tree-inconsistent']))
    const verdict = await judge(await signField(direct, { key, timestamps, number: 11 }))
    expect(new Set(codesOf(verdict, 'indeterminate'))).toEqual(new Set(['page-tree-inconsistent']))
  })

  test('a direct one that comes later is a change', async () => {
    const signed = await signField(base, { key, timestamps })
    const more = edited(signed, numbers.pages, '3 0 R]/Count 1', `3 0 R ${leaf}]/Count 2`)
    expect((await judge(appendIncrement(signed, [more]))).verdict).toBe('invalid')
  })
})
