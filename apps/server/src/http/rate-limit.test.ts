import { Refusal } from '@moqi/domain/refusal'
import { expect, test } from 'vitest'
import { rateLimiter } from './rate-limit.ts'

const limit = { count: 3, seconds: 60 }

function counted() {
  let clock = 1_000_000
  const check = rateLimiter(() => clock)
  return {
    later: (ms: number) => {
      clock += ms
    },
    /** Seconds to wait, null when let through. */
    ask: (key: string) => {
      try {
        check(key, limit)
        return null
      } catch (error) {
        if (error instanceof Refusal) return [error.code, error.detail.retryAfter]
        throw error
      }
    },
  }
}

test('lets as many through as the limit says, then says how long to wait', () => {
  const { ask, later } = counted()
  expect([ask('a'), ask('a'), ask('a')]).toEqual([null, null, null])
  later(500)
  expect(ask('a')).toEqual(['request/too-often', 60])
  later(58_500)
  expect(ask('a')).toEqual(['request/too-often', 1])
})

test('opens again when the window ends, and refusals do not lengthen it', () => {
  const { ask, later } = counted()
  for (let n = 0; n < 50; n++) ask('a')
  later(59_999)
  expect(ask('a')).not.toBeNull()
  later(1)
  expect([ask('a'), ask('a'), ask('a')]).toEqual([null, null, null])
  expect(ask('a')).not.toBeNull()
})

test('counts each key for itself, also after windows were cleared away', () => {
  const { ask, later } = counted()
  for (let n = 0; n < 4; n++) ask('a')
  expect(ask('b')).toBeNull()
  later(61_000)
  expect([ask('b'), ask('b'), ask('b')]).toEqual([null, null, null])
  expect(ask('b')).not.toBeNull()
})
