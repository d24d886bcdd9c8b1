import { PlaceholderTooSmall } from '@moqi/pdf/write/increment'
import { AuthorityUnreachable, TimestampRefusal } from '@moqi/trust/timestamp/request-token'
import { expect, test } from 'vitest'
import { isTimestampOutage, restingAfterOutage } from './timestamp-outage.ts'

test('after silence the authority rests for a few seconds, then is asked again', async () => {
  let clock = 0
  let asked = 0
  let isSilent = true
  const authority = restingAfterOutage(
    async (request) => {
      asked += 1
      if (isSilent) throw new AuthorityUnreachable('silence')
      return request
    },
    () => clock,
  )
  const request = Buffer.from('request')
  await expect(authority(request)).rejects.toThrow('silence')
  await expect(authority(request)).rejects.toThrow('a moment ago')
  expect(asked).toBe(1)
  isSilent = false
  clock += 10_000
  await expect(authority(request)).resolves.toBe(request)
  expect(asked).toBe(2)
})

test('a clock that is set back lets nobody wait longer than the rest takes', async () => {
  let [clock, asked] = [1_000_000, 0]
  const silent = restingAfterOutage(
    async () => {
      asked += 1
      throw new AuthorityUnreachable('silence')
    },
    () => clock,
  )
  const ask = () => silent(Buffer.alloc(0)).catch(() => undefined)
  await ask()
  await ask()
  expect(asked).toBe(1)
  clock -= 900_000
  await ask()
  expect(asked).toBe(2)
})

test('silence, refusals and what fits nowhere are outages, a bug is none', () => {
  expect(isTimestampOutage(new AuthorityUnreachable('silence'))).toBe(true)
  expect(isTimestampOutage(new TimestampRefusal('rejected', 'no quota'))).toBe(true)
  expect(isTimestampOutage(new PlaceholderTooSmall(9000, 7168))).toBe(true)
  expect(isTimestampOutage(new TypeError('undefined is not a function'))).toBe(false)
})
