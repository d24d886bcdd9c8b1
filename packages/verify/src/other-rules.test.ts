import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { childrenOf, readStrictDer } from '@moqi/trust/asn1/read-der'
import { encode, oid, sequence, set, setOf } from '@moqi/trust/asn1/write-der'
import { signedAttributes, signedData } from '@moqi/trust/cms/signed-data'
import { docMdp, foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import { decisive } from './testing/reasons.ts'
import type { Verdict } from './verdict.ts'
import { verifyPdf } from './verify-pdf.ts'

const on = await scene()
const key = await on.party('甲方')
const { timestamps } = on
const { catalog, page, form, free, content } = numbers
const judge = (bytes: Buffer): Promise<Verdict> =>
  verifyPdf(bytes, { trustedRoots: [on.root.key.identity.certificate], now: sceneTime })
const perms = { number: catalog, body: '<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R/Perms<</DocMDP 11 0 R>>>>' }
const certify = (level: number, bytes = foreignPdf()) =>
  signField(bytes, { key, timestamps, entries: docMdp(level), objects: [perms] })
const stream = (data: string) => `<</Length ${data.length}>>\nstream\n${data}\nendstream`
const add = (bytes: Buffer, number: number, entries: string): WrittenObject => ({
  number,
  body: sourceOf(bytes, number).replace(/>>$/, `${entries}>>`),
})

const packets = (template: string, data: string) => [
  { number: 30, body: stream(template) },
  { number: 31, body: stream(data) },
]
const single = (template: string, data: string) => ({
  number: 30,
  body: stream(`<xdp>${template}<xfa:datasets>${data}</xfa:datasets></xdp>`),
})

describe('an XFA form (D30)', () => {
  const base = appendIncrement(foreignPdf(), [
    add(foreignPdf(), form, '/XFA[(template)30 0 R(datasets)31 0 R]'),
    ...packets('<template/>', '<data/>'),
  ])

  test('may get other data, which is to be looked at as the form is', async () => {
    const signed = await signField(base, { key, timestamps })
    const filled = appendIncrement(signed, packets('<template/>', '<data>1</data>'))
    expect(new Set(decisive(await judge(filled)))).toEqual(new Set(['indeterminate xfa-present']))
  })

  test.each([
    [
      'another template',
      (signed: Buffer) => appendIncrement(signed, packets('<template><field/></template>', '<data/>')),
    ],
    [
      'a packet more',
      (signed: Buffer) =>
        appendIncrement(signed, [
          { number: form, body: sourceOf(signed, form).replace('31 0 R]', '31 0 R(config)31 0 R]') },
        ]),
    ],
    [
      'none any more',
      (signed: Buffer) =>
        appendIncrement(signed, [{ number: form, body: sourceOf(signed, form).replace(/\/XFA\[[^\]]*\]/, '') }]),
    ],
  ])('may not get %s', async (_, change) => {
    const verdict = await judge(change(await signField(base, { key, timestamps })))
    expect(decisive(verdict)).toContain('invalid change-form-structure')
  })

  test('in one stream may get other data and nothing else', async () => {
    const whole = appendIncrement(foreignPdf(), [add(foreignPdf(), form, '/XFA 30 0 R'), single('<t/>', '1')])
    const signed = await signField(whole, { key, timestamps })
    const filled = await judge(appendIncrement(signed, [single('<t/>', '2')]))
    expect(new Set(decisive(filled))).toEqual(new Set(['indeterminate xfa-present']))
    const forged = await judge(appendIncrement(signed, [single('<u/>', '1')]))
    expect(decisive(forged)).toContain('invalid change-form-structure')
  })

  test('does not come after the signature', async () => {
    const signed = await signField(foreignPdf(), { key, timestamps })
    const late = appendIncrement(signed, [add(signed, form, '/XFA 30 0 R'), { number: 30, body: stream('<xdp/>') }])
    expect(decisive(await judge(late))).toContain('invalid change-form-structure')
  })
})

describe('a note at level 3 (D23)', () => {
  test.each([
    ['', 'warning'],
    ['/A<</S/URI/URI(x)>>', 'indeterminate'],
    ['/AA<<>>', 'indeterminate'],
  ])('with %j', async (action, severity) => {
    const signed = await certify(3)
    const note = `<</Type/Annot/Subtype/Text/Rect[0 0 9 9]${action}>>`
    const annotated = appendIncrement(signed, [
      { number: free, body: note },
      { number: page, body: sourceOf(signed, page).replace('/Annots[', `/Annots[${free} 0 R `) },
    ])
    expect(decisive(await judge(annotated))).toEqual([`${severity} annotation-can-hide-content`])
  })
})

