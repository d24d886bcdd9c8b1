import { expect, test } from 'vitest'
import { resultOf } from './batch-run.ts'

const answer = {
  successNumber: 1,
  failArray: [{ signId: 'b', taskName: '采购合同', message: '合同已被撤回' }],
  approveArray: [{ signId: 'c', approveId: 'x' }],
}
const running = { answer: null, ended: null }
const ended = { answer, ended: 2 }
const nothing = new Map()

test('while it runs a contract is signed once an event says so, or once it is read so', () => {
  expect(resultOf(running, { signId: 'a' }, nothing, undefined)).toEqual({ state: 'running' })
  expect(resultOf(running, { signId: 'a' }, new Map([['a', 'iSign']]), undefined)).toEqual({ state: 'running' })
  expect(resultOf(running, { signId: 'a' }, new Map([['a', 'finish']]), undefined)).toEqual({ state: 'signed' })
  expect(resultOf(running, { signId: 'a' }, new Map([['a', 'otherSign']]), undefined)).toEqual({ state: 'signed' })
  expect(resultOf(running, { signId: 'a' }, nothing, { signerStatus: 'signed' })).toEqual({ state: 'signed' })
})

test('the answer says of each what became of it', () => {
  const results = ['a', 'b', 'c'].map((signId) => resultOf(ended, { signId }, nothing, undefined))
  expect(results).toEqual([{ state: 'signed' }, { state: 'failed', message: '合同已被撤回' }, { state: 'approving' }])
})

test('what is found signed was not left unsigned, and without an answer nobody says that it was', () => {
  expect(resultOf(ended, { signId: 'b' }, nothing, { signerStatus: 'signed' })).toEqual({ state: 'signed' })
  expect(resultOf({ answer: null, ended: 2 }, { signId: 'a' }, nothing, undefined)).toEqual({ state: 'unknown' })
})
