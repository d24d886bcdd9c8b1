import { allowedFields } from './log-fields.ts'
import { plainSentence } from './plain-sentence.ts'

/** What the log says of an error: where it came from, and of its words those that can be nobody's data. */
export type ErrorRecord = {
  name: string
  message: string
  /** The frames, one a line; what stood before them is the message. */
  stack: string
  cause?: ErrorRecord
} & Record<string, unknown>

const deepest = 4

/** `depth` counts the causes above it. */
export function errorRecord(error: Error, depth = 0): ErrorRecord {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    ...allowedFields(error),
    name: plainSentence(error.name),
    message: plainSentence(error.message),
    stack: frames.map((line) => line.trim()).join('\n'),
    ...(error.cause instanceof Error && depth < deepest && { cause: errorRecord(error.cause, depth + 1) }),
  }
}
