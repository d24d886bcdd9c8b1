import { expect, test } from 'vitest'
import { readTrustedProxies } from './trusted-proxies.ts'

test.each([
  ['', false],
  ['0', false],
  ['1', 1],
  ['2', 2],
  ['127.0.0.1', ['127.0.0.1']],
  ['10.0.0.0/8, 127.0.0.1,fd00::/8', ['10.0.0.0/8', '127.0.0.1', 'fd00::/8']],
])('%j is read as %j', (setting, proxies) => {
  expect(readTrustedProxies(setting)).toEqual(proxies)
})

test.each([
  'true',
  '-1',
  '1.5',
  '100',
  'nginx',
  '10.0.0.0/33',
  '0.0.0.0/0',
  '::/0',
  '10.0.0.0/8,',
  'fe80::1%eth0',
  '10.0.0.0/8/8',
])('%j stops the start', (setting) => {
  expect(() => readTrustedProxies(setting)).toThrow(/MOQI_TRUST_PROXY/)
})
