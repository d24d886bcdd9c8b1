import { expect, test } from 'vitest'
import { typedLines } from '../testing/typed-lines.ts'
import { inkBoxes, meets } from './free-place.ts'
import { type RecognizedArea, recognizeAreas } from './recognize-areas.ts'
import type { TextLine } from './text-line.ts'
import type { SeekingParty } from './whose-label.ts'

const yunqi: SeekingParty = { partyNo: 1, kind: 'company', signKind: 'any', names: ['杭州云启科技有限公司', '李静'] }
const wang: SeekingParty = { partyNo: 2, kind: 'person', signKind: 'any', names: ['王小明'] }
const jiahe: SeekingParty = { partyNo: 3, kind: 'company', signKind: 'any', names: ['上海嘉禾物业管理有限公司'] }
const page = { width: 210, height: 297 }

const recognized = (lines: readonly TextLine[], parties: readonly SeekingParty[] = [yunqi, wang]) =>
  recognizeAreas(
    lines,
    Array.from({ length: Math.max(...lines.map((line) => line.page)) }, () => page),
    parties,
  )

/** What is offered on a page of such lines, as `party control`, in no order. */
const offered = (parties: readonly SeekingParty[], ...typed: Parameters<typeof typedLines>[1][]) =>
  wordsOf(recognized(typedLines(1, ...typed), parties).areas)

function wordsOf(areas: readonly RecognizedArea[]) {
  const words = areas.map(({ partyNo, control }) => `${partyNo} ${control}`)
  words.sort((a, b) => a.localeCompare(b))
  return words
}

const bothSign = ['1 companySeal', '2 handwrite']

test.each([
  ['甲方（盖章）：', '乙方（签字）：'],
  ['甲方（公章）：', '乙方（签名）：'],
  ['甲方(盖章)', '乙方(签字)'],
  ['甲方盖章：', '乙方签字：'],
  ['甲方盖章处', '乙方签字处'],
  ['甲 方（盖 章）：', '乙 方（签 字）：'],
  ['甲方签章：', '乙方签名：'],
  ['甲方（单位盖章）：____', '乙方（签字或盖章）：____'],
  ['甲方（签字/盖章）：', '乙方（签字/盖章）：'],
  ['甲方：（盖章）', '乙方：（签字）'],
  ['甲方（出租方）（盖章）：', '乙方（承租方）签字：'],
  ['出租方（盖章）：', '承租方（签字）：'],
  ['出租人盖章：', '承租人签字：'],
  ['用人单位（公章）：', '劳动者（签字）：'],
  ['委托方（盖章）：', '受托方（签字）：'],
  ['需方（盖章）', '供方（签字）'],
  ['杭州云启科技有限公司（盖章）：', '王小明（签字）：'],
  ['甲方：杭州云启科技有限公司（盖章）', '乙方：王小明（签字）'],
])('%s beside %s is a seal of the first party and a signature of the second', (first, second) => {
  expect(offered([yunqi, wang], [20, 100, first], [115, 100, second])).toEqual(bothSign)
  // One below the other as well.
  expect(offered([yunqi, wang], [20, 100, first], [20, 180, second])).toEqual(bothSign)
})

test.each([
  '签署日期：　　年　　月　　日',
  '签订日期：____年__月__日',
  '日期：',
  '日期：____________',
  '签约日期：20__年__月__日',
  '签字日期：',
  '签订时间：',
  '日　期：',
  '　　　年　　月　　日',
])('%s in each column is the date of its side', (date) => {
  const lines = typedLines(
    1,
    [20, 100, '甲方（盖章）：'],
    [115, 100, '乙方（签字）：'],
    [20, 130, date],
    [115, 130, date],
  )
  const dates = recognized(lines).areas.filter(({ control }) => control === 'date')
  expect(new Set(dates.map(({ partyNo }) => partyNo))).toEqual(new Set([1, 2]))
  expect(dates).toHaveLength(2)
  for (const { y } of dates) expect(Math.abs(y + 4 - 132)).toBeLessThanOrEqual(14)
})

test.each([
  '法定代表人（签字）：',
  '法定代表人：',
  '法定代表人（签章）：____',
  '委托代理人：',
  '法定代表人或授权代表（签字）：',
  '授权代表签字：',
  '负责人（签名）：',
  '经办人：',
])('%s under a company is its signature by hand', (representative) => {
  expect(offered([yunqi, wang], [20, 100, '甲方（盖章）：'], [20, 160, representative])).toEqual([
    '1 companySeal',
    '1 handwrite',
  ])
})

