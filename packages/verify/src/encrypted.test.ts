import { describe, expect, test } from 'vitest'
import { hasTool } from '@moqi/trust/testing/foreign-judge'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { signDigest } from '@moqi/trust/cms/signed-data'
import { encryptedPdf, SealedFile } from './testing/encrypted-document.ts'
import { foreignPdf, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, appendSignature, readForTests, type WrittenObject } from '@moqi/pdf/testing/increment'
import { codesOf, decisive, obstaclesOf } from './testing/reasons.ts'
import { verifyPdf } from './verify-pdf.ts'

const on = await scene()
const key = await on.party('甲方')
const other = await on.party('乙方')
const { timestamps } = on
const judge = (bytes: Buffer) => verifyPdf(bytes, { trustedRoots: [on.root.key.identity.certificate], now: sceneTime })
const absent = !hasTool('qpdf')

const ciphers: [name: string, options: string[]][] = [
  ['RC4, 40 bits', ['', 'o', '40']],
  ['RC4, 128 bits', ['', 'o', '128', '--use-aes=n']],
  ['RC4 by a crypt filter', ['', 'o', '128', '--use-aes=n', '--force-V4']],
  ['AES, 128 bits', ['', 'o', '128', '--use-aes=y']],
  ['AES, 128 bits, metadata in clear', ['', 'o', '128', '--use-aes=y', '--cleartext-metadata']],
  ['AES, 256 bits', ['', 'o', '256']],
  ['AES, 256 bits, of Acrobat 9', ['', 'o', '256', '--force-R5']],
]
const packings = ['--object-streams=disable', '--object-streams=generate']
const rows = ciphers.flatMap(([name, options]) =>
  packings.map((packing): [string, string, string[]] => [name, packing, options]),
)

const free = 70

/** A dictionary or stream under a new number, and the catalog that names it as the security store. */
const storeIn = (file: SealedFile): WrittenObject[] => [
  file.rewritten(file.model.catalogNumber, { DSS: `<</Certs[${free} 0 R]>>` }),
  { number: free, body: file.stream(free, on.root.key.identity.certificate.toString('latin1')) },
]

describe.skipIf(absent)('a file that opens without a password (P17; needs qpdf)', () => {
  describe.each(rows)('%s, %s', (_, packing, options) => {
    const sealed = async () => new SealedFile(encryptedPdf(foreignPdf(), options, [packing]))
    const signed = async () => new SealedFile(await (await sealed()).sign('first', 60, { key, timestamps }))

    test('is read like any other', async () => {
      const { bytes } = await sealed()
      expect(await judge(bytes)).toMatchObject({ verdict: 'unsigned', reasonArray: [], pageCount: 1 })
      expect(obstaclesOf(bytes).map(({ code }) => code)).toEqual(['encrypted-unreadable'])
    })

    test('is signed twice, and gets validation data', async () => {
      const first = await signed()
      const once = await judge(first.bytes)
      expect(once).toMatchObject({ verdict: 'valid', signatureArray: [{ fieldName: 'first', level: 'B-T' }] })
      expect(once.signatureArray[0]?.signTime).toBe(Date.UTC(2026, 10, 20, 3, 4, 5))
      const second = new SealedFile(await first.sign('second', 61, { key: other, timestamps }))
      const twice = await judge(second.bytes)
      expect(decisive(twice)).toEqual([])
      expect(twice.signatureArray.map(({ fieldName }) => fieldName)).toEqual(['first', 'second'])
      const archived = await judge(appendIncrement(second.bytes, storeIn(second)))
      expect([archived.verdict, codesOf(archived, 'info')]).toEqual(['valid', expect.arrayContaining(['dss-updated'])])
    })

    test('with the amount filled in is told so, and its text is compared', async () => {
      const file = await signed()
      const amount = file.field('amount')
      const fill = (text: string) => [
        file.rewritten(amount, { V: file.string(amount, '100'), AP: `<</N ${free} 0 R>>` }),
        {
          number: free,
          body: file.stream(
            free,
            `/Tx BMC q BT /F 12 Tf (${text}) Tj ET Q EMC`,
            '/Type/XObject/Subtype/Form/BBox[0 0 90 20]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>',
          ),
        },
      ]
      expect(decisive(await judge(appendIncrement(file.bytes, fill('100'))))).toEqual(['indeterminate unsigned-fill'])
      const forged = await judge(appendIncrement(file.bytes, fill('900')))
      expect(decisive(forged)).toContain('invalid appearance-contradicts-value')
    })

    test('with another content, name, form or encryption is refused', async () => {
      const file = await signed()
      const { bytes, model } = file
      const [page] = model.pages
      const content = page?.dict.entries.get('Contents')
      if (content?.kind !== 'ref' || !page) throw new Error('no content')
      const amount = file.field('amount')
      const encrypt = model.view.trailer.entries.get('Encrypt')
      if (encrypt?.kind !== 'ref') throw new Error('no reference')
      const sources: [WrittenObject[], string, string?][] = [
        [[{ number: content.number, body: file.stream(content.number, 'BT (Forged) Tj ET') }], 'change-page-content'],
        [[file.rewritten(page.number, { Rotate: '90' })], 'change-page-content'],
        [[file.rewritten(amount, { T: file.string(amount, 'price') })], 'change-form-structure'],
        [[file.rewritten(file.field('first'), { V: 'null' })], 'signature-removed'],
        [[file.rewritten(model.catalogNumber, { DSS: `<</Certs[${free} 0 R]>>` })], 'dss-malformed'],
        [[{ number: encrypt.number, body: '<</Filter/Standard/V 1/R 2>>' }], 'trailer-key'],
      ]
      for (const [objects, code] of sources) {
        const verdict = await judge(appendIncrement(bytes, objects))
        expect([verdict.verdict, codesOf(verdict, 'invalid')]).toEqual(['invalid', expect.arrayContaining([code])])
      }
    })

    test('is damaged by any byte in what is signed', async () => {
      const { bytes } = await signed()
      const placeholder = bytes.lastIndexOf('/Contents <')
      for (let at = 40; at < bytes.length; at += 499) {
        if (at > placeholder && at < placeholder + 16_400) continue
        const damaged = Buffer.from(bytes)
        damaged[at] = (damaged[at] ?? 0) ^ 1
        expect((await judge(damaged)).verdict).not.toBe('valid')
      }
    })
  })

  test('whose later part is not encrypted is changed', async () => {
    const file = new SealedFile(encryptedPdf(foreignPdf(), ['', 'o', '256']))
    const signed = new SealedFile(await file.sign('first', 60, { key, timestamps }))
    const plain = [signed.rewritten(signed.field('amount'), { V: '(100)' })]
    expect(decisive(await judge(appendIncrement(signed.bytes, plain)))).toContain(
      'invalid structure-fault-after-signature',
    )
    const renamed = Buffer.from(appendIncrement(signed.bytes, []))
    renamed.write('/ID[<00', renamed.lastIndexOf('/ID'))
    expect(decisive(await judge(renamed))).toContain('invalid trailer-key')
  })
})

