import { expect, test } from 'vitest'
import { deliveryFault } from './delivery-fault.ts'

test.each([
  ['isv.MOBILE_NUMBER_ILLEGAL 无效号码', '手机号不存在或格式不正确'],
  ['FailedOperation.PhoneNumberInBlacklist x', '对方已拒收此类短信'],
  ['UNDELIV', '手机号是空号或已停机'],
  ['isv.BUSINESS_LIMIT_CONTROL 触发小时级流控', '发送过于频繁，被运营商限制'],
  ['550 5.1.1 user unknown', '邮箱不存在或拒收'],
  ['isv.AMOUNT_NOT_ENOUGH', '短信余额不足，请联系平台客服'],
  ['XY:0042 what', '网关未能送达（XY:0042）'],
])('%s is told as %s', (fault, words) => {
  expect(deliveryFault(fault)).toBe(words)
})
