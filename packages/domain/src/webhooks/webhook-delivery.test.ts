import { expect, test } from 'vitest'
import { nextTryAt, webhookDeliveryLifecycle, webhookRetriesMs } from './webhook-delivery.ts'
import { webhookEventsOf } from './webhook-events.ts'

const { states, after } = webhookDeliveryLifecycle
const allowed = new Map([
  ['waiting retry', 'waiting'],
  ['waiting deliver', 'delivered'],
  ['waiting giveUp', 'failed'],
  ['delivered replay', 'waiting'],
  ['failed replay', 'waiting'],
])

const pairs = states.flatMap((state) =>
  (['retry', 'deliver', 'giveUp', 'replay'] as const).map((event) => ({ state, event })),
)
const isAllowed = ({ state, event }: (typeof pairs)[number]) => allowed.has(`${state} ${event}`)

test.each(pairs.filter(isAllowed))('$state goes on by $event', ({ state, event }) => {
  expect(after(state, event)).toBe(allowed.get(`${state} ${event}`))
})

test.each(pairs.filter((pair) => !isAllowed(pair)))('$state refuses $event', ({ state, event }) => {
  expect(() => after(state, event)).toThrow('webhook/not-ended')
})

test('fourteen tries follow the first, as long apart as the table says', () => {
  expect(webhookRetriesMs.map((_, index) => nextTryAt(index + 1, 0))).toEqual(webhookRetriesMs)
  expect(webhookRetriesMs.map((ms) => ms / 1000)).toEqual([
    10, 10, 30, 60, 180, 360, 600, 1200, 1800, 3600, 7200, 7200, 7200, 7200,
  ])
  expect(nextTryAt(15, 0)).toBeNull()
})

test('the last signature tells that all have signed, after itself; what no system asks about tells nothing', () => {
  expect(webhookEventsOf(['sign'], true)).toEqual(['SIGNER_SIGNED', 'TASK_FINISHED'])
  expect(webhookEventsOf(['send', 'autoSign'], false)).toEqual(['TASK_SENT', 'SIGNER_SIGNED'])
  expect(webhookEventsOf(['urge', 'download'], false)).toEqual([])
})
