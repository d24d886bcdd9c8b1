import { expect, test } from 'vitest'
import { threeParties } from '../testing/signing-scene.ts'
import { checkPlan, type FieldPlan } from './field-plan.ts'

const box = { x: 10, y: 10, width: 20, height: 20 }
const empty: FieldPlan = { signatures: [], stamps: [], crossPageSeals: [], texts: [] }
const signature = (slot: string, locks: string[] = []) => ({ slot, page: 1, box, locks })

test('a plan with names of one length and each lock once is fine', () => {
  expect(() => checkPlan(threeParties)).not.toThrow()
  expect(() => checkPlan(empty)).not.toThrow()
})

test.each<[string, FieldPlan, string]>([
  ['a name without the prefix', { ...empty, signatures: [signature('party-0001')] }, 'slot-name'],
  ['a name with a dot', { ...empty, signatures: [signature('moqi-00.1')] }, 'slot-name'],
  ['names of two lengths', { ...empty, signatures: [signature('moqi-1'), signature('moqi-10')] }, 'slot-name'],
  ['a name twice', { ...empty, signatures: [signature('moqi-1')], stamps: [signature('moqi-1')] }, 'slot-name'],
  ['a lock on nothing', { ...empty, signatures: [signature('moqi-1', ['moqi-2'])] }, 'lock-unknown'],
  ['a lock on a signature', { ...empty, signatures: [signature('moqi-1', ['moqi-1'])] }, 'lock-unknown'],
  [
    'two locks on one stamp',
    {
      ...empty,
      signatures: [signature('moqi-1', ['moqi-3']), signature('moqi-2', ['moqi-3'])],
      stamps: [signature('moqi-3')],
    },
    'lock-unknown',
  ],
  ['a flat box', { ...empty, stamps: [{ slot: 'moqi-1', page: 1, box: { ...box, height: 0 } }] }, 'box'],
  ['a seal on no page', { ...empty, crossPageSeals: [{ slot: 'moqi-1', y: 0, size: 40, pages: [] }] }, 'page-missing'],
  ['a page twice', { ...empty, crossPageSeals: [{ slot: 'moqi-1', y: 0, size: 40, pages: [1, 1] }] }, 'page-missing'],
  ['a size that is no number', { ...empty, crossPageSeals: [{ slot: 'moqi-1', y: 0, size: Number.NaN }] }, 'box'],
])('%s is refused', (_, plan, reason) => {
  expect(() => checkPlan(plan)).toThrow(expect.objectContaining({ name: 'FreezeRefusal', reason }))
})
