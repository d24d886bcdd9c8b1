import { expect, onTestFinished, test } from 'vitest'
import { boundedWorkers } from './bounded-workers.ts'
import type { ToldJob } from './testing/told-worker.ts'

const never = 3_600_000

function open(limits: { cpuLimitMs?: number; wallLimitMs?: number; waiting?: number } = {}) {
  const file = new URL('./testing/told-worker.ts', import.meta.url)
  const pool = boundedWorkers<ToldJob, string>({ cpuLimitMs: never, waiting: 40, ...limits, file, workers: 1 })
  onTestFinished(() => pool.close())
  return pool
}

/** A door that a job waits at, which uses no CPU. */
function door() {
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const release = () => {
    Atomics.store(gate, 0, 1)
    Atomics.notify(gate, 0)
  }
  onTestFinished(release)
  return { gate, release }
}

test('a client with one job goes ahead of all but the running one of a client with four', async () => {
  const pool = open()
  const { gate, release } = door()
  const done: string[] = []
  const ask = (key: string, job: ToldJob) => pool.run({ client: { key }, job: () => job }).then((one) => done.push(one))
  const all = ['1', '2', '3', '4'].map((say) => ask('greedy', { say, gate }))
  all.push(ask('other', { say: 'other' }))
  release()
  await Promise.all(all)
  expect(done).toEqual(['1', 'other', '2', '3', '4'])
})

test('what nobody waits for any more is stopped when it runs, and never begun when it waits', async () => {
  const pool = open()
  const { gate } = door()
  const begun: string[] = []
  const gone = new AbortController()
  const strange = Array.from({ length: 5 }, (_, index) =>
    pool.run({
      client: { key: `stranger ${index}`, signal: gone.signal },
      job: () => {
        begun.push(`stranger ${index}`)
        return { say: '', gate }
      },
    }),
  )
  const failed = Promise.allSettled(strange)
  const honest = pool.run({ client: { key: 'honest' }, job: () => ({ say: 'honest' }) })
  gone.abort()
  expect(await honest).toBe('honest')
  expect((await failed).map((one) => one.status === 'rejected' && String(one.reason))).toEqual(
    Array.from({ length: 5 }, () => 'WorkerFailure: dropped'),
  )
  expect(begun).toEqual(['stranger 0'])
  await expect(
    pool.run({ client: { key: 'late', signal: gone.signal }, job: () => ({ say: '' }) }),
  ).rejects.toMatchObject({ reason: 'dropped' })
})

test('a job that uses up its CPU time is refused at once the second time, and another is not', async () => {
  const pool = open({ cpuLimitMs: 400, wallLimitMs: never })
  const client = { key: 'one' }
  let begun = 0
  const burn = () =>
    pool.run({
      client,
      name: 'slow file',
      job: () => {
        begun += 1
        return { say: '', burns: true }
      },
    })
  await expect(burn()).rejects.toMatchObject({ reason: 'timeout' })
  await expect(burn()).rejects.toMatchObject({ reason: 'timeout' })
  expect(begun).toBe(1)
  expect(await pool.run({ client, name: 'other file', job: () => ({ say: 'quick' }) })).toBe('quick')
})

test('a job that gets no CPU until its time by the clock is starved, and may come again', async () => {
  const pool = open({ wallLimitMs: 300 })
  const { gate, release } = door()
  const ask = () => pool.run({ client: { key: 'one' }, name: 'a file', job: () => ({ say: 'done', gate }) })
  await expect(ask()).rejects.toMatchObject({ reason: 'starved' })
  release()
  const late = open()
  expect(await late.run({ client: { key: 'one' }, name: 'a file', job: () => ({ say: 'done', gate }) })).toBe('done')
})

test('one client fills half of the waiting room', async () => {
  const pool = open({ waiting: 4 })
  const { gate, release } = door()
  const ask = (key: string) => pool.run({ client: { key }, job: () => ({ say: key, gate }) })
  const greedy = [ask('greedy'), ask('greedy'), ask('greedy')]
  await expect(ask('greedy')).rejects.toMatchObject({ reason: 'busy' })
  const other = ask('other')
  release()
  expect(await Promise.all([...greedy, other])).toEqual(['greedy', 'greedy', 'greedy', 'other'])
})

test('a job that cannot be made fails by itself', async () => {
  const pool = open()
  const fail = () => pool.run({ client: { key: 'one' }, job: () => Promise.reject(new Error('no such file')) })
  await expect(fail()).rejects.toThrow('no such file')
  expect(await pool.run({ client: { key: 'one' }, job: () => ({ say: 'next' }) })).toBe('next')
})
