import { expect, test } from 'vitest'
import { maskAddress } from '../identity/address.ts'
import { agentName } from './agent-name.ts'
import { guessBound } from './guess-bound.ts'
import { accountLimits } from './limits.ts'
import { signInMethods, trustsDevice, type SignInMethod } from './sign-in.ts'

test('a code is guessed less than five times in a million, and once in twenty thousand days at most', () => {
  const { perCode, perHour, perDay } = guessBound(accountLimits.smsCode)
  expect(perCode).toBeLessThan(5 / 1_000_000)
  expect(perHour).toBeLessThan(25 / 1_000_000)
  expect(perDay).toBeLessThan(1 / 20_000)
})

test('the bound follows its limits', () => {
  const limits = { digits: 6, wrongTries: 5, resendMs: 60_000, perPhoneHour: 5, perPhoneDay: 10 }
  expect(guessBound(limits).perCode).toBe(5 / 1_000_000)
  expect(guessBound({ ...limits, digits: 4 }).perCode).toBe(5 / 10_000)
  expect(guessBound({ ...limits, resendMs: 1_800_000 }).perHour).toBeCloseTo(10 / 1_000_000, 9)
  expect(guessBound({ ...limits, perPhoneDay: 1 }).perHour).toBe(guessBound({ ...limits, perPhoneDay: 1 }).perDay)
})

const trusting = (remember: boolean) =>
  (Object.keys(signInMethods) as SignInMethod[]).filter((method) => trustsDevice(method, remember))

test('only what is remembered, a code, a key and registering make a device trusted', () => {
  expect(trusting(false)).toEqual(['code', 'sms', 'register', 'key', 'certificate'])
  expect(trusting(true)).toEqual(['account', 'code', 'sms', 'register', 'key', 'certificate', 'recovery'])
})

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36`, 'Windows · Chrome', false],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/126.0 Safari/537.36 Edg/126.0`, 'Windows · Edge', false],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605 Version/17.5 Safari/605', 'Mac · Safari', false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Linux · Firefox', false],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E MicroMessenger/8.0', 'iPhone · 微信', true],
  [`Mozilla/5.0 (Linux; Android 14; Mate 70) ${webkit} Chrome/126 Mobile Safari/537`, '安卓 · Chrome', true],
  [`Mozilla/5.0 (Phone; OpenHarmony 5.0) ${webkit} Chrome/114 ArkWeb/4.1 Mobile`, '鸿蒙 · 华为浏览器', true],
  ['curl/8.5.0', '未知设备', false],
  ['', '未知设备', false],
])('the agent %s is %s', (agent, name, handheld) => {
  expect(agentName(agent)).toEqual({ name, handheld })
})

test.each([
  ['115.236.20.18', '115.236.*.18'],
  ['::ffff:115.236.20.18', '115.236.*.18'],
  ['2409:8a28:1:2::5', '2409:8a28:*'],
  ['', ''],
])('the address %s is shown as %s', (address, shown) => {
  expect(maskAddress(address)).toBe(shown)
})