test.each(['法定代表人（盖章）：', '法定代表人章：', '法人印章：', '负责人盖章：'])(
  '%s under a company is the legal representative’s seal',
  (label) => {
    expect(offered([yunqi, wang], [20, 100, '甲方（盖章）：'], [20, 160, label])).toEqual([
      '1 companySeal',
      '1 legalSeal',
    ])
    expect(offered([wang, yunqi], [20, 100, '甲方（签字）：'], [20, 160, label])).toEqual(['2 handwrite'])
  },
)

test('where the one or the other may sign, it is no seal of the legal representative’s', () => {
  for (const either of ['法定代表人或授权代表（盖章）：', '法定代表人（签字或盖章）：'])
    expect(offered([yunqi, wang], [20, 100, '甲方（盖章）：'], [20, 160, either])).toContain('1 handwrite')
  const both = offered(
    [yunqi, wang],
    [20, 60, '甲方（盖章）：'],
    [20, 110, '法定代表人（盖章）：'],
    [20, 140, '委托代理人：'],
  )
  expect(both).toEqual(['1 companySeal', '1 handwrite'])
})

test('one signs for a company, and its agent rather than its legal representative', () => {
  const lines = typedLines(1, [20, 60, '甲方（盖章）：'], [20, 110, '法定代表人：'], [20, 140, '委托代理人：'])
  const signatures = recognized(lines).areas.filter(({ control }) => control === 'handwrite')
  expect(signatures.map(({ label }) => label)).toEqual(['委托代理人:'])
})

test.each([
  '甲方盖章之日起三日内乙方应当签字确认',
  '本合同自甲乙双方签字盖章之日起生效',
  '乙方签字后，甲方应当在五日内付款。',
  '甲方：杭州云启科技有限公司',
  '租期自　　年　　月　　日起至　　年　　月　　日止',
  '法定代表人：李静',
  '签订日期：2026年1月20日',
])('%s asks nobody to sign', (sentence) => {
  expect(offered([yunqi, wang], [20, 100, sentence])).toEqual([])
})

test('sides without 盖章 or 签字 sign where their date and representative stand, not where they are introduced', () => {
  const introduction = typedLines(
    1,
    [20, 40, '甲方：杭州云启科技有限公司'],
    [20, 50, '法定代表人：李静'],
    [20, 60, '乙方：王小明'],
  )
  const block = typedLines(2, [20, 100, '甲方：'], [115, 100, '乙方：'], [20, 150, '日期：'], [115, 150, '日期：'])
  const { areas, signPage } = recognized([...introduction, ...block])
  expect(wordsOf(areas)).toEqual(['1 companySeal', '1 date', '2 date', '2 handwrite'])
  expect(new Set(areas.map((area) => area.page))).toEqual(new Set([2]))
  expect(signPage).toBe(2)
})

test('the name that stands beside a side says whose it is, whatever the order', () => {
  const lines = typedLines(
    1,
    [20, 20, '甲方（出租人）：王小明'],
    [20, 30, '乙方（承租人）：杭州云启科技有限公司'],
    [20, 100, '甲方（签字）：'],
    [115, 100, '乙方（盖章）：'],
  )
  const { areas } = recognized(lines)
  expect(wordsOf(areas)).toEqual(bothSign)
  expect(areas.find(({ control }) => control === 'companySeal')?.x).toBeGreaterThan(100)
})

test('a role that the text gives to 甲方 or 乙方 follows it', () => {
  const lines = typedLines(
    1,
    [20, 20, '承租人（以下简称乙方）'],
    [20, 30, '出租人（以下简称甲方）'],
    [20, 100, '承租人（签字）：'],
    [20, 150, '出租人（盖章）：'],
  )
  const { areas } = recognized(lines)
  expect(wordsOf(areas)).toEqual(bothSign)
  expect(areas.map(({ label }) => label)).toEqual(['承租人(签字):', '出租人(盖章):'])
})

test('three sides are three parties, and a side beyond them is nobody’s', () => {
  const lines = [
    [15, 60, '甲方（盖章）：'],
    [80, 60, '乙方（签字）：'],
    [145, 60, '丙方（盖章）：'],
  ] as const
  expect(offered([yunqi, wang, jiahe], ...lines)).toEqual(['1 companySeal', '2 handwrite', '3 companySeal'])
  expect(offered([yunqi, wang], ...lines)).toEqual(bothSign)
})

test('a table’s cells are read by their columns, and 盖章处 belongs to the side above it', () => {
  const rows = [
    [20, 60, '甲方'],
    [115, 60, '乙方'],
    [20, 75, '名称：杭州云启科技有限公司'],
    [115, 75, '名称：上海嘉禾物业管理有限公司'],
    [20, 90, '（盖章处）'],
    [115, 90, '（盖章处）'],
    [20, 160, '日期：'],
    [115, 160, '日期：'],
  ] as const
  const { areas } = recognized(typedLines(1, ...rows), [yunqi, jiahe])
  expect(wordsOf(areas)).toEqual(['1 companySeal', '1 date', '3 companySeal', '3 date'])
})

