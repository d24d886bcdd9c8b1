import { expect, test } from 'vitest'
import { filesOnDisk } from '../testing/foreign-judge.ts'
import { isPkcs11Uri, readPkcs11Uri } from './pkcs11-key.ts'

const { pin } = filesOnDisk({ pin: '1234 ü\n' })

test.each([
  ['a file URI', `pin-source=file:${pin}`],
  ['a file URI with an empty host', `pin-source=file://${pin}`],
  ['a path', `pin-source=${pin}`],
  ['the value itself', 'pin-value=1234%20%C3%BC'],
])('the PIN comes from %s', (_, source) => {
  expect(readPkcs11Uri(`pkcs11:token=moqi%20hsm;object=kek?module-path=/usr/lib/p11.so&${source}`)).toEqual({
    settings: { module: '/usr/lib/p11.so', token: 'moqi hsm', pin: '1234 ü' },
    object: 'kek',
  })
})

test.each([
  ['no token', 'pkcs11:object=kek?module-path=/a&pin-value=1'],
  ['no key', 'pkcs11:token=a?module-path=/a&pin-value=1'],
  ['no module', 'pkcs11:token=a;object=kek?pin-value=1'],
  ['no PIN', 'pkcs11:token=a;object=kek?module-path=/a'],
  ['another scheme', 'https:token=a;object=kek?module-path=/a&pin-value=1'],
])('%s is refused with what is needed', (_, uri) => {
  expect(() => readPkcs11Uri(uri)).toThrow('a PKCS#11 URI needs')
})

test('only that scheme is one', () => {
  expect(isPkcs11Uri('pkcs11:token=a')).toBe(true)
  expect(isPkcs11Uri('ab'.repeat(32))).toBe(false)
})
