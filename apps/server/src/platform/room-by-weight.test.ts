import { array, assert, asyncProperty, integer } from 'fast-check'
import { expect, test } from 'vitest'
import { roomByWeight } from './room-by-weight.ts'

const most = 10

test('what is inside together weighs no more than there is room for, unless it is alone, and all come in their order', async () => {
  await assert(
    asyncProperty(array(integer({ min: 1, max: 15 }), { maxLength: 30 }), async (weights) => {
      const room = roomByWeight(most)
      const inside: number[] = []
      const entered: number[] = []
      const crowded: number[][] = []
      await Promise.all(
        weights.map((weight, n) =>
          room(weight, async () => {
            entered.push(n)
            inside.push(weight)
            const together = inside.reduce((sum, one) => sum + one, 0)
            if (together > most && inside.length > 1) crowded.push([...inside])
            await Promise.resolve()
            inside.splice(inside.indexOf(weight), 1)
          }),
        ),
      )
      expect(crowded).toEqual([])
      expect(entered).toEqual(weights.map((_, n) => n))
    }),
  )
})

test('light things are inside together, and what fails leaves room for the next', async () => {
  const room = roomByWeight(most)
  let inside = 0
  let atOnce = 0
  const light = (fails: boolean) =>
    room(5, async () => {
      atOnce = Math.max(atOnce, ++inside)
      await Promise.resolve()
      inside--
      if (fails) throw new Error('no')
    })
  const ended = await Promise.allSettled([light(true), light(true), light(false), light(false)])
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled', 'fulfilled'])
  expect(atOnce).toBe(2)
})
