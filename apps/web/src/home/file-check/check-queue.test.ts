import { expect, test } from 'vitest'
import { checkQueue, newCheck, nextInQueue, shutOut, type CheckQueue } from './check-queue.ts'

const pdf = (name: string) => ({ name, size: 1000, type: 'application/pdf' })
const empty: CheckQueue = { checks: [], shown: null }

test('a PDF of 50 MB passes and one byte more does not', () => {
  expect(shutOut({ name: 'a.pdf', size: 50 * 1024 * 1024, type: '' })).toBeNull()
  expect(shutOut({ name: 'a.pdf', size: 50 * 1024 * 1024 + 1, type: '' })).toBe('文件大小不能超过50MB')
})

test('a phone that names the type but not the ending may send a PDF', () => {
  expect(shutOut({ name: '合同', size: 9, type: 'application/pdf' })).toBeNull()
  expect(shutOut({ name: '合同.docx', size: 9, type: '' })).toContain('仅支持PDF和OFD')
  expect(shutOut({ name: '发票.OFD', size: 9, type: '' })).toBeNull()
})

test('an empty file is refused before it is sent', () => {
  expect(shutOut({ name: 'a.pdf', size: 0, type: '' })).toBe('文件是空的，请重新选择')
})

test('files go one after another in the order they came', () => {
  let queue = checkQueue(empty, { do: 'add', checks: [newCheck(1, pdf('a.pdf')), newCheck(2, pdf('b.pdf'))] })
  expect(queue.shown).toBe(1)
  expect(nextInQueue(queue)?.id).toBe(1)
  queue = checkQueue(queue, { do: 'move', id: 1, to: { phase: 'sending', part: 0 } })
  expect(nextInQueue(queue)).toBeNull()
  queue = checkQueue(queue, { do: 'move', id: 1, to: { phase: 'refused', message: 'x', again: true } })
  expect(nextInQueue(queue)?.id).toBe(2)
})

test('a refused file never waits for its turn', () => {
  const queue = checkQueue(empty, { do: 'add', checks: [newCheck(1, { name: 'a.txt', size: 3, type: 'text/plain' })] })
  expect(nextInQueue(queue)).toBeNull()
})

test('a new phase replaces what the old one held', () => {
  const queue = checkQueue(empty, { do: 'add', checks: [newCheck(7, pdf('a.pdf'))] })
  const sent = checkQueue(queue, { do: 'move', id: 7, to: { phase: 'sending', part: 0.5 } })
  const back = checkQueue(sent, { do: 'move', id: 7, to: { phase: 'waiting' } })
  expect(back.checks[0]).toEqual({ id: 7, fileName: 'a.pdf', fileSize: 1000, phase: 'waiting' })
})
