import { Worker } from 'node:worker_threads'
import type { Head, Layout, Slot } from '@moqi/signing/append/layout'
import { type WorkClient, WorkerFailure } from '@moqi/pdf/workers/bounded-workers'
import { fairTurns } from '@moqi/pdf/workers/fair-turns'
import { watchWork } from '@moqi/pdf/workers/watch-work'
import type { SigningKey } from '@moqi/trust/cms/signing-key'
import { type FieldPlan, FreezeRefusal } from '@moqi/signing/freeze/field-plan'
import { requireClock } from '#src/platform/authority/clock-check.ts'
import { isTimestampOutage } from '#src/platform/authority/timestamp-outage.ts'
import type { SigningAuthority } from '#src/platform/authority/signing-authority.ts'
import { requireNoConnection } from '#src/platform/database/held-connection.ts'
import { asRefusal } from './work-refusal.ts'
import type { FreezeAnswer, FreezeTask, KeyAnswer, KeyQuestion } from './freeze-messages.ts'

/** The freezing increment of a document, and what signing it will need. */
export type FrozenDocument = {
  increment: Buffer
  layout: Layout
  slots: Slot[]
  head: Head
  /** The certification could not be time-stamped; a document time-stamp has to follow. */
  awaitingTimestamp: boolean
}

/** Freezes documents in a worker, one at a time; its clients take turns. */
export type FreezePool = {
  /** The same pool at work for somebody else; by itself it works for the platform. */
  for: (client: WorkClient) => FreezePool
  /**
   * Throws `FreezeRefusal`; refuses `service/unavailable` without a certificate or a right clock, and what takes too
   * long or finds too many waiting. Any other error is a bug.
   */
  freeze: (bytes: Buffer, plan: FieldPlan) => Promise<FrozenDocument>
  close: () => Promise<void>
}

/** Whom a worker may ask while it freezes. */
type Asked = { key: SigningKey } & Pick<SigningAuthority, 'timestamps'>

/** A thread that freezes one document at a time, for whoever asks. */
export type FreezeThread = {
  /** Rejects for a bug, or with a WorkerFailure. */
  freeze: (client: WorkClient, task: FreezeTask, asked: Asked) => Promise<FreezeAnswer>
  close: () => Promise<void>
}

const cpuLimitMs = 30_000
/** Documents that may wait. */
const waiting = 64

async function answerKey(question: KeyQuestion, { key, timestamps }: Asked, to: Worker): Promise<void> {
  const data = Buffer.from(question.data)
  const { id } = question
  try {
    const bytes = await (question.kind === 'sign' ? key.sign(data) : timestamps(data))
    to.postMessage({ kind: 'answer', id, bytes } satisfies KeyAnswer)
  } catch (error) {
    to.postMessage({
      kind: 'answer',
      id,
      failure: String(error),
      outage: isTimestampOutage(error),
    } satisfies KeyAnswer)
  }
}

/** Opens a thread that begins with the first document; freezing takes 30 s of CPU time at most. */
export function openFreezeThread(): FreezeThread {
  let worker: Worker | null = null
  const turn = fairTurns(waiting)

  function run(task: FreezeTask, asked: Asked): Promise<FreezeAnswer> {
    const current = (worker ??= new Worker(new URL('./freeze-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 400 },
    }))
    return new Promise((resolve, reject) => {
      const watch = watchWork(current, { cpuLimitMs }, (reason) => end(new WorkerFailure(reason)))
      const onMessage = (message: FreezeAnswer | KeyQuestion) => {
        if ('id' in message) void answerKey(message, asked, current)
        else settle(() => resolve(message))
      }
      const end = (error: Error) => {
        worker = null
        void current.terminate()
        settle(() => reject(error))
      }
      const settle = (done: () => void) => {
        void watch.stop()
        current.off('message', onMessage)
        current.off('error', end)
        done()
      }
      current.on('message', onMessage)
      current.on('error', end)
      current.postMessage(task)
    })
  }

  return {
    freeze: (client, task, asked) => turn(client, () => run(task, asked)),
    async close() {
      await worker?.terminate()
    },
  }
}

/** Freezes in a thread of its own unless it is given one, which is closed with the pool. */
export function openFreezePool(
  { certifier, timestamps, clock, notice }: Pick<SigningAuthority, 'certifier' | 'timestamps' | 'clock' | 'notice'>,
  now: () => number,
  thread: FreezeThread = openFreezeThread(),
): FreezePool {
  const workFor = (client: WorkClient): FreezePool => ({
    for: workFor,
    async freeze(bytes, plan) {
      requireNoConnection('freezing')
      const key = await certifier()
      const task = { kind: 'freeze', identity: key.identity, bytes, plan, at: now(), notice } as const
      const document = frozen(await thread.freeze(client, task, { key, timestamps }).catch(asRefusal))
      requireClock(clock())
      return document
    },
    close: () => thread.close(),
  })
  return workFor({ key: 'platform' })
}

function frozen(answer: FreezeAnswer): FrozenDocument {
  if (answer.kind === 'frozen') {
    const { layout, slots, head, awaitingTimestamp } = answer
    return { increment: Buffer.from(answer.increment), layout, slots, head, awaitingTimestamp }
  }
  if (answer.reason) throw new FreezeRefusal(answer.reason, answer.message)
  throw new Error(answer.message)
}
