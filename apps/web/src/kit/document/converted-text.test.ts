import { expect, test } from 'vitest'
import { convertedText } from './converted-text.ts'

test.each([
  ['扫描件.pdf', 'jpeg', '扫描件.jpg 已转换为PDF'],
  ['劳动合同.pdf', 'docx', '劳动合同.docx 已转换为PDF'],
  ['保密协议.pdf', undefined, ''],
] as const)('%s from %s: %s', (fileName, sourceKind, text) => {
  expect(convertedText({ fileName, ...(sourceKind && { sourceKind }) })).toBe(text)
})
