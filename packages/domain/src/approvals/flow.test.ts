import { expect, test } from 'vitest'
import { checkFlowName, conditionHolds, type FlowCondition, flowFaults, type FlowFacts, flowsFor } from './flow.ts'

const everything: FlowCondition = { sealIds: [], amountMin: null, amountMax: null, counterparts: [], templateIds: [] }
const flow = (name: string, condition: Partial<FlowCondition> = {}) => ({
  name,
  condition: { ...everything, ...condition },
})
const facts: FlowFacts = { sealIds: ['seal'], amount: 50_000_00, counterparts: ['嘉禾（上海）物业'], templateId: 't1' }
const named = (flows: ReturnType<typeof flow>[], more: Partial<FlowFacts> = {}) =>
  flowsFor(flows, { ...facts, ...more }).map(({ name }) => name)

test.each([
  { is: 'for every seal', condition: {}, fits: true },
  { is: 'for this seal', condition: { sealIds: ['seal', 'other'] }, fits: true },
  { is: 'for another seal', condition: { sealIds: ['other'] }, fits: false },
  { is: 'from this amount on', condition: { amountMin: 50_000_00 }, fits: true },
  { is: 'above this amount', condition: { amountMin: 50_000_01 }, fits: false },
  { is: 'up to this amount', condition: { amountMax: 50_000_00 }, fits: true },
  { is: 'below this amount', condition: { amountMax: 49_999_99 }, fits: false },
  {
    is: 'for that company, however its brackets are typed',
    condition: { counterparts: ['嘉禾(上海)物业'] },
    fits: true,
  },
  { is: 'for another company', condition: { counterparts: ['云启'] }, fits: false },
  { is: 'for that template', condition: { templateIds: ['t1'] }, fits: true },
  { is: 'for another template', condition: { templateIds: ['t2'] }, fits: false },
])('a flow $is: $fits', ({ condition, fits }) => {
  expect(named([flow('one', condition)])).toEqual(fits ? ['one'] : [])
})

const holds = (condition: Partial<FlowCondition>) => conditionHolds({ ...everything, ...condition }, facts)

test('each thing that a condition asks for holds or not, and what it does not ask for is neither', () => {
  expect(holds({})).toEqual({ seals: null, amount: null, counterparts: null, templates: null })
  expect(holds({ sealIds: ['seal'], amountMax: 1, counterparts: ['云启'], templateIds: ['t1'] })).toEqual({
    seals: true,
    amount: false,
    counterparts: false,
    templates: true,
  })
})

test('the flow that asks for most is offered, so that one for everything is no way around it', () => {
  const flows = [
    flow('其他'),
    flow('大额', { amountMin: 10_000_00 }),
    flow('嘉禾', { counterparts: ['嘉禾（上海）物业'] }),
  ]
  expect(named(flows)).toEqual(['大额', '嘉禾'])
  expect(named(flows, { amount: 1, counterparts: [] })).toEqual(['其他'])
})

test('an amount that nobody named is beyond every bound', () => {
  const flows = [flow('小额', { amountMax: 10_000_00 }), flow('大额', { amountMin: 10_000_01 })]
  expect(named(flows, { amount: null })).toEqual(['大额'])
})

test('several seals of one application take a flow that is for all of them', () => {
  expect(named([flow('一枚', { sealIds: ['seal'] })], { sealIds: ['seal', 'other'] })).toEqual([])
})

const fields = (nodes: string[][], condition: Partial<FlowCondition> = {}) =>
  flowFaults({
    condition: { ...everything, ...condition },
    nodes: nodes.map((approverIds) => ({ mode: 'all', approverIds })),
  }).map(({ field }) => field)

test('a flow needs a name, a node, and an approver at each of them once', () => {
  expect(checkFlowName('  合同  用印 ')).toEqual({ ok: true, value: '合同 用印' })
  expect([checkFlowName('').ok, checkFlowName('章').ok, checkFlowName('章'.repeat(31)).ok]).toEqual([
    false,
    false,
    false,
  ])
  expect(fields([['a'], ['b']])).toEqual([])
  expect(fields([])).toEqual(['nodeArray'])
  expect(fields([['a'], [], ['b', 'b']])).toEqual(['nodeArray.1', 'nodeArray.2'])
  expect(fields([['a']], { amountMin: 2, amountMax: 1 })).toEqual(['condition'])
})
