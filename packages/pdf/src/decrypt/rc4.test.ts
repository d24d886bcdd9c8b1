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
