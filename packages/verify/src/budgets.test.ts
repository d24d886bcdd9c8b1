import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { scanSignatures } from '@moqi/form/find-signatures'
import { foreignPdf, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement } from '@moqi/pdf/testing/increment'
import { Budget, BudgetExceeded, defaultLimits } from '@moqi/pdf/limits'
import { decodeStream } from '@moqi/pdf/read/decode-stream'
import { PdfFault } from '@moqi/pdf/read/fault'
import { ValueReader } from '@moqi/pdf/read/parse-value'
import type { PdfStream } from '@moqi/pdf/read/values'
import { codesOf } from './testing/reasons.ts'
import { verifyPdf } from './verify-pdf.ts'

const judge = (bytes: Buffer) => verifyPdf(bytes, { trustedRoots: [], now: sceneTime })

/** Milliseconds that reading takes. */
async function timed(read: () => unknown): Promise<number> {
  const started = performance.now()
  await read()
  return performance.now() - started
}

const stream = (data: Buffer, entries = ''): PdfStream => {
  const dict = new ValueReader(Buffer.from(`<</Filter/FlateDecode${entries}>>`), 0).value()
  if (dict.kind !== 'dict') throw new Error('no dictionary')
  return { kind: 'stream', dict, raw: deflateSync(data), start: 0, end: 0 }
}

const freshBudget = () => new Budget(defaultLimits)

const packet = (source: string) => {
  const data = deflateSync(source)
  const dict = `<</Filter/FlateDecode/Length ${data.length}>>`
  return { number: 30, body: `${dict}\nstream\n${data.toString('latin1')}\nendstream` }
}

const form = (data: string, more = '') => `<xdp><template/><xfa:datasets >${data}</xfa:datasets >${more}</xdp>`

function readInVain(reader: ValueReader): void {
  try {
    reader.value()
  } catch (error) {
    if (!(error instanceof PdfFault)) throw error
  }
}

describe('what is read in vain is paid for (§10)', () => {
  test.each(['1 0 obj<</A(', '1 0 obj<</A<0', '1 0 obj<</A[1 ', ' 1 0 obj<<%'])(
    'many times %j is read in proportion to its length',
    async (piece) => {
      const source = Buffer.from(`%PDF-1.7\n${piece.repeat(60_000)}\nstartxref\n0\n%%EOF\n`, 'latin1')
      const scan = () => judge(source)
      expect(await timed(scan)).toBeLessThan(5_000)
    },
  )

  test('a signature behind a string without end is still found, and what is left of one tells at least', () => {
    const real = '7 0 obj<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>>>endobj'
    expect(scanSignatures(Buffer.from(`1 0 obj<</A(endobj ${real}`), 0, freshBudget())).toMatchObject([{ dict: {} }])
    const long = Buffer.from(`${'1 0 obj<</A('.repeat(60_000)}${real}`)
    expect(scanSignatures(long, 0, freshBudget())).toHaveLength(1)
  })

  test('objects that overlap are not read for ever', () => {
    const source = Buffer.from('('.repeat(2_000_000))
    const budget = new Budget({ ...defaultLimits, milliseconds: 100 })
    const readAll = () => {
      for (let at = 0; at < 100_000; at += 1) readInVain(new ValueReader(source, at, source.length, budget))
    }
    expect(readAll).toThrow(BudgetExceeded)
  })

  test('entries that every revision has anew are counted in each', async () => {
    let bytes = foreignPdf()
    for (let revision = 0; revision < 10; revision += 1) bytes = appendIncrement(bytes, [])
    const limits = { ...defaultLimits, entries: 100 }
    const options = { trustedRoots: [], now: sceneTime }
    expect(await verifyPdf(bytes, options)).toMatchObject({ verdict: 'unsigned', revisionCount: 11 })
    expect((await verifyPdf(bytes, { ...options, limits })).reasonArray).toMatchObject([
      { code: 'budget-exceeded', detail: 'entries of all revisions' },
    ])
  })

  test('a fault for each of many entries is not told for each', async () => {
    const entry = '0000000009 00000 n \n'
    const source = `%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n`
    const table = `xref\n0 60000\n0000000000 65535 f \n${entry.repeat(59_999)}`
    const trailer = `trailer\n<</Size 60000/Root 1 0 R>>\nstartxref\n${source.length}\n%%EOF\n`
    const file = Buffer.from(source + table + trailer)
    expect(await timed(() => judge(file))).toBeLessThan(5_000)
    expect((await judge(file)).reasonArray).toMatchObject([{ code: 'budget-exceeded', detail: 'faults' }])
  })

  test('D30: an XFA form that never ends its data is compared at once', async () => {
    const on = await scene()
    const key = await on.party('甲方')
    const signed = async (source: string) =>
      signField(appendIncrement(foreignPdf({ 5: '/XFA 30 0 R' }), [packet(source)]), { key })
    const openings = '<xfa:datasets '.repeat(80_000)
    const endless = appendIncrement(await signed(openings), [packet(`${openings}x`)])
    expect(await timed(() => judge(endless))).toBeLessThan(2_000)

    const base = await signed(form('1'))
    const after = async (source: string) =>
      codesOf(await judge(appendIncrement(base, [packet(source)])), 'invalid').join(' ')
    expect(await after(form('2'))).toBe('')
    expect(await after(form('2', '<template>2</template><xfa:datasets></xfa:datasets>'))).toBe('change-form-structure')
  })

  test('P5: predictors are undone in the time that the data is worth', async () => {
    const rows = Buffer.alloc(32 * 1024 * 1024)
    for (let at = 0; at < rows.length; at += 2) rows[at] = 4
    const coded = stream(rows, '/DecodeParms<</Predictor 15/Columns 1>>')
    expect(await timed(() => decodeStream(coded, new Budget(defaultLimits)))).toBeLessThan(3_000)
    expect(() => decodeStream(coded, new Budget({ ...defaultLimits, milliseconds: -1 }))).toThrow(BudgetExceeded)
  })

  test('P5: every predictor gives back what was coded', () => {
    const coded = Buffer.from([0, 1, 2, 3, 1, 1, 1, 1, 2, 1, 1, 1, 3, 2, 2, 2, 4, 1, 1, 1])
    const decoded = decodeStream(stream(coded, '/DecodeParms<</Predictor 12/Columns 3>>'), new Budget(defaultLimits))
    expect([...decoded]).toEqual([1, 2, 3, 1, 2, 3, 2, 3, 4, 3, 5, 6, 4, 6, 7])
  })
})

test('a page of very many annotations is compared in proportion to their number', async () => {
  const many = appendIncrement(foreignPdf(), [
    { number: 30, body: '<</Type/Annot/Subtype/Link/Rect[0 0 1 1]>>' },
    {
      number: 3,
      body: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Annots[${'30 0 R '.repeat(60_000)}]>>`,
    },
  ])
  expect(await timed(() => judge(appendIncrement(many, [])))).toBeLessThan(5_000)
})

test('values of a file are counted, and no name goes on for ever', () => {
  const budget = new Budget({ ...defaultLimits, values: 1_000 })
  expect(() => new ValueReader(Buffer.from(`[${'0 '.repeat(1_000)}]`), 0, undefined, budget).value()).toThrow(
    BudgetExceeded,
  )
  expect(() => new ValueReader(Buffer.from(`/${'a'.repeat(70_000)}`), 0).value()).toThrow('a name without end')
})
