import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { chosenMatch, findText, keywordOf, matchesOnPage } from './find-text.ts'
import { textSearchPool } from './text-search-pool.ts'

const sample = (name: string) => readFileSync(new URL(`../../../../samples/${name}`, import.meta.url))
const agreement = sample('采购框架协议.pdf')
const client = { key: 'one' }
const pool = textSearchPool()
afterAll(() => pool.close())

/** Characters of 4 mm on lines 8 mm apart. */
const typed = (...lines: string[]) =>
  lines.flatMap((line, row) => {
    const characters = [...line].map((text, column) => {
      const box = { x: 4 * column, y: 8 * row, width: 4, height: 4 }
      return { text, place: text.trim() === '' ? undefined : { box, cell: box } }
    })
    return [...characters, { text: '\n', place: undefined }]
  })
const count = (keyword: string, ...lines: string[]) => matchesOnPage(1, typed(...lines), keywordOf(keyword)).length

it('finds where the first party seals, in millimetres from the page’s top left', async () => {
  const matches = await findText(agreement, '甲方（盖章）')
  expect(matches.map(({ page }) => page)).toEqual([18])
  // As pdftotext -bbox has it: x from 58.2 pt, the line from 656.3 to 671.9 pt.
  const box = matches[0]?.boxes[0]
  expect(box?.x).toBeCloseTo(21, 0)
  expect(box?.width).toBeCloseTo(22, 0)
  expect(box?.y).toBeGreaterThan((656.3 / 72) * 25.4)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((671.9 / 72) * 25.4)
})

it('finds text on rotated pages where it is shown', async () => {
  const upright = await findText(sample('保密协议.pdf'), '签署日期')
  const turned = await findText(sample('intake/旋转页.pdf'), '甲方')
  expect(turned.length).toBeGreaterThan(0)
  for (const { boxes } of [...upright, ...turned]) {
    expect((boxes[0]?.width ?? 0) > (boxes[0]?.height ?? 0)).toBe(true)
  }
})

it('finds text whose font is not embedded, in full-width letters too', async () => {
  expect(await findText(sample('intake/字体未嵌入.pdf'), '甲方签章')).toHaveLength(1)
  expect(await findText(sample('intake/字体未嵌入.pdf'), 'gbk')).toHaveLength(1)
})

it('means the last occurrence unless another is asked for, on the asked pages and below the asked place', async () => {
  const matches = await pool.find(client, agreement, '日内予以答复')
  expect(matches.length).toBeGreaterThan(5)
  expect(chosenMatch(matches, {})).toBe(matches.at(-1))
  expect(chosenMatch(matches, { index: 2 })).toBe(matches.at(-2))
  expect(chosenMatch(matches, { order: 'first' })).toBe(matches[0])
  expect(chosenMatch(matches, { order: 'first', index: 3 })).toBe(matches[2])
  expect(chosenMatch(matches, { index: matches.length + 1 })).toBeUndefined()
  const onThird = await pool.find(client, agreement, '日内予以答复', { pages: [3] })
  expect(new Set(onThird.map(({ page }) => page))).toEqual(new Set([3]))
  const place = { page: 12, y: (matches.at(-1)?.boxes[0]?.y ?? 0) - 1 }
  expect(await pool.find(client, agreement, '日内予以答复', { from: place })).toHaveLength(1)
})

it('refuses what is no PDF and answers the next question', async () => {
  await expect(pool.find(client, Buffer.from('hello'), '甲方')).rejects.toThrow('文件已损坏或无法解析')
  expect(await pool.find(client, agreement, '没有这句话')).toEqual([])
})

it.each([
  ['甲方(盖章)', '甲方（盖章）：', 1],
  ['甲方（盖章）', '甲　方 ( 盖 章 )', 1],
  ['“标的物”。', '"标的物"．', 1],
  ['Party A', 'PARTY　Ａ', 1],
  ['甲方', '甲方和甲方', 2],
  ['^甲方^', '甲方和 甲方：', 1],
  ['^甲方^', '甲方', 1],
  ['aa', 'aaaa', 2],
  ['㎡', '100m2', 1],
  ['  ', '甲方', 0],
  ['𠮷野', '𠮷野家', 1],
])('%s in %s is found %i times', (keyword, line, times) => {
  expect(count(keyword, line)).toBe(times)
})

it('finds a keyword that runs over a line’s end, with a box on each line', () => {
  const [match] = matchesOnPage(2, typed('　　甲', '方盖章'), keywordOf('甲方盖章'))
  expect(match).toEqual({
    page: 2,
    boxes: [
      { x: 8, y: 0, width: 4, height: 4 },
      { x: 0, y: 8, width: 12, height: 4 },
    ],
  })
})
