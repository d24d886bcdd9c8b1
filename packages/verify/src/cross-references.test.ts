import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { appendCompressed, appendIncrement, sourceOf } from '@moqi/pdf/testing/increment'
import { codesOf, decisive } from './testing/reasons.ts'
import type { Verdict } from './verdict.ts'
import { verifyPdf } from './verify-pdf.ts'

const on = await scene()
const key = await on.party('甲方')
const trustedRoots = [on.root.key.identity.certificate]
const judge = (bytes: Buffer): Promise<Verdict> => verifyPdf(bytes, { trustedRoots, now: sceneTime })
const sign = (bytes: Buffer) => signField(bytes, { key, timestamps: on.timestamps })
const details = ({ reasonArray }: Verdict) => reasonArray.map(({ detail }) => detail ?? '').join('\n')
const replaceOnce = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1')

const signed = await sign(foreignPdf())

describe('what readers could take in two ways behind a signature', () => {
  test('P6(a): its generation is that of the entry', async () => {
    const appended = appendIncrement(signed, [{ number: 30, body: '(x)' }])
    expect(details(await judge(replaceOnce(appended, '\n30 0 obj', '\n30 1 obj')))).toContain('xref-object-mismatch')
  })

  test('P8: a hidden section is named by a whole number', async () => {
    const verdict = await judge(appendIncrement(signed, [], '/XRefStm 15.0'))
    expect(details(verdict)).toContain('/XRefStm')
    expect(verdict.verdict).toBe('invalid')
  })
})

describe('generations (P4, P6)', () => {
  test('MuPDF gives object 0 one that no object can have', async () => {
    const base = replaceOnce(foreignPdf(), '0000000000 65535 f', '0000000000 65536 f')
    expect(decisive(await judge(await sign(base)))).toEqual([])
  })

  test('an object keeps its own when it is written again', async () => {
    const font = '9 0 obj\n<</Type/Font'
    const first = replaceOnce(foreignPdf(), font, font.replace('9 0', '9 1'))
    const at = first.toString('latin1').indexOf('\n9 1 obj') + 1
    const entry = (generation: string) => `${String(at).padStart(10, '0')} ${generation} n`
    const base = replaceOnce(first, entry('00000'), entry('00001')).toString('latin1').replaceAll('9 0 R', '9 1 R')
    const before = await sign(Buffer.from(base, 'latin1'))
    const again = appendIncrement(before, [{ number: numbers.font, body: sourceOf(before, numbers.font) }])
    const kept = replaceOnce(again, '\n9 0 obj', '\n9 1 obj')
    const restated = kept.toString('latin1').lastIndexOf('\n9 1\n') + 16
    kept.write('00001', restated, 'latin1')
    expect(decisive(await judge(kept))).toEqual([])
    expect((await judge(again)).verdict).toBe('invalid')
  })
})

describe('object streams (P5, P6, P14)', () => {
  const font = { number: numbers.font, body: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>' }
  const catalog = { number: 1, body: '<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R>>' }
  const packed = appendCompressed(foreignPdf(), { container: 50, members: [font, catalog] })

  test('D4: an object that moves into an object stream unchanged is unchanged', async () => {
    const verdict = await judge(appendCompressed(signed, { container: 50, members: [font, catalog] }))
    expect(verdict.verdict).toBe('valid')
  })

  test('P6(c): an entry with another index than the object has names no object', async () => {
    const dangling = { number: 60, body: '<</Type/XObject>>' }
    const verdict = await judge(
      appendCompressed(signed, { container: 50, members: [font, dangling], more: [[61, 2, 50, 9]] }),
    )
    expect(details(verdict)).toContain('index in object stream')
    expect(verdict.verdict).toBe('invalid')
  })

  test('P5: an entry of an unknown type is refused, since readers differ', async () => {
    const verdict = await judge(appendCompressed(signed, { container: 50, members: [], more: [[4, 3, 0, 0]] }))
    expect(verdict.verdict).toBe('invalid')
    expect(details(verdict)).toContain('type of entry 4')
  })

  test('a change inside an object stream is a change', async () => {
    const other = { ...catalog, body: catalog.body.replace('>>', '/OpenAction[3 0 R/Fit]>>') }
    const verdict = await judge(appendCompressed(signed, { container: 50, members: [other] }))
    expect(codesOf(verdict, 'invalid')).toEqual(['change-catalog'])
  })

  test('P6(c): a later revision does not put another stream under an old number', async () => {
    const base = await sign(packed)
    expect((await judge(base)).verdict).toBe('valid')
    const swapped = { ...font, body: font.body.replace('Helvetica', 'Symbol') }
    const verdict = await judge(appendCompressed(base, { container: 50, members: [swapped, catalog] }))
    expect(verdict.verdict).toBe('invalid')
    const whole = `<</Type/ObjStm/N 2/First 9/Length 100>>\nstream\n${'9 0 1 5 '.padEnd(100)}\nendstream`
    const replaced = await judge(appendIncrement(base, [{ number: 50, body: whole }]))
    expect(details(replaced)).toContain('object stream replaced')
    expect(replaced.verdict).toBe('invalid')
  })

  test('P6(c): a new entry does not name an old object stream', async () => {
    const base = await sign(packed)
    const verdict = await judge(
      appendCompressed(base, { container: 60, members: [], more: [[numbers.amount, 2, 50, 0]] }),
    )
    expect(details(verdict)).toContain('is not of this increment')
    expect(verdict.verdict).toBe('invalid')
  })

  test('P8: an increment is not hybrid when the file was not', async () => {
    const verdict = await judge(appendCompressed(signed, { container: 50, members: [font], hybrid: true }))
    expect(details(verdict)).toContain('hybrid-reference')
    expect(verdict.verdict).toBe('invalid')
  })

  test('P14: a signature is not packed', async () => {
    const value = {
      number: 60,
      body: '<</Type/Sig/Filter/X/SubFilter/ETSI.CAdES.detached/ByteRange[0 1 3 4]/Contents<00>>>',
    }
    const field = {
      number: numbers.first,
      body: '<</FT/Sig/T(first)/Type/Annot/Subtype/Widget/P 3 0 R/Rect[0 0 9 9]/V 60 0 R>>',
    }
    const verdict = await judge(appendCompressed(foreignPdf(), { container: 50, members: [value, field] }))
    expect(codesOf(verdict, 'invalid')).toContain('signature-in-object-stream')
  })
})
