import { parentPort } from 'node:worker_threads'
import { inspectUpload } from './inspect-upload.ts'
import { type IntakeJob, type IntakeReply, ownMemory } from './intake-pool.ts'
import { IntakeRefusal } from './intake-refusal.ts'

/** One job after the other: the pool sends the next only after this reply. */
parentPort?.on('message', ({ bytes, limits, choices }: IntakeJob) => {
  void answer(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits, choices)
})

async function answer(bytes: Buffer, limits: IntakeJob['limits'], choices: IntakeJob['choices']): Promise<void> {
  const reply = await inspected(bytes, limits, choices)
  const memory = reply.kind === 'inspected' ? ownMemory(reply.value.bytes) : undefined
  parentPort?.postMessage(reply, memory ? [memory] : [])
}

async function inspected(
  bytes: Buffer,
  limits: IntakeJob['limits'],
  choices: IntakeJob['choices'],
): Promise<IntakeReply> {
  try {
    return { kind: 'inspected', value: await inspectUpload(bytes, limits, choices) }
  } catch (error) {
    if (error instanceof IntakeRefusal) return { kind: 'refused', reason: error.reason, detail: error.detail }
    throw error
  }
}