test('what a party is asked to sign with is kept to', () => {
  const lines = [
    [20, 100, '甲方（盖章）：'],
    [20, 150, '法定代表人：'],
    [115, 100, '乙方（签字）：'],
  ] as const
  expect(
    offered(
      [
        { ...yunqi, signKind: 'seal' },
        { ...wang, signKind: 'seal' },
      ],
      ...lines,
    ),
  ).toEqual(['1 companySeal', '2 personSign'])
  const firstPerson: SeekingParty = { ...wang, partyNo: 1 }
  expect(offered([firstPerson], [20, 100, '甲方（盖章）：'])).toEqual(['1 personSign'])
})

/** Signature blocks as they are typed, loosely and tightly, one of them at the foot of a page full of text. */
const blocks: Readonly<Record<string, TextLine[]>> = {
  'two columns': typedLines(
    1,
    [20, 100, '甲方（盖章）：'],
    [115, 100, '乙方（签字）：'],
    [20, 116, '法定代表人（签章）：'],
    [115, 116, '身份证号：'],
    [20, 132, '签署日期：　　年　月　日'],
    [115, 132, '签署日期：　　年　月　日'],
  ),
  'one below the other': typedLines(
    1,
    [20, 100, '甲方（盖章）：杭州云启科技有限公司'],
    [20, 112, '法定代表人：____________'],
    [20, 124, '日期：____年__月__日'],
    [20, 160, '乙方（签字）：____________'],
    [20, 172, '日期：____年__月__日'],
  ),
  'at the foot of a full page': typedLines(
    1,
    ...Array.from({ length: 24 }, (_, index) => [20, 20 + index * 9, '字'.repeat(42)] as const),
    [20, 240, '甲方（盖章）：'],
    [80, 240, '乙方（签字）：'],
    [20, 250, '日期：'],
    [80, 250, '日期：'],
    [20, 276, '签订地点：杭州市西湖区文三路'],
  ),
  'at the head of a page': typedLines(1, [20, 12, '甲方（盖章）：'], [150, 12, '乙方（签字）：'], [20, 24, '日期：']),
  'at the right edge': typedLines(1, [120, 200, '甲方（公章）：'], [120, 215, '　　　年　　月　　日']),
}

test.each(Object.entries(blocks))(
  'areas %s lie inside the page, apart, and over no text but a seal’s own label',
  (_, lines) => {
    const { areas } = recognized(lines)
    expect(areas.length).toBeGreaterThan(1)
    for (const [index, area] of areas.entries()) {
      expect(area.x).toBeGreaterThanOrEqual(0)
      expect(area.y).toBeGreaterThanOrEqual(0)
      expect(area.x + area.width).toBeLessThanOrEqual(page.width)
      expect(area.y + area.height).toBeLessThanOrEqual(page.height)
      const others = areas.filter((_other, at) => at !== index)
      expect(others.filter((other) => meets(area, other))).toEqual([])
      const covered = lines.filter((line) => inkBoxes([line]).some((ink) => meets(area, ink)))
      const own = covered.every(({ text }) => area.control === 'companySeal' && text.includes(area.label))
      expect(own, `${area.control} over ${covered.map(({ text }) => text).join()}`).toBe(true)
    }
  },
)

test('a seal that finds no other room lies over its own label, as on paper', () => {
  const lines = blocks['at the foot of a full page'] ?? []
  const seal = recognized(lines).areas.find(({ control }) => control === 'companySeal')
  expect(seal && meets(seal, { x: 20, y: 240, width: 28, height: 4 })).toBe(true)
})

test('a block in an annex is offered too, and the page with most places is the one to sign on', () => {
  const annex = typedLines(3, [20, 100, '甲方（盖章）：'])
  const { areas, signPage } = recognized([...annex, ...(blocks['two columns'] ?? [])])
  expect(new Set(areas.map((area) => area.page))).toEqual(new Set([1, 3]))
  expect(signPage).toBe(1)
})

function longLine(text: string, y: number): TextLine {
  const left = Array.from({ length: text.length }, (_, index) => index * 4)
  return { page: 1, text, left, right: left.map((x) => x + 1), y, height: 4 }
}

test('a file made to be slow is read as quickly as any', () => {
  const began = typedLines(1, ...Array.from({ length: 3000 }, (_, row) => [20, row / 20, '甲方（盖章）：'] as const))
  expect(recognized(began).areas).toEqual([])
  expect(recognized([longLine('_'.repeat(200_000), 100), longLine('甲方:'.repeat(60_000), 120)]).areas).toEqual([])
})

test('where nothing asks for a signature there is no page to sign on', () => {
  expect(recognized(typedLines(1, [20, 20, '采购清单']))).toEqual({ areas: [], signPage: null })
})
