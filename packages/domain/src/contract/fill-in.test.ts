import { describe, expect, test } from 'vitest'
import { checkFillIn, type FillIn } from './fill-in.ts'

const text: FillIn = { control: 'text', required: true, format: null }
const area: FillIn = { ...text, control: 'textarea' }
const tick: FillIn = { ...text, control: 'checkbox' }
const number: FillIn = { ...text, format: 'number', bounds: { min: -1, max: 1000.5 } }

describe('a value that passes', () => {
  test.each<[FillIn, string, string]>([
    [text, '  北京市 ', '北京市'],
    [text, '一'.repeat(100), '一'.repeat(100)],
    [{ ...text, required: false }, ' \u3000', ''],
    [area, '第一行\r\n第二行', '第一行\n第二行'],
    [tick, 'yes', 'yes'],
    [{ ...tick, required: false }, '', 'no'],
    [number, '1000.5', '1000.5'],
    [number, '-1', '-1'],
    [number, '１２３', '123'],
    [{ ...number, bounds: undefined }, '1,234,567.89', '1234567.89'],
    [{ ...number, bounds: { min: null, max: null } }, '999999', '999999'],
    [{ ...number, required: false }, '', ''],
  ])('%o takes %j as %j', (place, typed, value) => {
    expect(checkFillIn(place, typed)).toEqual({ ok: true, value })
  })
})

describe('a value that fails', () => {
  test.each<[FillIn, string, string]>([
    [text, ' ', '请填写'],
    [text, '一\n二', '只能填写一行'],
    [text, '一'.repeat(101), '不能超过100个字'],
    [area, '一'.repeat(501), '不能超过500个字'],
    [tick, 'no', '请勾选'],
    [tick, '', '请勾选'],
    [number, '', '请填写'],
    [number, '一', '请填写数字'],
    [number, '1e3', '请填写数字'],
    [number, '1,2', '请填写数字'],
    [number, '-2', '不能小于-1'],
    [number, '1000.6', '不能大于1000.5'],
  ])('%o refuses %j: %s', (place, typed, message) => {
    expect(checkFillIn(place, typed)).toEqual({ ok: false, message })
  })
})
