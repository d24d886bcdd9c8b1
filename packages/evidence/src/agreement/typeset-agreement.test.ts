import { PDF } from '@libpdf/core'
import { expect, test } from 'vitest'
import type { AgreementContent, PlacedBox } from './agreement-content.ts'
import { typesetAgreement } from './typeset-agreement.ts'

const date = { width: 40, height: 8 }
const seal = { width: 42, height: 42 }
const hand = { width: 30, height: 15 }

const content = (sides: number, words: number): AgreementContent => ({
  title: '合同作废协议',
  running: '编号HT1',
  paragraphs: [
    { kind: 'heading', text: '一、原合同' },
    { kind: 'hash', text: 'ab'.repeat(32) },
    { kind: 'text', text: '约定'.repeat(words) },
  ],
  sides: Array.from({ length: sides }, (_, index) => ({
    label: `第${index + 1}方（盖章）：${'名'.repeat(50)}有限公司`,
    places: index % 2 === 0 ? [seal, hand] : [hand],
    date,
  })),
})

const overlap = (a: PlacedBox, b: PlacedBox) =>
  a.page === b.page && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test.each([
  [1, 10],
  [2, 900],
  [50, 10],
])('%i sides have places of their sizes on its pages, none over another', async (sides, words) => {
  const made = typesetAgreement(content(sides, words))
  const pdf = await PDF.load(made.pdf)
  const pages = pdf.getPages().length
  const boxes = made.sides.flatMap(({ places, date: day }) => [...places, day])
  expect(made.sides.map(({ places }) => places.length)).toEqual(
    Array.from({ length: sides }, (_, index) => (index % 2 === 0 ? 2 : 1)),
  )
  for (const { page, x, y, width, height } of boxes) {
    expect(page).toBeGreaterThanOrEqual(1)
    expect(page).toBeLessThanOrEqual(pages)
    expect([x >= 20, x + width <= 190, y >= 20, y + height <= 280]).toEqual([true, true, true, true])
  }
  const clashes = boxes.filter((box, index) => boxes.slice(index + 1).some((other) => overlap(box, other)))
  expect(clashes).toEqual([])
})

test('what no font shows is no reason to fail', () => {
  const odd = content(1, 1)
  odd.paragraphs.push({ kind: 'text', text: '\u0000\uDBFF表\n情' })
  expect(typesetAgreement(odd).pdf.subarray(0, 5).toString()).toBe('%PDF-')
})
