/** The answer's own words (checklist C0.2). */
export type Envelope<Data = unknown> = { code: number | string; message: string; data: Data }

/** How a request ended: with a status, after the time was up, or with no answer at all. */
export type CallEnding<Data = unknown> = { status: number; envelope: Envelope<Data> | null } | 'timeout' | 'no-answer'

/** What the client does about it (checklist X1–X7). */
export type Consequence =
  | { do: 'deliver' }
  | { do: 'refuse' }
  | { do: 'sign-in-again' }
  | { do: 'nothing' }
  | { do: 'go-to-401' }
  | { do: 'notify'; message: string }

/** Session expired (checklist K5): looked for first, whatever the status (Z6). */
const expired = -10

/** Reads an ending against the code that means success for this call. */
export function consequenceOf(ending: CallEnding, success: number | string): Consequence {
  if (ending === 'timeout') return { do: 'notify', message: 'Network request timed out' }
  if (ending === 'no-answer') return { do: 'notify', message: 'Server error!' }
  const { status, envelope } = ending
  if (envelope?.code === expired) return { do: 'sign-in-again' }
  if (status === 401) return { do: 'nothing' }
  if (status === 403) return { do: 'go-to-401' }
  return status >= 200 && status < 300 ? consequenceOfSuccess(envelope, success) : consequenceOfFault(envelope)
}

function consequenceOfSuccess(envelope: Envelope | null, success: number | string): Consequence {
  if (!envelope) return { do: 'notify', message: 'Server error!' }
  return envelope.code === success ? { do: 'deliver' } : { do: 'refuse' }
}

function consequenceOfFault(envelope: Envelope | null): Consequence {
  return envelope?.message ? { do: 'notify', message: envelope.message } : { do: 'nothing' }
}

declare global {
  /** What puts the server's words into the document's language as an answer is read; absent in Chinese. */
  var inLanguage: ((key: string, value: unknown) => unknown) | undefined
}

/**
 * The envelope in a body's text, or null if it is something else. Its `data` is taken as it is: the server has stripped
 * it with the call table that `Data` is made from, and the page comes from the same build.
 */
export function readEnvelope<Data = unknown>(text: string): Envelope<Data> | null {
  try {
    const body: { code?: unknown; message?: unknown; data: Data } | null = JSON.parse(text, globalThis.inLanguage)
    if (typeof body !== 'object' || body === null) return null
    const { code, message, data } = body
    if (typeof code !== 'number' && typeof code !== 'string') return null
    return { code, message: typeof message === 'string' ? message : '', data }
  } catch {
    return null
  }
}
