import { expect, it } from 'vitest'
import type { ContractRow } from '../contract/contract-row.ts'
import { changeText, steadyRows } from './steady-rows.ts'

const row = (signId: string, part: Partial<ContractRow> = {}): ContractRow => ({
  signId,
  taskId: signId,
  taskNo: '',
  taskName: signId,
  taskType: 'normal',
  status: 'iSign',
  taskStatus: 'signing',
  initiateUser: 'yes',
  initiatorName: '',
  signerName: '',
  signExpireTime: null,
  companyId: null,
  createTime: Number(signId),
  initiateTime: null,
  finishTime: null,
  tagArray: [],
  operationArray: ['sign', 'view'],
  ...part,
})
const byAge = { told: new Map(), pushed: (one: ContractRow, last: ContractRow) => one.createTime <= last.createTime }
const names = (rows: readonly ContractRow[]) => rows.map(({ signId }) => signId)

it('puts nothing between the rows that are shown, and says how many wait', () => {
  const held = steadyRows([row('5'), row('4')], [row('7'), row('6'), row('5')], byAge)
  expect(names(held.rows)).toEqual(['5', '4'])
  expect(changeText(held)).toBe('有2份新合同')
})

it('changes a row in its place', () => {
  const signed = row('4', { status: 'otherSign', operationArray: ['view'] })
  const held = steadyRows([row('5'), row('4')], [row('5'), signed], byAge)
  expect(held.rows[1]).toBe(signed)
  expect(changeText(held)).toBe('')
})

it('keeps a row that has left the list in its place, as what it became, with nothing to press but its page', () => {
  const told = new Map([['5', 'finish' as const]])
  const held = steadyRows([row('5'), row('4')], [row('4'), row('3')], { ...byAge, told })
  expect(held.rows[0]).toMatchObject({ signId: '5', status: 'finish', operationArray: ['view'] })
  expect(changeText(held)).toBe('1份合同已不在此列表')
  const deleted = steadyRows([row('5')], [], { ...byAge, told: new Map([['5', null]]) })
  expect(deleted.rows[0]?.operationArray).toEqual([])
})

it('takes what the next page has lent for nothing new', () => {
  expect(steadyRows([row('5'), row('4')], [row('4'), row('3')], byAge).fresh).toBe(0)
})

it('counts everything as new when nothing shown is left', () => {
  expect(steadyRows([row('5')], [row('9'), row('8')], byAge)).toMatchObject({ fresh: 2, left: 0 })
})
