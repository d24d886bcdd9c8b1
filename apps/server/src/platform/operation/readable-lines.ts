import type { DestinationStream } from 'pino'

const shownApart = new Set(['time', 'level', 'message', 'pid', 'hostname', 'error'])

/** Turns the log's JSON lines into text for somebody who sits at the terminal. */
export const readableLines = (write: (text: string) => void): DestinationStream => ({
  write: (line) => write(readable(line)),
})

function readable(line: string): string {
  const record: Record<string, unknown> = JSON.parse(line)
  const fields = Object.entries(record).filter(([name]) => !shownApart.has(name))
  const head = `${String(record.time).slice(11, 23)} ${String(record.level)} ${String(record.message)}`
  return `${[head, ...fields.map(([name, value]) => `${name}=${String(value)}`)].join(' ')}\n${errorText(record.error)}`
}

function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const { name, message, stack, cause } = Object(error)
  const frames = String(stack)
    .split('\n')
    .map((frame) => `    ${frame}\n`)
  return `  ${String(name)}: ${String(message)}\n${frames.join('')}${errorText(cause)}`
}
