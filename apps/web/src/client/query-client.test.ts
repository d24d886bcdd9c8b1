import { expect, test } from 'vitest'
import { CallFailure, CallRefusal } from './call-error.ts'
import { queryClient } from './query-client.ts'

const retry = queryClient.getDefaultOptions().queries?.retry
const repeats = (error: Error) => [0, 1, 2].map((count) => typeof retry === 'function' && retry(count, error))

test.each(['HTTP 500', 'HTTP 503', 'no-answer', 'timeout'])('a read is repeated twice after %s (K3)', (fault) => {
  expect(repeats(new CallFailure(fault))).toEqual([true, true, false])
})

test.each(['HTTP 400', 'HTTP 401', 'HTTP 403', 'HTTP 413', 'HTTP 415'])(
  'after %s it is not: the same question has the same answer',
  (fault) => {
    expect(repeats(new CallFailure(fault))).toEqual([false, false, false])
  },
)

test('nor is it after a refusal', () => {
  expect(repeats(new CallRefusal({ code: 404, message: '', data: null }))).toEqual([false, false, false])
})
