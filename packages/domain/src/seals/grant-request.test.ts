import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { grantRequestLifecycle, grantWished, wishesFor } from './grant-request.ts'
import { contractAmount } from '../contract/amount.ts'
import { covers } from './seal-grant.ts'

test('a request is decided or ends once, and nothing happens to it afterwards', () => {
  const expected = expectedMoves(grantRequestLifecycle, 'seal/grant-request-changed', {
    'pending grant': 'granted',
    'pending refuse': 'refused',
    'pending withdraw': 'withdrawn',
    'pending end': 'ended',
  })
  expect(everyMove(grantRequestLifecycle)).toEqual(expected)
})

const contract = {
  contractId: 'c1',
  subject: '采购合同',
  counterparts: ['上海嘉禾'],
  template: { id: 't1', name: '采购' },
}

test('only what the contract has may be wished for', () => {
  expect(wishesFor(contract)).toEqual(['contract', 'counterparts', 'template'])
  expect(wishesFor({ counterparts: [], template: null })).toEqual(['contract'])
  expect(wishesFor({ counterparts: ['上海嘉禾'], template: null })).toEqual(['contract', 'counterparts'])
})

test('a grant as it was wished for covers the contract that lacked the seal, and of others those alone that were meant', () => {
  const now = 1_800_000_000_000
  const amount = contractAmount(null, false)
  const judged = (wish: Parameters<typeof grantWished>[0], other: object) => {
    const { scope, named, counterparts } = grantWished(wish, contract)
    const term = { state: 'effective' as const, beginAt: now - 1, endAt: now + 1, amountMax: null }
    const grant = { ...term, scope, named: named.map(({ id }) => id), counterparts }
    const own = { contractId: 'c1', templateId: 't1', counterparts: ['上海嘉禾'], amount }
    return [covers(grant, own, now), covers(grant, { ...own, ...other }, now)]
  }
  expect(judged('contract', { contractId: 'c2' })).toEqual([true, false])
  expect(judged('counterparts', { contractId: 'c2', templateId: null })).toEqual([true, true])
  expect(judged('counterparts', { counterparts: ['李雷'] })).toEqual([true, false])
  expect(judged('template', { contractId: 'c2', counterparts: ['李雷'] })).toEqual([true, true])
  expect(judged('template', { templateId: 't2' })).toEqual([true, false])
})
