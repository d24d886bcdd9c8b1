import { ownMemory } from './own-memory.ts'
import type { IntakeJob, IntakeReply } from './intake-worker.ts'
import type { WordFacts } from './word-facts.ts'
import { boundedWorkers, WorkerFailure } from '@moqi/pdf/workers/bounded-workers'
import type { Inspected } from './inspect-pdf.ts'
import { type IntakeChoices, type IntakeLimits, intakeLimits, IntakeRefusal } from './intake-refusal.ts'

/** Inspection in worker threads. */
export interface IntakePool {
  /**
   * As inspectUpload, within 10 s and bounded memory, else IntakeRefusal too-complex. The bytes are moved, not
   * copied: use the result's bytes afterwards. Throws WorkerFailure when too many files wait or the pool is closed.
   */
  inspect(bytes: Buffer, choices?: IntakeChoices): Promise<Inspected>
  /** As unlockOffice, under the same bounds; the bytes are moved as well. */
  unlock(bytes: Buffer, password: string): Promise<Buffer>
  /** As wordFacts, under the same bounds; the bytes are moved as well. */
  wordFacts(docx: Buffer): Promise<WordFacts>
  close(): Promise<void>
}

/** Opens a pool; `workers` (default 1) inspect at a time, `waiting` (default 32) files may queue. */
export function intakePool({
  workers = 1,
  waiting = 32,
  timeLimitMs = 10_000,
  limits = intakeLimits,
}: Partial<{ workers: number; waiting: number; timeLimitMs: number; limits: IntakeLimits }> = {}): IntakePool {
  const pool = boundedWorkers<IntakeJob, IntakeReply>({
    file: new URL('./intake-worker.ts', import.meta.url),
    workers,
    waiting,
    timeLimitMs,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  const run = async (task: IntakeJob['task'], bytes: Buffer, choices: IntakeChoices) => {
    const memory = ownMemory(bytes) ?? new Uint8Array(bytes).buffer
    const reply = await pool.run({ task, bytes: new Uint8Array(memory), limits, choices }, [memory]).catch(asRefusal)
    if (reply.kind === 'refused') throw new IntakeRefusal(reply.reason, reply.detail)
    return reply
  }
  return {
    async inspect(bytes, choices = {}) {
      const reply = await run('inspect', bytes, choices)
      if (reply.kind !== 'inspected') throw new Error('the worker did something else')
      return { ...reply.value, bytes: asBuffer(reply.value.bytes) }
    },
    async unlock(bytes, password) {
      const reply = await run('unlock', bytes, { password })
      if (reply.kind !== 'unlocked') throw new Error('the worker did something else')
      return asBuffer(reply.bytes)
    },
    async wordFacts(docx) {
      const reply = await run('word-facts', docx, {})
      if (reply.kind !== 'word-facts') throw new Error('the worker did something else')
      return reply.value
    },
    close: () => pool.close(),
  }
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

/** A file that exhausts its worker is too complex; a full queue says nothing about the file. */
function asRefusal(error: unknown): IntakeReply {
  if (!(error instanceof WorkerFailure) || error.reason === 'busy' || error.reason === 'closed') throw error
  return { kind: 'refused', reason: 'too-complex', detail: error.reason }
}
