import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { derived, readKeyEncryptionKey } from './key-encryption-key.ts'
import { seal, unseal } from './sealed.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'moqi-keys-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

test('the first start makes a key that only this user reads, and every later one finds it', () => {
  const made = readKeyEncryptionKey(null, directory)
  expect(made).toHaveLength(32)
  const folder = join(directory, 'keys')
  expect(readdirSync(folder)).toEqual(['key-encryption-key'])
  expect(statSync(join(folder, 'key-encryption-key')).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(readKeyEncryptionKey(null, directory)).toEqual(made)
})

test('a configured key is used as given and nothing is written', () => {
  expect(readKeyEncryptionKey('ab'.repeat(32), directory).toString('hex')).toBe('ab'.repeat(32))
  expect(readdirSync(directory)).toEqual([])
})

test('a key file that holds no key stops the start', () => {
  readKeyEncryptionKey(null, directory)
  for (const content of ['', 'ab'.repeat(16), 'not hex at all']) {
    writeFileSync(join(directory, 'keys', 'key-encryption-key'), content)
    expect(() => readKeyEncryptionKey(null, directory)).toThrow('holds no 32-byte key')
  }
})

test('keys for two purposes have nothing in common', () => {
  const key = randomBytes(32)
  expect(derived(key, 'captcha')).toEqual(derived(key, 'captcha'))
  expect(derived(key, 'captcha')).not.toEqual(derived(key, 'code'))
  expect(derived(randomBytes(32), 'captcha')).not.toEqual(derived(key, 'captcha'))
})

test('what is sealed opens with its key, for its purpose, unchanged, and in no other way', () => {
  const key = randomBytes(32)
  const secret = randomBytes(48)
  const sealed = seal(key, 'tenant key 1', secret)
  expect(unseal(key, 'tenant key 1', sealed)).toEqual(secret)
  expect(sealed.includes(secret)).toBe(false)
  expect(() => unseal(randomBytes(32), 'tenant key 1', sealed)).toThrow('authenticate')
  expect(() => unseal(key, 'tenant key 2', sealed)).toThrow('authenticate')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => unseal(key, 'tenant key 1', changed)).toThrow('authenticate')
  }
})

test('what is cut short does not open', () => {
  const key = randomBytes(32)
  const sealed = seal(key, 'x', randomBytes(8))
  for (let length = 0; length < sealed.length; length++) {
    expect(() => unseal(key, 'x', sealed.subarray(0, length))).toThrow(/authenticat|nonce|initialization|tag/i)
  }
})

test('one secret sealed twice looks different', () => {
  const key = randomBytes(32)
  expect(seal(key, 'x', Buffer.from('one'))).not.toEqual(seal(key, 'x', Buffer.from('one')))
})
