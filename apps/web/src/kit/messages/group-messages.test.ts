import { expect, test } from 'vitest'
import { groupMessages } from './group-messages.ts'
import type { Message } from './message-keys.ts'

let written = 0
const noon = Date.UTC(2026, 10, 20, 4)
const message = (kind: string, path: string, createTime = noon): Message => {
  written += 1
  return { messageId: `m${written}`, kind, label: kind, text: path, path, createTime, isRead: 'no' }
}
const shown = (...messages: Message[]) =>
  groupMessages(messages).map(({ by, messages: group }) => [by, group.map(({ kind, path }) => `${kind} ${path}`)])

test('what happens to one contract stands as one, where the newest of it stands', () => {
  const [one, other] = ['/temp-info?signId=1', '/temp-info?signId=2']
  const messages = [message('finished', one), message('cc', other), message('toSign', '/signing?signId=1')]
  expect(shown(...messages)).toEqual([
    ['contract', [`finished ${one}`, 'toSign /signing?signId=1']],
    ['contract', [`cc ${other}`]],
  ])
})

test('three of one kind and day about different contracts stand as one, two do not', () => {
  const asked = [1, 2, 3].map((n) => message('toSign', `/signing?signId=${n}`))
  const invited = [
    message('invited', '/user-space/company-join-list'),
    message('invited', '/user-space/company-join-list'),
  ]
  expect(shown(...asked, ...invited).map(([by, group]) => [by, group?.length])).toEqual([
    ['kind', 3],
    ['contract', 1],
    ['contract', 1],
  ])
})

test('days are kept apart, as people in China count them', () => {
  const midnight = Date.UTC(2026, 10, 20, 16)
  const asked = [midnight + 1, midnight, midnight - 1].map((at, n) => message('toSign', `/signing?signId=${n}`, at))
  expect(shown(...asked).map(([by]) => by)).toEqual(['contract', 'contract', 'contract'])
})

test('every message is shown once', () => {
  const messages = Array.from({ length: 40 }, (_, n) => message(n % 3 ? 'toSign' : 'cc', `/signing?signId=${n % 7}`))
  const all = groupMessages(messages).flatMap((group) => group.messages.map(({ messageId }) => messageId))
  expect(all.toSorted()).toEqual(messages.map(({ messageId }) => messageId).toSorted())
})
