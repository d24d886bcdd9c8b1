import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findText } from './find-text.ts'
import { readLines, type TextLine } from './read-lines.ts'

function theLine(lines: readonly TextLine[], words: string): TextLine {
  const line = lines.find(({ text }) => text.includes(words))
  if (!line) throw new Error(`no line says ${words}`)
  return line
}

const sample = (name: string) => readFileSync(new URL(`../../../../samples/${name}`, import.meta.url))

it('reads the lines of the pages that have one of the words, columns side by side, from the top down', async () => {
  const { pages, hasText, lines } = await readLines(sample('保密协议.pdf'), ['甲方（盖章）'])
  expect([pages.length, hasText]).toEqual([4, true])
  expect(pages[0]?.width).toBeCloseTo(210, 0)
  expect(pages[0]?.height).toBeCloseTo(297, 0)
  expect(new Set(lines.map(({ page }) => page))).toEqual(new Set([4]))
  expect(lines.slice(-3).map(({ text }) => text)).toEqual([
    '甲方(盖章):乙方(签字):',
    '法定代表人(签章):身份证号:',
    '签署日期:年月日签署日期:年月日',
  ])
  const tops = lines.map(({ y }) => y)
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
})

it('says of each letter where its ink stands, as the search does', async () => {
  const [match] = await findText(sample('保密协议.pdf'), '乙方（签字）')
  const [box = { x: 0, y: 0 }] = match?.boxes ?? []
  const { lines } = await readLines(sample('保密协议.pdf'), ['乙方（签字）'])
  const { text, left, y } = theLine(lines, '乙方(签字)')
  expect(left).toHaveLength(text.length)
  expect(left[text.indexOf('乙方')]).toBeCloseTo(box.x, 1)
  expect(y).toBeLessThanOrEqual(box.y)
})

it('measures turned pages as they are shown', async () => {
  const { pages, lines } = await readLines(sample('intake/旋转页.pdf'), ['签署日期'])
  const { left, page } = theLine(lines, '签署日期')
  expect(left.length).toBeGreaterThan(0)
  expect(left).toEqual(left.toSorted((a, b) => a - b))
  expect(Math.max(...left)).toBeLessThan(pages[page - 1]?.width ?? 0)
})

it('reads no line where no page has the words, and still says that there is text', async () => {
  expect(await readLines(sample('采购框架协议.pdf'), ['没有这句话'])).toMatchObject({ hasText: true, lines: [] })
})
