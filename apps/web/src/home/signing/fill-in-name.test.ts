import type { Position } from '@moqi/api/shapes'
import { expect, test } from 'vitest'
import { fillInHint, fillInName } from './fill-in-name.ts'

const text: Position = {
  positionId: 'p',
  fileId: 'f',
  page: 1,
  x: 0,
  y: 0,
  width: 50,
  height: 8,
  positionType: 'text',
  signerNo: 1,
  required: 1,
  sealId: null,
  value: null,
  format: null,
}

test('a fill-in without a name of its own is called by its kind', () => {
  expect(fillInName({ ...text, label: '交货地址' })).toBe('交货地址')
  expect(fillInName(text)).toBe('单行文本')
})

test.each<[Partial<Position>, string]>([
  [{}, ''],
  [{ required: 0 }, '选填'],
  [{ positionType: 'textarea' }, '最多 500 字'],
  [{ positionType: 'checkbox', required: 0 }, '选填'],
  [{ format: 'number' }, '数字'],
  [{ format: 'number', bounds: { min: 1, max: 9 }, required: 0 }, '选填，数字，1 至 9'],
  [{ format: 'number', bounds: { min: 0, max: null } }, '数字，不小于 0'],
  [{ format: 'number', bounds: { min: null, max: 0 } }, '数字，不大于 0'],
])('%o is explained as %j', (part, hint) => {
  expect(fillInHint({ ...text, ...part })).toBe(hint)
})
