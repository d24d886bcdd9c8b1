import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { foreignPdf, numbers, signField, stampDocument } from '@moqi/form/testing/foreign-document'
import { appendIncrement, plainPdf } from '@moqi/pdf/testing/increment'
import { codesOf } from './testing/reasons.ts'
import { verifyPdf } from './verify-pdf.ts'

const on = await scene()
const key = await on.party('甲方')
const judge = (bytes: Buffer) => verifyPdf(bytes, { trustedRoots: [on.root.key.identity.certificate], now: sceneTime })

const signed = await signField(foreignPdf(), { key, timestamps: on.timestamps })
const stamped = await stampDocument(foreignPdf(), on.timestamps, 30)

/** Overwrites entries in the file itself, letter for letter. */
const spoilt = (bytes: Buffer, changes: [string, string][]) =>
  changes.reduce((source, [from, to]) => source.replaceAll(from, to), bytes.toString('latin1'))

const noForm: [string, string] = ['/AcroForm 5 0 R', '/XcroForm 5 0 R']
const noValue: [string, string] = ['/V 11 0 R', '/X 11 0 R']
const noRange: [string, string] = ['/ByteRange', '/XyteRange']
const noContents: [string, string] = ['/Contents <', '/Xontents <']
const noType: [string, string] = ['/Type/Sig', '/Type/Xig']
const noFormat: [string, string] = ['/ETSI.CAdES', '/XTSI.CAdES']

describe('USF: a signature that was spoilt is never called none', () => {
  test.each([
    ['form and range', [noForm, noRange]],
    ['form, type and contents', [noForm, noType, noContents]],
    ['form, contents and range', [noForm, noContents, noRange]],
    ['form, type, contents, range and format', [noForm, noType, noContents, noRange, noFormat]],
    ['value and range', [noValue, noRange]],
    ['value, type and contents', [noValue, noType, noContents]],
  ])('without its %s', async (_, changes) => {
    const verdict = await judge(Buffer.from(spoilt(signed, changes), 'latin1'))
    expect(verdict).toMatchObject({ verdict: 'invalid', signatureArray: [{ integrity: 'broken' }] })
    expect(codesOf(verdict, 'invalid')).toContain('signature-removed')
  })

  test('nor is a document time-stamp', async () => {
    const bytes = Buffer.from(
      spoilt(stamped, [noForm, noRange, ['/Type/DocTimeStamp', '/Type/XocTimeStamp']]),
      'latin1',
    )
    expect(codesOf(await judge(bytes), 'invalid')).toContain('signature-removed')
  })

  test.each([
    ['a form that waits for signatures', foreignPdf()],
    [
      'a reference of a lock',
      appendIncrement(foreignPdf(), [{ number: 20, body: '<</Type/SigRef/TransformMethod/FieldMDP>>' }]),
    ],
    [
      'a seed value',
      foreignPdf({ [numbers.first]: '/SV<</Type/SV/Filter/Adobe.PPKLite/SubFilter[/adbe.pkcs7.detached]>>' }),
    ],
    ['a dictionary of that type alone', appendIncrement(foreignPdf(), [{ number: 20, body: '<</Type/Sig>>' }])],
    [
      'a page',
      plainPdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
      ]),
    ],
  ])('%s was no signature', async (_, bytes) => {
    expect(await judge(bytes)).toMatchObject({ verdict: 'unsigned', signatureArray: [] })
  })
})
