import { warn } from '../ui/toast-store.ts'
import type { Envelope } from './call-ending.ts'

/** The server's "no" with its words (checklist C0.3). `reason` names the cause, `data` holds what else it told. */
export class CallRefusal extends Error {
  // Declared, not initialized: fields are lowered for Safari 15, which would cost every page the functions for it.
  declare readonly code: number | string
  declare readonly reason: string | null
  declare readonly data: Record<string, unknown>

  constructor({ code, message, data }: Envelope) {
    super(message)
    this.name = 'CallRefusal'
    this.code = code
    this.data = typeof data === 'object' && data !== null ? { ...data } : {}
    this.reason = typeof this.data.reason === 'string' ? this.data.reason : null
  }
}

/** A call that came to nothing; the client has already said what there was to say. */
export class CallFailure extends Error {
  constructor(message?: string) {
    super(message)
    this.name = 'CallFailure'
  }
}

/** Shows a refusal as a closable warning (checklist X7); a failure has been announced already. */
export function showRefusal(error: unknown) {
  if (error instanceof CallRefusal) warn(error.message)
}