/** Nobody knows what is in it: fields are found by their type alone, and ciphertext is put where text would be. */
async function signBlindly(bytes: Buffer): Promise<{ bytes: Buffer; second: number }> {
  const view = readForTests(bytes).views.at(-1)
  const fields = [...(view?.table.keys() ?? [])].filter((number) => {
    const value = view?.object(number)?.value
    return value?.kind === 'dict' && value.entries.has('FT')
  })
  const noise = `<${'5a'.repeat(32)}>`
  const body = `<</FT/Sig/T${noise}/Type/Annot/Subtype/Widget/F 4/Rect[10 10 100 60]/V 60 0 R>>`
  const signed = await appendSignature(bytes, {
    number: 60,
    entries: `/M${noise}`,
    objects: [{ number: fields[0] ?? 6, body }],
    cms: (digest) => signDigest({ key, timestamps }, digest),
  })
  return { bytes: signed, second: fields[2] ?? 8 }
}

describe.skipIf(absent)('a file that only a password opens (P17; needs qpdf)', () => {
  const options = [
    ['u', 'o', '256'],
    ['u', 'o', '128', '--use-aes=y'],
    ['u', 'o', '40'],
  ]
  const cases = options.flatMap((one) => packings.map((packing): [string[], string] => [one, packing]))

  test.each(cases)('%j, %s: what is signed is checked, what changed is left open', async (one, packing) => {
    const { bytes, second } = await signBlindly(encryptedPdf(foreignPdf(), one, [packing]))
    const intact = await judge(bytes)
    expect(decisive(intact)).toEqual(['indeterminate encrypted-unreadable'])
    expect(intact.signatureArray).toMatchObject([{ integrity: 'intact', permission: 'unclear', fieldName: '' }])
    const anew = { number: second, body: `<</FT/Sig/T<${'a5'.repeat(32)}>/Type/Annot/Subtype/Widget/Rect[0 0 0 0]>>` }
    const later = await judge(appendIncrement(bytes, [anew, { number: 90, body: `<</A<${'11'.repeat(32)}>>>` }]))
    expect(decisive(later)).toEqual(['indeterminate encrypted-unreadable'])
    expect(later.signatureArray).toMatchObject([{ integrity: 'intact', permission: 'unclear' }])
    const damaged = Buffer.from(bytes)
    damaged[12] = (damaged[12] ?? 0) ^ 1
    expect(codesOf(await judge(damaged), 'invalid')).toContain('digest-mismatch')
    const encrypt = readForTests(bytes).views[0]?.trailer.entries.get('Encrypt')
    const handler = { number: encrypt?.kind === 'ref' ? encrypt.number : 0, body: '<</Filter/Standard>>' }
    expect(codesOf(await judge(appendIncrement(bytes, [handler])), 'invalid')).toContain('trailer-key')
  })
})

test('P17: a handler that is not the standard one is left alone', async () => {
  const base = foreignPdf()
  const adobe = appendIncrement(base, [{ number: 30, body: '<</Filter/Adobe.PubSec/V 4>>' }], '/Encrypt 30 0 R')
  const verdict = await judge(await signField(adobe, { key, timestamps }))
  expect(decisive(verdict)).toEqual(['indeterminate encrypted-unreadable'])
})
