import { expect, test } from 'vitest'
import { fairTurns } from './fair-turns.ts'

function scene(waiting = 10) {
  const turn = fairTurns(waiting)
  const begun: string[] = []
  const { promise: door, resolve: open } = Promise.withResolvers<void>()
  const ask = (name: string, signal?: AbortSignal) =>
    turn({ key: name.charAt(0), signal }, async () => {
      begun.push(name)
      await door
    })
  return { ask, begun, open }
}

test('one thing is done at a time, and a client with one goes ahead of the others of a client with four', async () => {
  const { ask, begun, open } = scene()
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => ask(name))
  open()
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3', 'a4'])
})

test('who leaves while waiting is never served, and one client fills half of the waiting room', async () => {
  const { ask, begun, open } = scene(4)
  const gone = new AbortController()
  const first = ask('a1')
  const leaving = ask('b1', gone.signal)
  gone.abort()
  await expect(leaving).rejects.toMatchObject({ reason: 'dropped' })
  const waiting = [ask('a2'), ask('a3')]
  await expect(ask('a4')).rejects.toMatchObject({ reason: 'busy' })
  open()
  await Promise.all([first, ...waiting])
  expect(begun).toEqual(['a1', 'a2', 'a3'])
})
