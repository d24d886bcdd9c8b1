import { parentPort } from 'node:worker_threads'
import { inspectPdf } from './inspect-pdf.ts'
import { type IntakeJob, type IntakeReply, ownMemory } from './intake-pool.ts'
import { IntakeRefusal } from './intake-refusal.ts'

/** One job after the other: the pool sends the next only after this reply. */
parentPort?.on('message', ({ bytes, limits }: IntakeJob) => {
  void answer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits)
})

async function answer(bytes: Buffer, limits: IntakeJob['limits']): Promise<void> {
  const reply = await inspected(bytes, limits)
  const memory = reply.kind === 'inspected' ? ownMemory(reply.value.bytes) : undefined
  parentPort?.postMessage(reply, memory ? [memory] : [])
}

async function inspected(bytes: Buffer, limits: IntakeJob['limits']): Promise<IntakeReply> {
  try {
    return { kind: 'inspected', value: await inspectPdf(bytes, limits) }
  } catch (error) {
    if (error instanceof IntakeRefusal) return { kind: 'refused', reason: error.reason, detail: error.detail }
    throw error
  }
}
