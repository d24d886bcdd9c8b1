import { describe, expect, test } from 'vitest'
import { edited, extended, judge, sign, signSecond } from './testing/changes.ts'
import { foreignPdf, numbers } from '@moqi/form/testing/foreign-document'
import { appendIncrement } from '@moqi/pdf/testing/increment'
import { codesOf, decisive } from './testing/reasons.ts'

/** What changes behind a signature that no page shows: properties, versions, objects that nobody uses. */

const { catalog, form } = numbers
const stream = (data: string) => `<</Type/Metadata/Subtype/XML/Length ${data.length}>>\nstream\n${data}\nendstream`

/** XMP as other tools write it. */
const xmp = (properties: string, root = 'x:xmpmeta') =>
  `<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?><${root} xmlns:x='adobe:ns:meta/'><rdf:RDF>` +
  `<rdf:Description rdf:about=""${properties}</rdf:Description></rdf:RDF></${root}>\n\n<?xpacket end='w'?>`
const titled = (title: string) => `><dc:title><rdf:Alt><rdf:li>${title}</rdf:li></rdf:Alt></dc:title>`

describe('D14: XMP', () => {
  const base = appendIncrement(foreignPdf({ [catalog]: '/Metadata 40 0 R' }), [
    { number: 40, body: stream(xmp(titled('Contract'))) },
  ])
  const changed = async (source: string) => {
    const signed = await sign(base)
    return judge(appendIncrement(signed, [{ number: 40, body: stream(source) }]))
  }

  test.each([
    ['with more properties', xmp(`${titled('Contract')}<dc:date>2026</dc:date><a/>`), []],
    ['of an old Acrobat', xmp(titled('Contract'), 'x:xapmeta'), []],
    ['with another title', xmp(titled('Waiver')), ['warning title-changed']],
    ['with its title in an attribute', xmp(` dc:title="Contract">`), []],
    ['with another title in an attribute', xmp(` dc:title='Waiver'>`), ['warning title-changed']],
    ['with an author', xmp(`${titled('Contract')}<dc:creator>x</dc:creator>`), ['warning title-changed']],
    [
      'with another title under another prefix',
      xmp(` xmlns:d="http://purl.org/dc/elements/1.1/" d:title="Waiver">`),
      ['warning title-changed'],
    ],
    ['with a comment', `<!-- <a> -->${xmp(titled('Contract'))}`, []],
    ['as bytes that stand for themselves', xmp(titled('<![CDATA[Contract]]>')), []],
  ])('%s', async (_, source, expected) => {
    const verdict = await changed(source)
    expect([decisive(verdict), codesOf(verdict, 'info')]).toEqual([
      expected,
      expect.arrayContaining(['metadata-updated']),
    ])
  })

  test.each([
    ['not closed', '<x:xmpmeta><a>'],
    ['closed crosswise', '<x:xmpmeta><a><b></a></b></x:xmpmeta>'],
    ['with text outside', `${xmp(titled('Contract'))} q 1 g 0 0 300 400 re f`],
    ['twice', '<x:xmpmeta/><x:xmpmeta/>'],
    ['that begins as something else', '<html><x:xmpmeta/></html>'],
    ['with a document type', `<!DOCTYPE x [<!ENTITY a "b">]>${xmp(titled('Contract'))}`],
    ['with bare attributes', '<x:xmpmeta a=b/>'],
    ['without end', `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`],
    ['empty', ''],
  ])('%s is none', async (_, source) => {
    expect(decisive(await changed(source))).toEqual(['invalid change-catalog'])
  })
})

describe('D13: the version', () => {
  test.each([
    ['/Version/1.7', []],
    ['/Version/2.0', []],
    ['/Version/1.4', ['invalid change-catalog']],
    ['/Version/9.9', ['invalid change-catalog']],
  ])('%s', async (version, expected) => {
    const signed = await sign()
    expect(signed.subarray(0, 8).toString()).toBe('%PDF-1.7')
    const declared = appendIncrement(signed, [edited(signed, catalog, />>$/, `${version}>>`)])
    expect(decisive(await judge(declared))).toEqual(expected)
  })
})

test('D5: objects that nobody uses are told of', async () => {
  const signed = await sign()
  const unused = await judge(appendIncrement(signed, [{ number: 50, body: '(x)' }]))
  expect([unused.verdict, codesOf(unused, 'info')]).toEqual(['valid', ['unused-object']])
  const used = await judge(
    appendIncrement(signed, [
      { number: 50, body: '<</FT/Sig/T(third)>>' },
      edited(signed, form, '8 0 R]', '8 0 R 50 0 R]'),
    ]),
  )
  expect(codesOf(used, 'info')).not.toContain('unused-object')
})

test('D29: a number apart may say that there are signatures', async () => {
  const base = appendIncrement(foreignPdf(), [
    edited(foreignPdf(), form, '/SigFlags 3', '/SigFlags 40 0 R'),
    { number: 40, body: '1' },
  ])
  const signed = await sign(base)
  expect(decisive(await judge(appendIncrement(signed, [{ number: 40, body: '3' }])))).toEqual([])
  expect(decisive(await judge(appendIncrement(signed, [{ number: 40, body: '2' }])))).toEqual([
    'invalid change-form-structure',
  ])
})

test('D33: a widget in a tagged file gets its structure number once', async () => {
  const { second } = numbers
  const signed = await sign()
  const numbered = await signSecond(signed, [extended(signed, second, '/V 30 0 R/StructParent 4')])
  expect(decisive(await judge(numbered))).toEqual([])
  const known = await sign(foreignPdf({ [second]: '/StructParent 4' }))
  const other = await signSecond(known, [edited(known, second, '/StructParent 4', '/StructParent 5/V 30 0 R')])
  expect(decisive(await judge(other))).toEqual(['invalid change-form-structure'])
})
