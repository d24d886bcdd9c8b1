import { expect, test } from 'vitest'
import { bearsRemark, judgeArrived } from './reverse-payment.ts'

const awaited = { companyName: '厦门标准（集团）有限公司', remark: '20481357', until: 1000 }
const right = { payer: '厦门标准(集团)有限公司', fen: 1, remark: '20481357', at: 1000 }

test.each([
  ['what was asked for', {}, 'fits'],
  ['the remark among a bank’s own words', { remark: '转账 附言:20481357。' }, 'fits'],
  ['the remark with spaces', { remark: '2048 1357' }, 'fits'],
  ['another payer', { payer: '张三' }, 'payer'],
  ['another company whose name begins alike', { payer: '厦门标准（集团）有限公司思明分公司' }, 'payer'],
  ['more', { fen: 2 }, 'amount'],
  ['nothing', { fen: 0 }, 'amount'],
  ['no remark', { remark: '' }, 'remark'],
  ['a remark that merely holds the digits', { remark: '1204813570' }, 'remark'],
  ['too late', { at: 1001 }, 'late'],
  ['another payer and another amount', { payer: '张三', fen: 5 }, 'payer'],
  ['somebody else’s payment', { payer: '张三', remark: '11111111' }, 'another’s'],
])('a payment of %s is judged by payer, amount, remark and time (%j → %s)', (_, change, verdict) => {
  expect(judgeArrived({ ...right, ...change }, awaited)).toBe(verdict)
})

test('whose a payment was meant to be is known by its remark alone, whoever paid what and when', () => {
  expect(bearsRemark({ ...right, payer: '张三', fen: 9, at: 9999 }, awaited)).toBe(true)
  expect(bearsRemark({ ...right, remark: '附言 2048 1357。' }, awaited)).toBe(true)
  for (const remark of ['', '1204813570', '11111111']) expect(bearsRemark({ ...right, remark }, awaited)).toBe(false)
})