describe('the security store’s records (D10)', () => {
  test.each([
    ['of certificates', '/VRI<</AB<</Cert[21 0 R]/TU(D:2026)>>>>', []],
    ['with other keys', '/VRI<</AB<</Cert[21 0 R]/Page 3 0 R>>>>', ['invalid dss-malformed']],
    ['with a time that is none', '/VRI<</AB<</Cert[21 0 R]/TU 3 0 R>>>>', ['invalid dss-malformed']],
    ['with a stream instead of a list', '/VRI<</AB<</Cert 21 0 R>>>>', ['invalid dss-malformed']],
    ['that hold certificates as lists', '/VRI<</AB<</CRL[21 0 R]>>>>', ['invalid dss-malformed']],
    ['that hold certificates as responses', '/VRI<</AB<</OCSP[21 0 R]>>>>', ['invalid dss-malformed']],
    ['that hold other streams', `/VRI<</AB<</Cert[${content} 0 R]>>>>`, ['invalid dss-malformed']],
    ['that are none', '/VRI[21 0 R]', ['invalid dss-malformed']],
    ['that is no dictionary', '/VRI<</AB 21>>', ['invalid dss-malformed']],
  ])('%s', async (_, records, expected) => {
    const signed = await signField(foreignPdf(), { key, timestamps })
    const extended = appendIncrement(signed, [
      { number: free, body: `<</Type/DSS${records}>>` },
      { number: 21, body: stream(on.root.key.identity.certificate.toString('latin1')) },
      add(signed, catalog, `/DSS ${free} 0 R`),
    ])
    expect(decisive(await judge(extended))).toEqual(expected)
  })
})

test('D14: at level 1 changed properties are worth a warning', async () => {
  for (const [level, expected] of [
    [1, ['warning metadata-updated']],
    [2, []],
  ] as const) {
    const signed = await certify(level)
    const xmp = { number: free, body: stream('<x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>') }
    const updated = appendIncrement(signed, [xmp, add(signed, catalog, `/Metadata ${free} 0 R`)])
    expect(decisive(await judge(updated))).toEqual(expected)
  }
})

test('V2: a seal added over more than a quarter of the page is to be looked at', async () => {
  const signed = await signField(foreignPdf(), { key, timestamps })
  const added = (rect: string) =>
    appendIncrement(signed, [
      { number: free, body: `<</FT/Sig/T(third)/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[${rect}]>>` },
      { number: page, body: sourceOf(signed, page).replace('8 0 R]', `8 0 R ${free} 0 R]`) },
      { number: form, body: sourceOf(signed, form).replace('8 0 R]', `8 0 R ${free} 0 R]`) },
    ])
  expect(decisive(await judge(added('0 0 150 199')))).toEqual(['warning signature-field-added'])
  expect(decisive(await judge(added('0 0 150 201'))).toSorted()).toEqual([
    'warning signature-appearance-large',
    'warning signature-field-added',
  ])
})

describe('active content (V4)', () => {
  test.each([
    ['a script', '/OpenAction<</S/JavaScript/JS(x)>>', true],
    ['a program', `/OpenAction<</S/Launch/F(x)>>`, true],
    ['a form that is sent', '/AA<</WC<</S/SubmitForm/F(x)>>>>', true],
    ['a page to open at', '/OpenAction<</S/GoTo/D[3 0 R/Fit]>>', false],
  ])('in what was signed, %s, is told: %s', async (_, entry, told) => {
    const verdict = await judge(await signField(foreignPdf({ [catalog]: entry }), { key, timestamps }))
    expect(verdict.verdict).toBe('valid')
    expect(decisive(verdict)).toEqual(told ? ['warning active-content'] : [])
  })
})

const protecting = (digestId: string, signatureId: string) => async (digest: Buffer) => {
  const protection = sequence(sequence(oid(digestId)), encode(0xa1, oid(signatureId)))
  const attribute = sequence(oid('1.2.840.113549.1.9.52'), set(protection))
  const attributes = setOf(
    ...childrenOf(readStrictDer(signedAttributes(key.identity, digest))).map(({ raw }) => raw),
    attribute,
  )
  return signedData({ identity: key.identity, attributes, signature: await key.sign(attributes) })
}

describe('CMSAlgorithmProtection (C6, RFC 6211)', () => {
  const [sha256, sha512] = ['2.16.840.1.101.3.4.2.1', '2.16.840.1.101.3.4.2.3']
  const [ecdsa, rsa] = ['1.2.840.10045.4.3.2', '1.2.840.113549.1.1.11']
  test.each([
    ['both algorithms', sha256, ecdsa, []],
    ['another hash', sha512, ecdsa, ['invalid cms-attribute-missing']],
    ['another signature', sha256, rsa, ['invalid cms-attribute-missing']],
  ])('that names %s', async (_, digestId, signatureId, expected) => {
    const verdict = await judge(await signField(foreignPdf(), { key, cms: protecting(digestId, signatureId) }))
    expect(decisive(verdict)).toEqual(expected)
  })
})

const doubled = (type: string) => async (digest: Buffer) => {
  const own = childrenOf(readStrictDer(signedAttributes(key.identity, digest))).map(({ raw }) => raw)
  const again = sequence(oid(type), set(oid('2.999.1')))
  const attributes = setOf(...own, again, sequence(oid(type), set(oid('2.999.2'))))
  return signedData({ identity: key.identity, attributes, signature: await key.sign(attributes) })
}

const weighDoubled = async (type: string) =>
  decisive(await judge(await signField(foreignPdf(), { key, cms: doubled(type) })))

test('C4, E10: an attribute that nobody asks for may be there twice, one that says what is signed may not', async () => {
  expect(await weighDoubled('2.999.3')).toEqual([])
  expect(await weighDoubled('1.2.840.113549.1.9.3')).toEqual(['invalid cms-attribute-missing'])
})
