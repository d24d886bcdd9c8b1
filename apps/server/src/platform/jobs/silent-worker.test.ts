import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { workerSilent } from './silent-worker.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A worker whose events the test sends, and whether it was found silent. */
function watched(begun = new Set<string>()) {
  const events: WorkerEvents = new EventEmitter()
  const found = vi.fn<(words: string) => void>()
  void workerSilent(events, { begun, concurrency: 2 }).then(found)
  return { emit: (name: string) => (events as EventEmitter).emit(name), found, begun }
}

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

test('a worker that asks for jobs is left alone, and found once it asks no more', async () => {
  const { emit, found } = watched()
  for (let asked = 0; asked < 10; asked += 1) {
    await seconds(30)
    emit('worker:getJob:start')
  }
  expect(found).not.toHaveBeenCalled()
  await seconds(66)
  expect(found).toHaveBeenCalledExactlyOnceWith('the worker has asked for no job for a minute')
})

test('one that is busy in all its lanes has nothing to ask for', async () => {
  const { found, begun } = watched(new Set(['1', '2']))
  await seconds(600)
  expect(found).not.toHaveBeenCalled()
  begun.delete('1')
  await seconds(66)
  expect(found).toHaveBeenCalledOnce()
})

test('one that is ending is not found', async () => {
  const { emit, found } = watched()
  emit('pool:gracefulShutdown')
  await seconds(600)
  expect(found).not.toHaveBeenCalled()
})
