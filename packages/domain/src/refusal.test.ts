import { expect, test } from 'vitest'
import { nullWhenRefused, Refusal } from './refusal.ts'

test('an expected "no" becomes null, and a bug stays a bug', async () => {
  const bug = new Error('the database is gone')
  expect(await Promise.reject(new Refusal('member/not-found')).catch(nullWhenRefused)).toBeNull()
  await expect(Promise.reject(bug).catch(nullWhenRefused)).rejects.toBe(bug)
})
