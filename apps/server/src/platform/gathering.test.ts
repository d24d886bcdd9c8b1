import { expect, test } from 'vitest'
import { gathering } from './gathering.ts'

test('what has come goes together, what comes meanwhile afterwards, keys apart', async () => {
  const done: [string, number[]][] = []
  const gates: (() => void)[] = []
  const double = gathering<number, number>(async (key, items) => {
    done.push([key, items])
    await new Promise<void>((pass) => gates.push(pass))
    return items.map((item) => 2 * item)
  })
  const first = [double('a', 1), double('b', 3)]
  await expect.poll(() => gates.length).toBe(2)
  const later = [double('a', 2), double('a', 4)]
  expect(done).toEqual([
    ['a', [1]],
    ['b', [3]],
  ])
  gates.splice(0).forEach((pass) => pass())
  await expect.poll(() => gates.length).toBe(1)
  expect(done[2]).toEqual(['a', [2, 4]])
  gates.splice(0).forEach((pass) => pass())
  expect(await Promise.all([...first, ...later])).toEqual([2, 6, 4, 8])
})

test('what fails, fails for those it was done for, and the next is done anew', async () => {
  let fails = true
  const once = gathering<number, number>(async (_, items) => {
    await Promise.resolve()
    if (fails) throw new Error('down')
    return items
  })
  const asked = await Promise.allSettled([once('a', 1), once('a', 2)])
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await once('a', 3)).toBe(3)
})

test('a crowd is done two hundred at a time', async () => {
  const sizes: number[] = []
  const count = gathering<number, number>(async (_, items) => {
    sizes.push(items.length)
    return items
  })
  await Promise.all(Array.from({ length: 450 }, (_, n) => count('a', n)))
  expect(sizes).toEqual([200, 200, 50])
})

test('with a pause the first waits for company', async () => {
  const done: number[][] = []
  const told = gathering<number, number>(async (_, items) => {
    done.push(items)
    return items
  }, 20)
  const asked = [told('a', 1), told('a', 2)]
  expect(done).toEqual([])
  expect(await Promise.all(asked)).toEqual([1, 2])
  expect(done).toEqual([[1, 2]])
})
