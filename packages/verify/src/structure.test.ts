import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { appearance, foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, plainPdf, readForTests } from '@moqi/pdf/testing/increment'
import { BudgetExceeded, defaultLimits } from '@moqi/pdf/limits'
import { obstaclesOf } from './testing/reasons.ts'
import { codesOf } from './testing/reasons.ts'
import type { Verdict } from './verdict.ts'
import { verifyPdf } from './verify-pdf.ts'

const on = await scene()
const key = await on.party('甲方')
const trustedRoots = [on.root.key.identity.certificate]
const judge = (bytes: Buffer, limits = defaultLimits): Promise<Verdict> =>
  verifyPdf(bytes, { trustedRoots, now: sceneTime, limits })
const sign = (bytes: Buffer) => signField(bytes, { key, timestamps: on.timestamps })
const details = ({ reasonArray }: Verdict) => reasonArray.map(({ detail }) => detail ?? '').join('\n')

const signed = await sign(foreignPdf())

/** Another section behind the file whose only entry is `number` at `offset`. */
function appendSection(bytes: Buffer, number: number, offset: number, generation = 0): Buffer {
  const previous = readForTests(bytes).revisions.at(-1)?.sections.at(-1)?.start
  const entry = `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`
  const trailer = `<</Size 40/Root 1 0 R/Prev ${previous}>>`
  const source = `xref\n${number} 1\n${entry}trailer\n${trailer}\nstartxref\n${bytes.length}\n%%EOF\n`
  return Buffer.concat([bytes, Buffer.from(source, 'latin1')])
}

const replaceOnce = (bytes: Buffer, from: string, to: string) =>
  Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1')

describe('faults behind a signature are changes (P0)', () => {
  test('P6(b): a later revision does not activate an object that lies dormant in the signed bytes', async () => {
    const dormant = `${appearance(' ')}\nendobj\n4 0 obj\n<</Length 3>>\nstream\nBAD\nendstream`
    const base = foreignPdf()
    const bodies = base
      .toString('latin1')
      .split(/\d+ 0 obj\n/)
      .slice(1, 11)
    const prepared = plainPdf([...bodies.slice(0, 9).map((body) => body.replace(/\nendobj\n$/, '')), dormant])
    const honest = await sign(prepared)
    expect(codesOf(await judge(honest), 'info')).toContain('dormant-object')
    expect((await judge(honest)).verdict).toBe('valid')
    const at = honest.lastIndexOf('\n4 0 obj\n<</Length 3>>') + 1
    const verdict = await judge(appendSection(honest, 4, at))
    expect(verdict.verdict).toBe('invalid')
    expect(details(verdict)).toContain('xref-points-outside-increment')
  })

  test('P6(a): an entry names the object that stands there', async () => {
    const at = signed.lastIndexOf('10 0 obj')
    const verdict = await judge(appendSection(signed, 4, at))
    expect(codesOf(verdict, 'invalid')).toContain('structure-fault-after-signature')
  })

  test('P4: a restated identical entry is no change', async () => {
    const at = signed.indexOf('4 0 obj')
    expect((await judge(appendSection(signed, 4, at))).verdict).toBe('valid')
  })

  test('P4: an entry is twenty bytes', async () => {
    const sloppy = appendIncrement(signed, [{ number: 30, body: '(x)' }])
    const at = sloppy.lastIndexOf(' n \n')
    const verdict = await judge(Buffer.concat([sloppy.subarray(0, at), Buffer.from(' n\n'), sloppy.subarray(at + 4)]))
    expect(codesOf(verdict, 'invalid')).toContain('structure-fault-after-signature')
    expect(details(verdict)).toContain('xref-malformed')
  })

  test('P3: an increment names its own section', async () => {
    const appended = appendIncrement(signed, [])
    const own = signed.length
    const verdict = await judge(replaceOnce(appended, `startxref\n${own}\n`, `startxref\n${own - 7}\n`))
    expect(codesOf(verdict, 'invalid')).toContain('structure-fault-after-signature')
  })

  test('P11: an object that no entry names is refused', async () => {
    const appended = appendIncrement(signed, [{ number: 30, body: '(x)\nendobj\n4 0 obj\n(hidden)' }])
    expect(details(await judge(appended))).toContain('dormant-object')
    expect((await judge(appended)).verdict).toBe('invalid')
  })

  test('P11: bytes that belong to nothing are refused', async () => {
    const appended = appendIncrement(signed, [{ number: 30, body: '(x)\nendobj\n<html>' }])
    expect(details(await judge(appended))).toContain('unreferenced-bytes')
    expect((await judge(appended)).verdict).toBe('invalid')
  })

  test('P12: a stream ends where its length says', async () => {
    const body = '<</Length 1>>\nstream\nq Q\nendstream'
    const verdict = await judge(appendIncrement(signed, [{ number: numbers.content, body }]))
    expect(details(verdict)).toContain('stream-length-mismatch')
    expect(verdict.verdict).toBe('invalid')
  })

  test('P13: a key does not occur twice', async () => {
    const verdict = await judge(appendIncrement(signed, [{ number: 30, body: '<</A 1/A 2>>' }]))
    expect(details(verdict)).toContain('duplicate-key')
    expect(verdict.verdict).toBe('invalid')
  })

  test('P15: white space behind the file is tolerated with a word, anything else is not', async () => {
    const blank = await judge(Buffer.concat([signed, Buffer.from('\r\n\0 \n')]))
    expect([blank.verdict, codesOf(blank, 'warning')]).toEqual([
      'valid',
      expect.arrayContaining(['trailing-whitespace']),
    ])
    expect(codesOf(await judge(Buffer.concat([signed, Buffer.alloc(2000, 0x20)])), 'invalid')).toContain(
      'trailing-data',
    )
    expect(codesOf(await judge(Buffer.concat([signed, Buffer.from('x')])), 'invalid')).toContain('trailing-data')
  })

  test('D6: two fields do not share a name', async () => {
    const twin = { number: 30, body: '<</FT/Tx/T<FEFF0061006D006F0075006E0074>>>' }
    const form = {
      number: numbers.form,
      body: '<</Fields[6 0 R 7 0 R 8 0 R 30 0 R]/SigFlags 3/DR<</Font<</Helv 9 0 R>>>>/DA(/Helv 0 Tf 0 g)>>',
    }
    expect(details(await judge(appendIncrement(signed, [twin, form])))).toContain('duplicate-field-name')
  })
})

