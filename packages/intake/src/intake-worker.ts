import { ownMemory } from './own-memory.ts'
import type { Inspected } from './inspect-pdf.ts'
import { parentPort } from 'node:worker_threads'
import { type FileKind, fileKind } from './file-kind.ts'
import { inspectUpload } from './inspect-upload.ts'
import { IntakeRefusal, type IntakeChoices, type IntakeLimits, type IntakeRefusalReason } from './intake-refusal.ts'
import { unlockOffice } from './office/unlock-office.ts'
import { wordFacts, type WordFacts } from './word-facts.ts'

/** What goes to the worker. */
export interface IntakeJob {
  /** Tell a file's kind, judge an upload, open an Office file by its password, read what a docx says about itself. */
  readonly task: 'kind' | 'inspect' | 'unlock' | 'word-facts'
  readonly bytes: Uint8Array
  readonly limits: IntakeLimits
  readonly choices: IntakeChoices
}

/** What comes back. */
export type IntakeReply =
  | { readonly kind: 'kind'; readonly value: FileKind }
  | { readonly kind: 'inspected'; readonly value: Inspected }
  | { readonly kind: 'unlocked'; readonly bytes: Uint8Array }
  | { readonly kind: 'word-facts'; readonly value: WordFacts }
  | { readonly kind: 'refused'; readonly reason: IntakeRefusalReason; readonly detail: string }

/** One job after the other: the pool sends the next only after this reply. */
parentPort?.on('message', (job: IntakeJob) => {
  void answer(job)
})

async function answer(job: IntakeJob): Promise<void> {
  const reply = await done(job)
  const bytes = bytesOf(reply)
  const memory = bytes && ownMemory(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  parentPort?.postMessage(reply, memory ? [memory] : [])
}

function bytesOf(reply: IntakeReply): Uint8Array | undefined {
  if (reply.kind === 'inspected') return reply.value.bytes
  return reply.kind === 'unlocked' ? reply.bytes : undefined
}

async function done({ task, bytes: given, limits, choices }: IntakeJob): Promise<IntakeReply> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength)
  try {
    if (task === 'kind') return { kind: 'kind', value: fileKind(bytes) }
    if (task === 'unlock') return { kind: 'unlocked', bytes: unlockOffice(bytes, choices.password ?? '') }
    if (task === 'word-facts') return { kind: 'word-facts', value: wordFacts(bytes) }
    return { kind: 'inspected', value: await inspectUpload(bytes, limits, choices) }
  } catch (error) {
    if (error instanceof IntakeRefusal) return { kind: 'refused', reason: error.reason, detail: error.detail }
    throw error
  }
}
