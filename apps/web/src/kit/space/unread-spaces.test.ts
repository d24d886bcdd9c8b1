import { expect, test } from 'vitest'
import { CallFailure, CallRefusal } from '../../client/call-error.ts'
import { unreadReason } from './unread-spaces.ts'

test('why the spaces could not be read is said in the server’s words if it had any (C79)', () => {
  expect(unreadReason(new CallRefusal({ code: 423, message: '账号已停用', data: null }))).toBe('账号已停用')
  for (const fault of [new CallFailure('HTTP 500'), new CallFailure('no-answer'), null])
    expect(unreadReason(fault)).toBe('网络或服务器暂时不可用，登录仍然有效。')
})
