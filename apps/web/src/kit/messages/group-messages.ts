import { formatDate } from '@moqi/domain/time/format-date'
import type { Message } from './message-keys.ts'

/** Messages that stand as one, the newest first; `by` is what they have in common. */
export type MessageGroup = { by: 'contract' | 'kind'; messages: readonly [Message, ...Message[]] }

/** From how many on those of one kind and day stand as one. */
const fewest = 3

const contractOf = ({ path }: Message) => new URL(path, 'https://moqi.invalid').searchParams.get('signId')
const kindAndDay = ({ kind, createTime }: Message) => `${kind} ${formatDate(createTime, '{y}-{m}-{d}')}`

/**
 * Messages, newest first, as they are shown: those about one contract stand as one, and of the others those of one kind
 * and day from three on; each group where its newest message stands.
 */
export function groupMessages(messages: readonly Message[]): MessageGroup[] {
  const byContract = grouped(messages, (message) => contractOf(message) ?? message.messageId)
  const alone = byContract.filter((group) => group.length === 1).map(([message]) => message)
  const together = grouped(alone, kindAndDay).filter((group) => group.length >= fewest)
  const placed = new Set(together.flat())
  return [
    ...byContract
      .filter(([first]) => !placed.has(first))
      .map((group) => ({ by: 'contract' as const, messages: group })),
    ...together.map((group) => ({ by: 'kind' as const, messages: group })),
  ].toSorted((a, b) => messages.indexOf(a.messages[0]) - messages.indexOf(b.messages[0]))
}

function grouped(messages: readonly Message[], keyOf: (message: Message) => string): [Message, ...Message[]][] {
  const groups = new Map<string, [Message, ...Message[]]>()
  for (const message of messages) {
    const known = groups.get(keyOf(message))
    if (known) known.push(message)
    else groups.set(keyOf(message), [message])
  }
  return [...groups.values()]
}
