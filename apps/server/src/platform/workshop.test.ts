import { boundedWorkers } from '@moqi/pdf/workers/bounded-workers'
import { expect, onTestFinished, test } from 'vitest'
import { openWorkshop, openWorkshopThreads, type VerifiedFile, type VerifyJob } from './workshop.ts'

/** A workshop whose verifiers never come to an end with a slow file, and answer at once for any other. */
function scene(cpuLimitMs: number, slowly: string) {
  const source = `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ bytes }) => {
      if (Buffer.from(bytes).includes('slow')) { ${slowly} } else parentPort.postMessage({ verdict: 'unsigned' })
    })`
  const file = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  const verifiers = () => boundedWorkers<VerifyJob, VerifiedFile>({ file, workers: 1, waiting: 32, cpuLimitMs })
  const threads = { ...openWorkshopThreads(), verifiers: verifiers(), ownVerifiers: verifiers() }
  const workshop = openWorkshop({ roots: [], crls: async () => [], now: () => 0, threads })
  onTestFinished(async () => {
    await Promise.all([workshop.close(), threads.verifiers.close(), threads.ownVerifiers.close()])
  })
  return workshop
}

const never = 3_600_000
const file = (name: string) => ({ sha256: name, read: async () => Buffer.from(name) })

test('strangers with slow files hold up neither our own documents nor, once they have gone, anybody else', async () => {
  const workshop = scene(never, '')
  const gone = Array.from({ length: 5 }, () => new AbortController())
  const strange = Promise.allSettled(
    gone.map(({ signal }, index) => workshop.for({ key: '127.0.0.2', signal }).verify(file(`slow ${index}`))),
  )
  expect(await workshop.verifyOwn(Buffer.from('a finished contract'))).toEqual({ verdict: 'unsigned' })
  const honest = workshop.for({ key: '127.0.0.3' }).verify(file('honest'))
  // The one that runs leaves first: four of the same stranger wait, and stand behind whoever has used nothing.
  gone[0]?.abort()
  expect(await honest).toEqual({ verdict: 'unsigned' })
  for (const one of gone) one.abort()
  expect((await strange).map(({ status }) => status)).toEqual(gone.map(() => 'rejected'))
})

test('a file that has used up its CPU time is too complex, the second time without being read', async () => {
  const workshop = scene(400, 'for (;;) Math.hypot(3, 4)')
  let reads = 0
  const slow = {
    sha256: 'slow',
    read: async () => {
      reads += 1
      return Buffer.from('slow')
    },
  }
  const verify = () => workshop.for({ key: 'one' }).verify(slow)
  await expect(verify()).rejects.toMatchObject({ code: 'file/too-complex' })
  await expect(verify()).rejects.toMatchObject({ code: 'file/too-complex' })
  expect(reads).toBe(1)
})
