import { describe, expect, test } from 'vitest'
import { judge, sign, signSecond } from './testing/changes.ts'
import { foreignPdf } from '@moqi/form/testing/foreign-document'
import { obstaclesOf } from './testing/reasons.ts'
import { codesOf } from './testing/reasons.ts'

/** The tables of a file written once more, and behind them an empty one with a stream that stands before. */
function endedTwice(extra = '', between = ''): Buffer {
  const plain = foreignPdf().toString('latin1')
  const table = plain.lastIndexOf('xref', plain.lastIndexOf('startxref') - 1)
  const trailer = /trailer\s*<<(.*?)>>\s*startxref/s.exec(plain.slice(table))?.[1] ?? ''
  const rest = plain.slice(table, plain.lastIndexOf('startxref'))
  const hidden = `12 0 obj\n<</Type/XRef/Size 12/W[1 4 2]/Index[0 0]/Root 1 0 R/Length 0>>\nstream\n\nendstream\nendobj\n`
  const size = Number(/\/Size (\d+)/.exec(trailer)?.[1])
  const start = table + hidden.length
  const row = `${String(table).padStart(10, '0')} 00000 n \n`
  const first = rest.replace(/xref\n0 \d+\n/, `xref\n12 1\n${row}0 ${size}\n`).replace(/\/Size \d+/, '/Size 13')
  const once = `${plain.slice(0, table)}${hidden}${first}startxref\n${start}\n%%EOF\n${between}`
  const more = trailer.replace(/\/Size \d+/, '/Size 13')
  const again = `xref\n0 0\n${extra}trailer\n<<${more}/Prev ${start}/XRefStm ${table}>>\nstartxref\n${once.length}\n%%EOF`
  return Buffer.from(once + again, 'latin1')
}

describe('Word ends a file twice (P8)', () => {
  test('and is signed as it is', async () => {
    const file = endedTwice()
    expect(obstaclesOf(file)).toEqual([])
    const verdict = await judge(await signSecond(await sign(file)))
    expect([verdict.verdict, codesOf(verdict, 'info')]).toEqual(['valid', ['hybrid-reference']])
    expect(verdict.revisionCount).toBe(3)
  })

  test('unless there is more between the ends, or behind', () => {
    for (const file of [endedTwice('', '50 0 obj\n<<>>\nendobj\n'), endedTwice('4 1\n0000000017 00000 n \n')]) {
      expect(obstaclesOf(file).length).toBeGreaterThan(0)
    }
  })
})
