import { expect, it } from 'vitest'
import { backOff } from './back-off.ts'

it('waits longer each time, at most a minute', () => {
  expect([0, 1, 2, 5, 6, 60].map((tries) => backOff(tries, 0))).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000])
})

it('spreads the clients of a server that comes back over half the time', () => {
  expect([0, 0.5, 1].map((random) => backOff(2, random))).toEqual([4000, 3000, 2000])
})
