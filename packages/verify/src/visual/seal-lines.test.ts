import { expect, test } from 'vitest'
import { roleInLine } from './seal-lines.ts'

const roleOf = (line: string, glyph: string) => roleInLine([...line], [...line].indexOf(glyph))

test.each([
  ['甲方（盖章）：', '盖', true, true],
  ['甲方（盖章）：', '甲', true, false],
  ['甲方（盖章）：杭州拾光有限公司', '杭', true, false],
  ['法定代表人（签字）：', '字', true, true],
  ['日期：2026年11月20日', '2', true, false],
  ['甲方（盖章） 总价9000元', '9', false, false],
  ['合同总价为人民币', '人', false, false],
  ['合同总价，不含税', '，', false, false],
  ['日期：2026年11月20日', '：', true, true],
])('in %s of %s is open: %s, expected under ink: %s', (line, glyph, isOpen, isExpected) => {
  expect(roleOf(line, glyph)).toEqual({ isOpen, isExpected })
})
