import { expect, test } from 'vitest'
import { checkTicket, lookDetail, operatorNumber } from './look-rules.ts'

test.each(['GD20260312-0041', ' A_1.2 '])('%s may be a ticket', (text) => {
  expect(checkTicket(text)).toEqual({ ok: true, value: text.trim() })
})

test('no ticket is none', () => {
  expect(checkTicket('  ')).toEqual({ ok: true, value: null })
})

test.each(['工单一', 'a b', '-1', 'a'.repeat(41)])('“%s” is no ticket', (text) => {
  expect(checkTicket(text).ok).toBe(false)
})

test('a space reads why, by which ticket, for how long, and a number of whoever it was', () => {
  const reason = ' 客户说购买的份数没有到账 '
  expect(lookDetail({ reason, ticket: 'GD-1' })).toBe(
    '原因：客户说购买的份数没有到账（工单GD-1）。最长30分钟，不能打开合同',
  )
  expect(lookDetail({ reason, ticket: null })).not.toContain('工单')
  expect(operatorNumber('0198f0aa-0000-7000-8000-0000000000ab')).toBe('平台运营（编号0000AB）')
})
