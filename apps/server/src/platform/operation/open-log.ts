import { stderr } from 'node:process'
import pino, { type DestinationStream } from 'pino'
import { errorRecord } from './error-record.ts'
import type { Log } from './log.ts'
import { allowedFields } from './log-fields.ts'
import { plainSentence } from './plain-sentence.ts'
import { readableLines } from './readable-lines.ts'

/**
 * The server's log: a JSON object a line, with time, level, message and the fields that may leave. It goes to standard
 * error, and there to a terminal as text.
 */
export function openLog(to: DestinationStream = standardError()): Log {
  const logger = pino(
    {
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    to,
  )
  return (line, detail, level = detail instanceof Error ? 'error' : 'warn') =>
    logger[level](recordOf(detail), plainSentence(line))
}

function recordOf(detail: unknown): Record<string, unknown> {
  if (detail instanceof Error) return { error: errorRecord(detail) }
  if (typeof detail === 'object' && detail !== null) return allowedFields(detail)
  return typeof detail === 'string' ? { detail: plainSentence(detail) } : {}
}

/** Written before the call returns: what a server says last must not be lost with it. */
const standardError = (): DestinationStream =>
  stderr.isTTY ? readableLines((text) => stderr.write(text)) : pino.destination({ fd: 2, sync: true })
