import { expect, test } from 'vitest'
import { byteCache } from './byte-cache.ts'

/** Counts how often each key is made. */
function counted(limit: number) {
  const cache = byteCache(limit)
  const made: string[] = []
  const get = (key: string, length: number, size: number | null = null) =>
    cache.get(key, size, async () => {
      made.push(key)
      return Buffer.alloc(length, key)
    })
  return { get, made }
}

test('Readers who come while the bytes are being made share the work', async () => {
  const { get, made } = counted(100)
  const all = await Promise.all([get('a', 10), get('a', 10), get('a', 10)])
  expect([made, new Set(all).size]).toEqual([['a'], 1])
})

test('The least recently used bytes go first', async () => {
  const { get, made } = counted(30)
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'c', 'b']) await get(key, 10)
  expect(made).toEqual(['a', 'b', 'c', 'd', 'b'])
})

test('What is larger than the cache is answered, not kept, and pushes nothing out', async () => {
  const { get, made } = counted(30)
  await get('small', 10)
  expect(await get('large', 31)).toHaveLength(31)
  expect(await get('large', 31, 31)).toHaveLength(31)
  await get('small', 10)
  expect(made).toEqual(['small', 'large', 'large'])
})

test('A failure is not kept', async () => {
  const cache = byteCache(10)
  await expect(cache.get('a', null, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await cache.get('a', null, async () => Buffer.from('back'))).toEqual(Buffer.from('back'))
})
