import { expect, test } from 'vitest'
import { sharedWork } from './shared-work.ts'

function scene() {
  const shared = sharedWork<string>()
  const begun: { signal: AbortSignal; finish: (answer: string) => void }[] = []
  const ask = (signal?: AbortSignal) =>
    shared('a page', signal, (gone) => {
      const { promise, resolve } = Promise.withResolvers<string>()
      begun.push({ signal: gone, finish: resolve })
      return promise
    })
  return { ask, begun }
}

test('what two ask for is done once, and goes on when one of them leaves', async () => {
  const { ask, begun } = scene()
  const leaving = new AbortController()
  const [first, second] = [ask(leaving.signal), ask()]
  leaving.abort()
  await expect(first).rejects.toMatchObject({ reason: 'dropped' })
  expect(begun.map(({ signal }) => signal.aborted)).toEqual([false])
  begun[0]?.finish('drawn')
  expect(await second).toBe('drawn')
})

test('work is stopped when the last who waits for it leaves, and begun anew for the next', async () => {
  const { ask, begun } = scene()
  const leaving = [new AbortController(), new AbortController()]
  const left = Promise.allSettled(leaving.map(({ signal }) => ask(signal)))
  for (const one of leaving) one.abort()
  await left
  const next = ask()
  expect(begun.map(({ signal }) => signal.aborted)).toEqual([true, false])
  begun[1]?.finish('drawn')
  expect(await next).toBe('drawn')
})
