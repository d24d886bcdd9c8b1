import { expect, test } from 'vitest'
import { isListed, isNetwork } from './network-list.ts'

test('an address is listed by itself or by its network, an IPv4 one also where it comes as IPv6', () => {
  const networks = ['203.0.113.7', '198.51.100.0/24', '2001:db8::/32']
  const inside = ['203.0.113.7', '::ffff:203.0.113.7', '198.51.100.255', '2001:db8:1::9']
  const outside = ['203.0.113.8', '198.51.101.1', '2001:db9::1', '::ffff:203.0.113.8', 'localhost', '']
  expect(inside.filter((address) => !isListed(address, networks))).toEqual([])
  expect(outside.filter((address) => isListed(address, networks))).toEqual([])
  expect(isListed('203.0.113.7', [])).toBe(false)
})

test('what is neither an address nor a network is none', () => {
  const none = ['', '0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0', 'fe80::1%eth0', '10.0.0.0/8/8', 'example.com']
  expect(none.filter(isNetwork)).toEqual([])
  expect(['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'].filter((text) => !isNetwork(text))).toEqual([])
})
