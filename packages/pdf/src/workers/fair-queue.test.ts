import { array, assert, boolean, func, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue.ts'

const roomy = { perKey: 1_000, inAll: 10_000 }

/** Runs one task after the other; each costs what it says. Answers whose turn it was. */
function served(queue: ReturnType<typeof fairQueue<number>>, turns = Infinity): string[] {
  const keys: string[] = []
  while (keys.length < turns) {
    const next = queue.next()
    if (!next) break
    keys.push(next.key)
    queue.finish(next.key, next.task)
  }
  return keys
}

test('keys with equal tasks take turns, whoever came first with however many', () => {
  const queue = fairQueue<number>(roomy)
  for (const key of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) queue.add(key, 10)
  expect(served(queue)).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a'])
})

test('a heavy key waits until the others have had as much', () => {
  const queue = fairQueue<number>(roomy)
  for (let n = 0; n < 3; n++) queue.add('heavy', 100)
  for (let n = 0; n < 12; n++) queue.add('light', 10)
  const order = served(queue)
  expect(order.slice(0, 12)).toEqual(['heavy', ...Array.from({ length: 10 }, () => 'light'), 'heavy'])
})

test('what a key has spent is remembered when it comes back, and who was away gets no credit', () => {
  const queue = fairQueue<number>(roomy)
  queue.add('heavy', 100)
  served(queue)
  for (let n = 0; n < 3; n++) queue.add('light', 10)
  queue.add('heavy', 100)
  expect(served(queue, 3)).toEqual(['light', 'light', 'light'])
  for (let n = 0; n < 20; n++) queue.add('light', 10)
  for (let n = 0; n < 2; n++) queue.add('new', 10)
  expect(served(queue, 4)).toEqual(['new', 'light', 'new', 'light'])
})

test('a key that runs a task stands behind every key that runs none', () => {
  const queue = fairQueue<number>(roomy)
  queue.add('light', 1)
  served(queue)
  for (const key of ['a', 'a', 'light']) queue.add(key, 1)
  expect([queue.next()?.key, queue.next()?.key, queue.next()?.key]).toEqual(['a', 'light', 'a'])
})

test('a key fills its own share of the waiting room, and all keys together the whole', () => {
  const queue = fairQueue<number>({ perKey: 2, inAll: 3 })
  expect(['a', 'a', 'a', 'b', 'c'].map((key) => queue.add(key, 1))).toEqual([true, true, false, true, false])
  expect(queue.clear()).toEqual([1, 1, 1])
  expect([queue.size, queue.next()]).toEqual([0, undefined])
})

const steps = array(record({ key: integer({ min: 0, max: 4 }), cost: integer({ min: 1, max: 50 }) }), {
  maxLength: 80,
})

test('every task that is not taken out runs once, and each key in its own order', () => {
  assert(
    property(steps, func(boolean()), (added, isTakenOut) => {
      const queue = fairQueue<{ key: string; index: number; cost: number }>(roomy)
      const tasks = added.map(({ key, cost }, index) => ({ key: String(key), index, cost }))
      for (const task of tasks) queue.add(task.key, task)
      const left = tasks.filter((task) => !(isTakenOut(task.index) && queue.remove(task.key, task)))
      const ran: typeof tasks = []
      for (let next = queue.next(); next; next = queue.next()) {
        ran.push(next.task)
        queue.finish(next.key, next.task.cost)
      }
      const ofKey = (list: typeof tasks, key: string) => list.filter((task) => task.key === key)
      for (const key of '01234') expect(ofKey(ran, key)).toEqual(ofKey(left, key))
    }),
  )
})

test('among keys that wait all the time none gets more than one task ahead of another in work', () => {
  assert(
    property(array(integer({ min: 1, max: 50 }), { minLength: 2, maxLength: 6 }), (costs) => {
      const queue = fairQueue<number>(roomy)
      const spent = costs.map(() => 0)
      for (const [key, cost] of costs.entries()) for (let n = 0; n < 200; n++) queue.add(String(key), cost)
      for (let turn = 0; turn < 150; turn++) {
        const next = queue.next()
        if (!next) break
        spent[Number(next.key)] = (spent[Number(next.key)] ?? 0) + next.task
        queue.finish(next.key, next.task)
        expect(Math.max(...spent) - Math.min(...spent)).toBeLessThanOrEqual(Math.max(...costs))
      }
    }),
  )
})
