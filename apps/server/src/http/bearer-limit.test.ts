import { Refusal } from '@moqi/domain/refusal'
import { expect, test } from 'vitest'
import { bearerLimiter } from './bearer-limit.ts'

const address = '10.77.0.1'

function limiter() {
  let clock = 1_000_000
  const bearers = bearerLimiter(() => clock)
  return {
    later: (ms: number) => {
      clock += ms
    },
    note: bearers.note,
    /** Whether the database would be asked. */
    passes: (token: string, from = address) => {
      try {
        bearers.check({ address: from, token })
        return true
      } catch (error) {
        if (error instanceof Refusal) return false
        throw error
      }
    },
  }
}

test('after three thousand dead tokens of an address in a minute no unknown one of it costs a statement', () => {
  const { note, passes, later } = limiter()
  note({ address, token: 'known' }, true)
  for (let n = 0; n < 3000; n++) note({ address, token: `dead ${n}` }, false)
  expect(passes('unknown')).toBe(true)
  note({ address, token: 'one more' }, false)
  expect(passes('unknown')).toBe(false)
  // What opened something lately goes on, and so does everybody elsewhere.
  expect(passes('known')).toBe(true)
  expect(passes('unknown', '10.77.0.2')).toBe(true)
  later(60_001)
  expect(passes('unknown')).toBe(true)
})

test('the addresses of one IPv6 /64 are one', () => {
  const { note, passes } = limiter()
  for (let n = 0; n <= 3000; n++) note({ address: `2001:db8:1:2::${n.toString(16)}`, token: `dead ${n}` }, false)
  expect(passes('unknown', '2001:db8:1:2:ffff::1')).toBe(false)
  expect(passes('unknown', '2001:db8:1:3::1')).toBe(true)
})
