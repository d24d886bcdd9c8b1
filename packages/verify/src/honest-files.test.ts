import { expect, test } from 'vitest'
import { foreignPdf, numbers } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf } from '@moqi/pdf/testing/increment'
import { edited, judge, sign, signSecond } from './testing/changes.ts'
import { codesOf } from './testing/reasons.ts'

/** Files as honest tools write them, which a strict reading refused (E10). */
const outcome = async (bytes: Buffer) => {
  const verdict = await judge(bytes)
  return [verdict.verdict, ...codesOf(verdict, 'invalid'), ...codesOf(verdict, 'indeterminate')]
}

test('LibreOffice’s additional streams are renumbered by who saves behind a signature', async () => {
  const embedded = { number: 21, body: '<</Type/EmbeddedFile/Length 3>>\nstream\nodf\nendstream' }
  const signed = await sign(appendIncrement(foreignPdf(), [embedded], '/AdditionalStreams[/ODF 21 0 R]'))
  const saved = (number: number) => {
    const bytes = appendIncrement(signed, [{ number: 30, body: '(nobody refers to it)' }]).toString('latin1')
    const at = bytes.lastIndexOf('[/ODF 21 0 R]')
    return Buffer.from(`${bytes.slice(0, at)}[/ODF ${number} 0 R]${bytes.slice(at + 13)}`, 'latin1')
  }
  expect([await outcome(saved(21)), await outcome(saved(30))]).toEqual([['valid'], ['valid']])
})

test('entries may point at the line end before an object, which the revision before may count as its own', async () => {
  const signed = await sign()
  const appended = appendIncrement(signed, [{ number: 40, body: '(nobody refers to it)' }]).toString('latin1')
  const at = String(signed.length).padStart(10, '0')
  const early = String(signed.length - 1).padStart(10, '0')
  expect(appended.split(`${at} 00000 n`)).toHaveLength(2)
  expect(await outcome(Buffer.from(appended.replace(`${at} 00000 n`, `${early} 00000 n`), 'latin1'))).toEqual(['valid'])
  const inside = String(signed.length - 8).padStart(10, '0')
  expect((await outcome(Buffer.from(appended.replace(`${at} 00000 n`, `${inside} 00000 n`), 'latin1')))[0]).toBe(
    'invalid',
  )
})

test('usage rights that nothing leads to any more are no signature', async () => {
  const rights =
    '<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached/ByteRange[0 1 2 3]/Contents<00>' +
    '/Reference[<</TransformMethod/UR3>>]>>'
  const listed = appendIncrement(foreignPdf(), [{ number: 30, body: rights }]).toString('latin1')
  const dormant = Buffer.from(listed.replace(/30 1\n\d{10} 00000 n/, '30 1\n0000000000 00000 f'), 'latin1')
  expect((await judge(dormant)).verdict).toBe('unsigned')
  const signature = dormant.toString('latin1').replace('UR3', 'UR9')
  expect((await judge(Buffer.from(signature, 'latin1'))).verdict).toBe('invalid')
})

test('widgets of a field may lack the way up to it', async () => {
  const signed = await sign()
  const kid = '<</Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[10 200 60 240]>>'
  const twice = await signSecond(signed, [
    { number: numbers.second, body: sourceOf(signed, numbers.second).replace(/>>$/, '/V 30 0 R>>') },
    { number: 41, body: kid },
    { number: 40, body: '<</FT/Sig/T(third)/Kids[41 0 R]>>' },
    edited(signed, numbers.form, ' 8 0 R]', ' 8 0 R 40 0 R]'),
    edited(signed, numbers.page, ' 8 0 R]', ' 8 0 R 41 0 R]'),
  ])
  expect((await outcome(twice)).slice(1)).not.toContain('structure-fault-after-signature')
})

test('a title is told where there was none', async () => {
  const signed = await sign()
  const titled = appendIncrement(signed, [{ number: 40, body: '<</Title(Another contract)>>' }], '/Info 40 0 R')
  const plain = appendIncrement(signed, [{ number: 40, body: '<</Producer(x)>>' }], '/Info 40 0 R')
  const told = await Promise.all([titled, plain].map(async (bytes) => codesOf(await judge(bytes), 'warning')))
  expect(told.map((codes) => codes.includes('title-changed'))).toEqual([true, false])
})
