import { expect, test } from 'vitest'
import { isWeChat } from './wechat.ts'

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E MicroMessenger/8.0.49', true],
  [
    'Mozilla/5.0 (Linux; Android 14) Chrome/116.0 Mobile Safari/537.36 XWEB/1160 MMWEBSDK/2024 MicroMessenger/8.0',
    true,
  ],
  ['Mozilla/5.0 (iPhone) wxwork/4.1.20', true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E Safari/604.1', false],
  ['', false],
])('%s', (agent, inside) => {
  expect(isWeChat(agent)).toBe(inside)
})
