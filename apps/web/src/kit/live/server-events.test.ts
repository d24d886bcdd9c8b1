import { expect, it } from 'vitest'
import { eventReader } from './server-events.ts'

const text = ':\n\nevent: counters\ndata: {"iSign":1}\n\n:\n\nevent: contract\ndata: {"signId":"a"}\n\n'
const events = [
  { event: 'counters', data: { iSign: 1 } },
  { event: 'contract', data: { signId: 'a' } },
]

it.each([1, 2, 7, 1000])('reads the same events from pieces of %i characters', (size) => {
  const read = eventReader()
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
  expect(pieces.flatMap((piece) => read(piece))).toEqual(events)
})

it('passes over what is no event of ours', () => {
  const read = eventReader()
  expect(read('data: {"iSign"\n\nid: 7\n\nretry: 1\r\n\r\ndata: 1\n\n')).toEqual([{ event: 'message', data: 1 }])
})

it('waits for the end of an event', () => {
  const read = eventReader()
  expect(read('event: contract\ndata: {}\n')).toEqual([])
  expect(read('\n')).toEqual([{ event: 'contract', data: {} }])
})