describe('the same faults inside the signed bytes are ambiguities (P0)', () => {
  test.each([
    ['a key that occurs twice', foreignPdf({ 3: '/Rotate 0/Rotate 90' }), 'duplicate-key'],
    ['a page that is its own parent’s sibling', foreignPdf({ 2: '/Parent 3 0 R' }), 'page-tree-inconsistent'],
  ])('%s', async (_, base, code) => {
    const verdict = await judge(await sign(base))
    expect(verdict.verdict).toBe('indeterminate')
    expect(codesOf(verdict, 'indeterminate')).toEqual([code])
    expect(verdict.signatureArray[0]?.integrity).toBe('intact')
  })

  test('E10: a key that occurs twice in a field or the catalog leaves the signatures their own verdicts', async () => {
    for (const base of [foreignPdf({ 1: '/Pages 3 0 R' }), foreignPdf({ 6: '/T(other)' })]) {
      const verdict = await judge(await sign(base))
      expect(new Set(codesOf(verdict, 'indeterminate'))).toEqual(new Set(['duplicate-key']))
      expect([verdict.verdict, verdict.signatureArray[0]?.verdict]).toEqual(['indeterminate', 'valid'])
    }
  })

  test('P2: junk before the header', async () => {
    const base = foreignPdf().toString('latin1')
    const shifted = `\n${base}`.replace(/(\d{10})(?= 00000 n)/g, (digits) =>
      String(Number(digits) + 1).padStart(10, '0'),
    )
    const moved = shifted.replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${Number(at) + 1}`)
    const verdict = await judge(await sign(Buffer.from(moved, 'latin1')))
    expect(codesOf(verdict, 'indeterminate')).toEqual(['header-not-at-start'])
  })
})

describe('files without signature', () => {
  test('an unsigned form is unsigned, without a reason', async () => {
    expect(await judge(foreignPdf())).toMatchObject({ verdict: 'unsigned', reasonArray: [], pageCount: 1 })
  })

  test.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['a header alone', '%PDF-1.7\n'],
    ['an end alone', '%%EOF'],
    ['a loop', '%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 1/Prev 9>>\nstartxref\n9\n%%EOF'],
  ])('%s is unreadable', async (_, source) => {
    expect((await judge(Buffer.from(source))).verdict).toBe('unreadable')
  })

  test.each([
    ['cut off before its end', signed.subarray(0, signed.length - 40)],
    ['cut off within its placeholder', signed.subarray(0, signed.length - 9000)],
    ['without the mark of its object', replaceOnce(signed.subarray(0, signed.length - 40), '11 0 obj', '11 0 xyz')],
  ])('§3: a signed file %s is not called unsigned', async (_, bytes) => {
    const verdict = await judge(bytes)
    expect(verdict.verdict).toBe('invalid')
    expect(verdict.signatureArray).toHaveLength(1)
  })

  test('§3: a form that no longer leads to its signature is not called unsigned', async () => {
    const verdict = await judge(replaceOnce(signed, '/AcroForm', '/AcroFort'))
    expect(verdict.verdict).toBe('invalid')
    expect(codesOf(verdict, 'invalid')).toContain('signature-removed')
  })
})

describe('an upload about to be frozen', () => {
  test('has no obstacle when a signature on it would be valid', () => {
    expect(obstaclesOf(foreignPdf())).toEqual([])
  })

  test.each([
    ['a page tree that contradicts itself', foreignPdf({ 2: '/Parent 3 0 R' }), 'page-tree-inconsistent'],
    ['a doubled key', foreignPdf({ 3: '/Rotate 0/Rotate 90' }), 'duplicate-key'],
    ['data behind its end', Buffer.concat([foreignPdf(), Buffer.from('x')]), 'trailing-data'],
    ['no end', Buffer.from('%PDF-1.7'), 'startxref-mismatch'],
  ])('is told of %s', (_, bytes, code) => {
    expect(obstaclesOf(bytes).map((obstacle) => obstacle.code)).toEqual([code])
  })

  test('is not read when it is too big to be judged', () => {
    expect(() => obstaclesOf(foreignPdf(), { ...defaultLimits, objects: 3 })).toThrow(BudgetExceeded)
  })
})

describe('budgets (§10)', () => {
  test.each([
    ['size', { fileBytes: 100 }],
    ['objects', { objects: 5 }],
    ['signatures', { signatures: 0 }],
    ['time', { milliseconds: -1 }],
  ])('too much %s is no verdict', async (_, limits) => {
    const big = appendIncrement(
      signed,
      Array.from({ length: 400 }, (_unused, index) => ({ number: 40 + index, body: '(x)' })),
    )
    const verdict = await judge(big, { ...defaultLimits, ...limits })
    expect(verdict).toMatchObject({ verdict: 'indeterminate', reasonArray: [{ code: 'budget-exceeded' }] })
  })
})
