import type { Head, Layout, Slot } from '@moqi/signing/append/layout'
import type { FieldPlan, FreezeRefusalReason } from '@moqi/signing/freeze/field-plan'
import type { Identity } from '@moqi/trust/cms/signing-key'

/**
 * What a worker is asked to freeze: file bytes, who certifies, when (ms), and the notice of a certificate for tests.
 */
export type FreezeTask = {
  kind: 'freeze'
  identity: Identity
  bytes: Uint8Array
  plan: FieldPlan
  at: number
  notice: string | null
}

/** What the worker asks of the keys, which stay in the main thread: `data` to be signed or time-stamped. */
export type KeyQuestion = { kind: 'sign' | 'timestamp'; id: number; data: Uint8Array }

/** `outage`: no time-stamp is to be had, and the document is certified without one. */
export type KeyAnswer = { kind: 'answer'; id: number; bytes?: Uint8Array; failure?: string; outage?: boolean }

/** What became of a task; `reason` when the document is refused, null when it is a bug. */
export type FreezeAnswer =
  | { kind: 'frozen'; increment: Uint8Array; layout: Layout; slots: Slot[]; head: Head; awaitingTimestamp: boolean }
  | { kind: 'failed'; reason: FreezeRefusalReason | null; message: string }
