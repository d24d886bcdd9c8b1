import { ownMemory } from './own-memory.ts'
import type { IntakeJob, IntakeReply } from './intake-worker.ts'
import type { WordFacts } from './word-facts.ts'
import { boundedWorkers, type WorkClient, WorkerFailure } from '@moqi/pdf/workers/bounded-workers'
import type { FileKind } from './file-kind.ts'
import type { Inspected } from './inspect-pdf.ts'
import { type IntakeChoices, type IntakeLimits, intakeLimits, IntakeRefusal } from './intake-refusal.ts'

/** A file to look at, for whom: read when its turn has come and then moved to the worker. `key` names the bytes. */
export interface IntakeRequest {
  readonly client: WorkClient
  readonly bytes: () => Buffer | Promise<Buffer>
  readonly key?: string | undefined
}

/**
 * Inspection in worker threads, each within 10 s of CPU time and bounded memory, else IntakeRefusal too-complex, for a
 * while at once. Throws WorkerFailure when that says nothing about the file.
 */
export interface IntakePool {
  /** As fileKind. */
  kind(file: IntakeRequest): Promise<FileKind>
  /** As inspectUpload. */
  inspect(file: IntakeRequest, choices?: IntakeChoices): Promise<Inspected>
  /** As unlockOffice. */
  unlock(file: IntakeRequest, password: string): Promise<Buffer>
  /** As wordFacts. */
  wordFacts(docx: IntakeRequest): Promise<WordFacts>
  close(): Promise<void>
}

/** Opens a pool; `workers` (default 1) inspect at a time, `waiting` (default 32) files may queue. */
export function intakePool({
  workers = 1,
  waiting = 32,
  cpuLimitMs = 10_000,
  limits = intakeLimits,
}: Partial<{ workers: number; waiting: number; cpuLimitMs: number; limits: IntakeLimits }> = {}): IntakePool {
  const pool = boundedWorkers<IntakeJob, IntakeReply>({
    file: new URL('./intake-worker.ts', import.meta.url),
    workers,
    waiting,
    cpuLimitMs,
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  })
  const run = async (task: IntakeJob['task'], { client, bytes, key }: IntakeRequest, choices: IntakeChoices) => {
    const job = async (): Promise<IntakeJob> => {
      const given = await bytes()
      return { task, bytes: new Uint8Array(ownMemory(given) ?? new Uint8Array(given).buffer), limits, choices }
    }
    const name = key && `${task} ${key}`
    const reply = await pool.run({ client, name, job, transfer }).catch(asRefusal)
    if (reply.kind === 'refused') throw new IntakeRefusal(reply.reason, reply.detail)
    return reply
  }
  return {
    async kind(file) {
      const reply = await run('kind', file, {})
      if (reply.kind !== 'kind') throw new Error('the worker did something else')
      return reply.value
    },
    async inspect(file, choices = {}) {
      const reply = await run('inspect', file, choices)
      if (reply.kind !== 'inspected') throw new Error('the worker did something else')
      return { ...reply.value, bytes: asBuffer(reply.value.bytes) }
    },
    async unlock(file, password) {
      const reply = await run('unlock', file, { password })
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

/** The memory of its bytes is moved to the worker. */
const transfer = ({ bytes: { buffer } }: IntakeJob) => (buffer instanceof ArrayBuffer ? [buffer] : [])

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength)

/** A file that exhausts its worker is too complex; whatever else ends its job says nothing about the file. */
function asRefusal(error: unknown): IntakeReply {
  const isFiles = error instanceof WorkerFailure && (error.reason === 'timeout' || error.reason === 'ended')
  if (!isFiles) throw error
  return { kind: 'refused', reason: 'too-complex', detail: error.reason }
}
