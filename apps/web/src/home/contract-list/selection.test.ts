import { beforeEach, expect, it } from 'vitest'
import type { ContractRow } from '../../kit/contract/contract-row.ts'
import { clearSelection, mostSelected, offering, select, selectWithin, useSelection } from './selection.ts'

const row = (signId: string, operationArray: ContractRow['operationArray'] = []): ContractRow => ({
  signId,
  taskId: signId,
  taskNo: '',
  taskName: signId,
  taskType: 'normal',
  status: 'finish',
  taskStatus: 'finish',
  initiateUser: 'yes',
  initiatorName: '',
  signerName: '',
  signExpireTime: null,
  companyId: null,
  createTime: 0,
  initiateTime: null,
  finishTime: null,
  tagArray: [],
  operationArray,
})
const ticked = () => [...useSelection.getState().rows.keys()]

beforeEach(clearSelection)

it('is kept over pages and forgotten with another category or filter', () => {
  selectWithin('?status=all')
  select([row('a'), row('b')], true)
  select([row('a')], false)
  selectWithin('?status=all')
  expect(ticked()).toEqual(['b'])
  selectWithin('?status=finish')
  expect(ticked()).toEqual([])
})

it('takes no more than one archive holds', () => {
  select(
    Array.from({ length: mostSelected + 5 }, (_, index) => row(String(index))),
    true,
  )
  expect(ticked()).toHaveLength(mostSelected)
})

it('knows which rows offer an operation', () => {
  select([row('a', ['view', 'send']), row('b', ['download'])], true)
  expect(offering(useSelection.getState().rows, 'send').map(({ signId }) => signId)).toEqual(['a'])
})
