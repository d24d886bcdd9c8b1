import { expect, test } from 'vitest'
import {
  designFault,
  formsFor,
  longestLine,
  sealFormLabel,
  type SealDesign,
  sealPurposes,
  usualDesign,
} from './company-seal.ts'
import { ringSealLayout, squareLayoutOf } from './company-seal-layout.ts'
import { sealForms } from './company-seal.ts'
import type { SealGlyph } from './seal-geometry.ts'

const limited = '杭州云启科技有限公司'
const owner = { companyName: limited, creditCode: '91330106MA2KCM7H4X', legalName: '李静' }
const faultOf = (changes: Partial<SealDesign>, company = owner) =>
  designFault({ ...usualDesign(changes.purpose ?? 'contract', company.companyName), ...changes }, company)

test('an official seal is as large as its company’s kind asks, a purpose seal one size smaller', () => {
  expect(formsFor('official', limited)[0]).toBe('round40')
  expect(formsFor('official', '上海衡石股份有限公司')[0]).toBe('round42')
  expect(formsFor('official', '西湖区老张面馆')[0]).toBe('round38')
  expect(formsFor('contract', limited)[0]).toBe('round38')
  expect(formsFor('contract', '上海衡石股份有限公司')[0]).toBe('round40')
  expect(formsFor('personnel', '上海衡石股份有限公司')).toEqual(['round40', 'round38'])
  expect(sealFormLabel('oval45')).toBe('椭圆 45×30 mm')
})

test('what is usual of every purpose can be carved; 其他专用章 waits for its words', () => {
  for (const purpose of sealPurposes)
    expect([purpose, faultOf({ purpose })?.field]).toEqual([purpose, purpose === 'other' ? 'line' : undefined])
})

test.each([
  { change: { form: 'oval40' }, field: 'form' },
  { change: { purpose: 'invoice', color: 'blue' }, field: 'color' },
  { change: { purpose: 'invoice', line: '开票专用' }, field: 'line' },
  { change: { purpose: 'official', line: '公章' }, field: 'line' },
  { change: { line: '' }, field: 'line' },
  { change: { line: '第一业务部第二销售中心合同专用章' }, field: 'line' },
  { change: { line: '合同\u200b章' }, field: 'line' },
  { change: { code: '330108031652' }, field: 'code' },
  { change: { details: ['开户行'] }, field: 'details' },
  { change: { form: 'round58', details: [''] }, field: 'details' },
] as const)('$change is refused at its field', ({ change, field }) => {
  expect(faultOf(change)?.field).toBe(field)
})

test('a legal representative’s seal needs that person’s name', () => {
  expect(faultOf({ purpose: 'legal' })).toBeNull()
  expect(faultOf({ purpose: 'legal' }, { ...owner, legalName: null as never })?.field).toBe('purpose')
})

test('beyond 25 characters of name the line is five characters at most', () => {
  expect(longestLine('杭'.repeat(25))).toBe(15)
  expect(longestLine('杭'.repeat(26))).toBe(5)
})

const corners = ({ x, y, rotation, width, height }: SealGlyph): { x: number; y: number }[] => {
  const turn = (rotation * Math.PI) / 180
  return [-0.5, 0.5].flatMap((i) =>
    [-0.5, 0.5].map((j) => ({
      x: x + i * width * Math.cos(turn) - j * height * Math.sin(turn),
      y: y + i * width * Math.sin(turn) + j * height * Math.cos(turn),
    })),
  )
}
const reach = ({ x, y }: { x: number; y: number }, a: number, b: number) => Math.hypot(x / a, y / b)

/** Every ring form of every purpose, for names of each length. */
const ringed = [4, 10, 18, 25, 50].flatMap((n) => {
  const companyName = '杭'.repeat(n - 4) + '有限公司'
  return sealPurposes.flatMap((purpose) =>
    formsFor(purpose, companyName)
      .filter((form) => sealForms[form].kind !== 'square')
      .map((form) => ({ n, companyName, purpose, form })),
  )
})

test.each(ringed)(
  '$n characters, $purpose as $form: all inside the ring, the line clear of the name',
  ({ companyName, purpose, form }) => {
    const usual = usualDesign(purpose, companyName)
    const line = purpose === 'other' ? '质检专用' : usual.line
    const code = purpose === 'invoice' ? '' : '3301080316529'
    const layout = ringSealLayout({ ...usual, form, line, code }, { ...owner, companyName })
    const [a, b] = [layout.width / 2 - layout.ringWidth, layout.height / 2 - layout.ringWidth]
    for (const glyph of layout.name) for (const corner of corners(glyph)) expect(reach(corner, a, b)).toBeLessThan(1)
    const inner = layout.name[0]?.height ?? 0
    for (const glyph of layout.line) {
      for (const corner of corners({ ...glyph, width: glyph.width * 0.92, height: glyph.height * 0.92 })) {
        // An invoice seal's line stands in the gap that the name leaves at the foot.
        const room = purpose === 'invoice' ? reach(corner, a, b) : reach(corner, a - 0.5 - inner, b - 0.5 - inner)
        expect(room).toBeLessThan(1)
      }
      for (const other of layout.name) {
        expect(Math.hypot(other.x - glyph.x, other.y - glyph.y)).toBeGreaterThan((other.width + glyph.width) / 2.6)
      }
    }
  },
)

test('an invoice seal reads name, credit code and 发票专用章 as the tax administration measures them', () => {
  const layout = ringSealLayout(usualDesign('invoice', limited), owner)
  expect([layout.width, layout.height, layout.starRadius]).toEqual([40, 30, 0])
  expect(layout.name[0]?.height).toBeCloseTo(4.2)
  expect(layout.line.map(({ character }) => character).join('')).toBe('发票专用章')
  expect((layout.line[0]?.y ?? 0) - (layout.line[0]?.height ?? 0) / 2).toBeCloseTo(4.2)
  const across = layout.digits.map(({ x }) => x)
  expect((across.at(-1) ?? 0) - (across[0] ?? 0) + 26 / 18).toBeCloseTo(26)
})

test('a square finance seal carries name and purpose in columns', () => {
  const layout = squareLayoutOf({ ...usualDesign('finance', limited), form: 'square22' }, owner)
  expect(layout.glyphs.map(({ character }) => character).join('')).toBe(`${limited}财务专用章`)
  for (const { x, y, width, height } of layout.glyphs) {
    expect(Math.abs(x) + width / 2).toBeLessThan(10)
    expect(Math.abs(y) + height / 2).toBeLessThan(10)
  }
})
