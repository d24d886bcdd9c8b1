import { expect, test } from 'vitest'
import { fiveThings } from './five-things.ts'

const settled = {
  closing: null,
  openTaskNumber: 0,
  sealNumber: 0,
  grantNumber: 0,
  surplus: 0,
  memberNumber: 1,
  integrationNumber: 0,
  taskNumber: 3,
  exportTime: 1_772_000_000_000,
  unexportedNumber: 0,
}

test('a company with nothing left has settled all five things', () => {
  expect(fiveThings(settled).filter((thing) => !thing.settled)).toEqual([])
})

test('contracts under way and applications stand against closing, the rest is for the administrator to judge', () => {
  const full = { ...settled, openTaskNumber: 63, sealNumber: 7, surplus: 46, integrationNumber: 2, unexportedNumber: 5 }
  const left = fiveThings(full).filter((thing) => !thing.settled)
  expect(left.map(({ what }) => what)).toHaveLength(5)
  expect(left.filter(({ needed }) => needed).map(({ what }) => what)).toEqual(['处理签署中的合同', '停用应用与回调'])
})
