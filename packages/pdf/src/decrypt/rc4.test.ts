import { expect, test } from 'vitest'
import { rc4 } from './rc4.ts'

test.each([
  ['Key', 'Plaintext', 'bbf316e8d940af0ad3'],
  ['Wiki', 'pedia', '1021bf0420'],
  ['Secret', 'Attack at dawn', '45a01f645fc35b383552544b9bf5'],
])('RC4 with the key %s', (key, plain, sealed) => {
  expect(rc4(Buffer.from(key), Buffer.from(plain)).toString('hex')).toBe(sealed)
  expect(rc4(Buffer.from(key), Buffer.from(sealed, 'hex')).toString()).toBe(plain)
})

test.each([
  ['0102030405', 'b2396305f03dc027ccc3524a0a1118a8'],
  ['0102030405060708090a0b0c0d0e0f10', '9ac7cc9a609d1ef7b2932899cde41b97'],
])('the key stream of %s is that of RFC 6229', (key, stream) => {
  expect(rc4(Buffer.from(key, 'hex'), Buffer.alloc(16)).toString('hex')).toBe(stream)
})
