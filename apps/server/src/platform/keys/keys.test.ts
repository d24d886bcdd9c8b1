import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeAesKey, hasSoftToken, newSoftToken } from '@moqi/trust/testing/soft-token'
import { Pkcs11Token } from '@moqi/trust/hsm/pkcs11-token'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#src/platform/config.ts'
import { keyEncryption, KeyUnknown, localKey, sealedUnder } from './key-encryption.ts'
import { derived, keyFiles, readKeyEncryptionKey, replaceKeyFile } from './key-encryption-key.ts'
import { openKeyEncryption } from './open-key-encryption.ts'
import { seal, unseal } from './sealed.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'moqi-keys-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

describe('the key file', () => {
  test('is made at the first start for this user alone, and found at every later one', () => {
    const made = readKeyEncryptionKey(directory)
    expect(made).toHaveLength(32)
    const folder = join(directory, 'keys')
    expect(readdirSync(folder)).toEqual(['key-encryption-key'])
    expect(statSync(join(folder, 'key-encryption-key')).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(readKeyEncryptionKey(directory)).toEqual(made)
  })

  test('stops the start when it holds no key', () => {
    readKeyEncryptionKey(directory)
    for (const content of ['', 'ab'.repeat(16), 'not hex at all']) {
      writeFileSync(join(directory, 'keys', 'key-encryption-key'), content)
      expect(() => readKeyEncryptionKey(directory)).toThrow('holds no 32-byte key')
    }
  })

  test('is replaced by a new one and stays beside it, for this user alone', () => {
    const first = readKeyEncryptionKey(directory)
    replaceKeyFile(directory)
    expect(readKeyEncryptionKey(directory)).not.toEqual(first)
    replaceKeyFile(directory)
    expect(keyFiles(directory)).toHaveLength(3)
    for (const path of keyFiles(directory)) expect(statSync(path).mode & 0o777).toBe(0o600)
  })
})

test('keys for two purposes have nothing in common', () => {
  const key = randomBytes(32)
  expect(derived(key, 'captcha')).toEqual(derived(key, 'captcha'))
  expect(derived(key, 'captcha')).not.toEqual(derived(key, 'code'))
  expect(derived(randomBytes(32), 'captcha')).not.toEqual(derived(key, 'captcha'))
})

describe('what is sealed', () => {
  test('opens with its key, for its purpose, unchanged, and in no other way', () => {
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

  test('does not open when cut short', () => {
    const key = randomBytes(32)
    const sealed = seal(key, 'x', randomBytes(8))
    for (let length = 0; length < sealed.length; length++) {
      expect(() => unseal(key, 'x', sealed.subarray(0, length))).toThrow(/authenticat|nonce|initialization|tag/i)
    }
  })

  test('looks different each time', () => {
    const key = randomBytes(32)
    expect(seal(key, 'x', Buffer.from('one'))).not.toEqual(seal(key, 'x', Buffer.from('one')))
  })
})

describe('key encryption', () => {
  const old = localKey(randomBytes(32))
  const secret = randomBytes(32)

  test('names the key that sealed it, and a ring with that key opens it', async () => {
    const sealed = await keyEncryption(() => [old]).seal('a', secret)
    expect(sealedUnder(sealed)).toBe(old.id)
    const ring = keyEncryption(
      () => [localKey(randomBytes(32))],
      () => [old],
    )
    expect(await ring.unseal('a', sealed)).toEqual(secret)
    expect(sealedUnder(await ring.seal('a', secret))).not.toBe(old.id)
  })

  test('opens nothing under a key it does not have, for another purpose, or under a borrowed name', async () => {
    const sealed = await keyEncryption(() => [old]).seal('a', secret)
    const other = localKey(randomBytes(32))
    const ring = keyEncryption(() => [other])
    await expect(ring.unseal('a', sealed)).rejects.toThrow(KeyUnknown)
    await expect(keyEncryption(() => [old]).unseal('b', sealed)).rejects.toThrow('authenticate')
    const renamed = Buffer.from(sealed)
    renamed.write(other.id, 4, 'hex')
    await expect(ring.unseal('a', renamed)).rejects.toThrow('authenticate')
    for (const foreign of [Buffer.alloc(0), Buffer.alloc(60), sealed.subarray(0, 11)]) {
      await expect(ring.unseal('a', foreign)).rejects.toThrow(KeyUnknown)
    }
  })

  test('the id of a key says nothing of the key', () => {
    const key = randomBytes(32)
    expect(localKey(key).id).toMatch(/^[0-9a-f]{16}$/)
    expect(key.toString('hex')).not.toContain(localKey(key).id)
  })
})

const opened = async (settings: { keyEncryptionKey?: string; previousKeys?: string[] }) =>
  openKeyEncryption({ keyEncryptionKey: null, previousKeys: [], dataDir: directory, ...settings })

describe('the configured keys', () => {
  test('a new key file is used without a restart, and the old one still opens', async () => {
    const { keyEncryption: keys } = await opened({})
    const sealed = await keys.seal('a', Buffer.from('secret'))
    replaceKeyFile(directory)
    expect(await keys.unseal('a', sealed)).toEqual(Buffer.from('secret'))
    expect(sealedUnder(await keys.seal('a', Buffer.from('secret')))).not.toBe(sealedUnder(sealed))
  })

  test('a configured key is used as given, and nothing is written', async () => {
    const { keyEncryption: keys } = await opened({ keyEncryptionKey: 'ab'.repeat(32) })
    expect(await keys.sealingKey()).toBe(localKey(Buffer.from('ab'.repeat(32), 'hex')).id)
    expect(readdirSync(directory)).toEqual([])
  })

  test('going from the file to a configured key, and from that to another one, leaves nothing shut', async () => {
    const file = await (await opened({})).keyEncryption.seal('a', Buffer.from('one'))
    const second = await opened({ keyEncryptionKey: 'ab'.repeat(32) })
    expect(await second.keyEncryption.unseal('a', file)).toEqual(Buffer.from('one'))
    const sealed = await second.keyEncryption.seal('a', Buffer.from('two'))
    const path = join(directory, 'kek')
    writeFileSync(path, `${'cd'.repeat(32)}\n`)
    const third = await opened({ keyEncryptionKey: `file:${path}`, previousKeys: ['ab'.repeat(32)] })
    expect(await third.keyEncryption.unseal('a', sealed)).toEqual(Buffer.from('two'))
    expect(await third.keyEncryption.sealingKey()).toBe(localKey(Buffer.from('cd'.repeat(32), 'hex')).id)
  })

  test.skipIf(!hasSoftToken)('a key in a token seals and opens beside local ones (needs SoftHSM2)', async () => {
    const { module, token: label, pin } = newSoftToken()
    const token = new Pkcs11Token({ module, token: label, pin })
    await makeAesKey(token, 'kek')
    await token.close()
    const uri = `pkcs11:token=${label};object=kek?module-path=${module}&pin-value=${pin}`
    const { keyEncryption: keys, close } = await opened({ keyEncryptionKey: uri, previousKeys: ['ab'.repeat(32)] })
    const sealed = await keys.seal('a', Buffer.from('secret'))
    const local = await (await opened({ keyEncryptionKey: 'ab'.repeat(32) })).keyEncryption.seal('a', Buffer.from('x'))
    expect(await keys.unseal('a', sealed)).toEqual(Buffer.from('secret'))
    expect(await keys.unseal('a', local)).toEqual(Buffer.from('x'))
    await expect(keys.unseal('b', sealed)).rejects.toMatchObject({ name: 'Pkcs11Failure' })
    await close()
    await expect(opened({ keyEncryptionKey: uri.replace('object=kek', 'object=other') })).rejects.toThrow(
      'no key other',
    )
  })
})

const kek = (MOQI_KEK: string) => readConfig({ MOQI_KEK }).keyEncryptionKey

test('a key setting is hex, a file or a token, and is not repeated when it is none of them', () => {
  expect(kek('AB'.repeat(32))).toBe('AB'.repeat(32))
  expect(kek('file:/run/kek')).toBe('file:/run/kek')
  for (const wrong of ['ab'.repeat(31), '/run/kek', 'FILE:/run/kek', 'my secret']) {
    expect(() => kek(wrong)).toThrow(/^MOQI_KEK is neither 64 hex digits nor file:… nor pkcs11:…$/)
  }
  expect(readConfig({ MOQI_KEK_PREVIOUS: ` file:/a  ${'cd'.repeat(32)} ` }).previousKeys).toEqual([
    'file:/a',
    'cd'.repeat(32),
  ])
})
