import { expect, test } from 'vitest'
import {
  checkChoices,
  checkFieldName,
  type FilingField,
  type FilingFieldKind,
  readValue,
  valueWritten,
} from './filing-field.ts'

const people = new Map([
  ['id-1', '张伟'],
  ['id-2', '李静'],
  ['id-3', '李静'],
])
const field = (kind: FilingFieldKind): FilingField => ({
  fieldId: 'f',
  name: '字段',
  kind,
  required: false,
  choices: ['甲', '乙'],
})
const kept = (kind: FilingFieldKind, written: string) => {
  const read = readValue(field(kind), written, people)
  return read.ok ? read.value : read
}

test.each([
  ['text', ' 一号楼 ', '一号楼'],
  ['number', '1,234.5', '1234.5'],
  ['number', '-3', '-3'],
  ['amount', '￥3,502,272.10', '350227210'],
  ['amount', '0.07元', '7'],
  ['date', '2026/4/1', '2026-04-01'],
  ['choice', '乙', '乙'],
  ['person', '张伟', 'id-1'],
  ['person', 'id-2', 'id-2'],
  ['text', '', ''],
] as const)('%s “%s” is kept as “%s”', (kind, written, value) => {
  expect(kept(kind, written)).toBe(value)
})

test.each([
  ['text', '字'.repeat(201), '不超过200个字'],
  ['number', '十二', '请填写数字'],
  ['amount', '1.234', '请填写金额，单位为元，最多两位小数'],
  ['amount', '-1', '请填写金额，单位为元，最多两位小数'],
  ['date', '2026-02-30', '请按 2026-01-31 的格式填写日期'],
  ['choice', '丙', '请填写：甲、乙'],
  ['person', '王五', '没有这位成员'],
  ['person', '李静', '有多位同名成员，请在页面上选择'],
] as const)('%s refuses “%s”: %s', (kind, written, message) => {
  expect(kept(kind, written)).toEqual({ ok: false, message })
})

test('a kept value is read as people read it', () => {
  expect(valueWritten(field('amount'), '350227210', people)).toBe('3502272.10')
  expect(valueWritten(field('person'), 'id-1', people)).toBe('张伟')
  expect(valueWritten(field('person'), 'gone', people)).toBe('已退出成员')
  expect(valueWritten(field('amount'), '', people)).toBe('')
})

test('a field has a short name, and one of choices has some, each once', () => {
  expect(checkFieldName(' 成本  中心 ')).toEqual({ ok: true, value: '成本 中心' })
  expect([checkFieldName('').ok, checkFieldName('字'.repeat(21)).ok]).toEqual([false, false])
  expect(checkChoices('choice', ['甲', ' 甲 ', '', '乙'])).toEqual({ ok: true, value: ['甲', '乙'] })
  expect(checkChoices('choice', [' ']).ok).toBe(false)
  expect(checkChoices('choice', ['字'.repeat(31)]).ok).toBe(false)
  expect(checkChoices('text', ['甲'])).toEqual({ ok: true, value: [] })
})
