import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import { fileKind } from '../file-kind.ts'
import type { IntakeRefusal } from '../intake-refusal.ts'
import { lockedPackage, oleFile } from '../testing/locked-office.ts'
import { openOle } from './ole-file.ts'
import { isLockedOffice, unlockOffice } from './unlock-office.ts'

/** Written by LibreOffice 7.4 from one line of text, under this password or none. */
const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url))
const password = '墨契-2026'

const reasonOf = (work: () => unknown): string => {
  try {
    work()
  } catch (error) {
    return (error as IntakeRefusal).reason
  }
  return 'none'
}

const word = unlockOffice(fixture('加密.docx'), password)

describe.each([
  ['加密.docx', 'docx', fixture('加密.docx')],
  ['加密.doc', 'doc', fixture('加密.doc')],
  ['agile encryption', 'docx', lockedPackage(word, password)],
])('%s', (_, kind, locked) => {
  test('is known as locked by its bytes', () => {
    expect(fileKind(locked)).toBe('locked')
  })

  test('asks for its password, and knows a wrong one', () => {
    expect(reasonOf(() => unlockOffice(locked, ''))).toBe('encrypted')
    for (const wrong of ['墨契-2027', '墨契-2026 ', 'x']) {
      expect(reasonOf(() => unlockOffice(locked, wrong))).toBe('wrong-password')
    }
  })

  test('opens to a document that asks for none', () => {
    const opened = unlockOffice(locked, password)
    expect(fileKind(opened)).toBe(kind)
  })

  test('is refused, not misread, wherever it is cut off or changed', () => {
    for (let at = 512; at < locked.length; at += 613) {
      const reason = reasonOf(() => unlockOffice(locked.subarray(0, at), password))
      expect(['damaged', 'locked-office', 'wrong-password', 'none']).toContain(reason)
      const changed = Buffer.from(locked)
      changed[at] = (changed[at] ?? 0) ^ 0xff
      const after = reasonOf(() => unlockOffice(changed, password))
      expect(['damaged', 'locked-office', 'wrong-password', 'too-complex', 'encrypted', 'none']).toContain(after)
    }
  })
})

test('a Word 97 document under a password says the same as its plain twin', () => {
  const [opened, plain] = [unlockOffice(fixture('加密.doc'), password), fixture('未加密.doc')]
  const text = Buffer.from('保密协议：甲方与乙方约定如下。', 'utf16le')
  expect(isLockedOffice(plain)).toBe(false)
  expect(fixture('加密.doc').includes(text)).toBe(false)
  expect(openOle(plain).read('WordDocument')?.includes(text)).toBe(true)
  expect(openOle(opened).read('WordDocument')?.includes(text)).toBe(true)
})

test('agile encryption gives every byte back, and a changed package is damaged', () => {
  const content = Buffer.alloc(20_001, 'Moqi')
  const locked = lockedPackage(content, password)
  expect(unlockOffice(locked, password).equals(content)).toBe(true)
  const at = openOle(locked).read('EncryptedPackage')?.subarray(5000, 5016) ?? Buffer.alloc(1)
  const changed = Buffer.from(locked)
  changed.fill(0, locked.indexOf(at), locked.indexOf(at) + 16)
  expect(reasonOf(() => unlockOffice(changed, password))).toBe('damaged')
})

test('a lock of more turns than anybody needs is refused before the first', () => {
  const locked = lockedPackage(word, password, 10_000_000)
  expect(reasonOf(() => unlockOffice(locked, password))).toBe('too-complex')
})

test('an OLE2 file is read whatever the size of its streams, and chains that do not end are refused', () => {
  const streams = { small: Buffer.alloc(100, 1), exact: Buffer.alloc(4096, 2), large: Buffer.alloc(70_000, 3) }
  const file = oleFile(streams)
  for (const [name, bytes] of Object.entries(streams)) expect(openOle(file).read(name)?.equals(bytes)).toBe(true)
  expect(openOle(file).read('other')).toBeUndefined()
  const circular = Buffer.from(file)
  const table = (circular.readUInt32LE(0x4c) + 1) * 512
  for (let index = 0; index < 128; index++) circular.writeUInt32LE(0, table + index * 4)
  expect(reasonOf(() => openOle(circular).read('large'))).toBe('damaged')
})

/** An OLE2 file of 20 MB whose table names its sectors as told, and whose directory is one circle. */
function circularFile(named: (index: number) => number): Buffer {
  const file = Buffer.alloc(20 * 1024 * 1024)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file)
  file.writeUInt16LE(9, 0x1e)
  file.writeUInt16LE(6, 0x20)
  file.writeUInt32LE(0xfffffffe, 0x44)
  for (let index = 0; index < 109; index++) file.writeUInt32LE(named(index), 0x4c + index * 4)
  for (let sector = 0; sector < 109; sector++) {
    for (let entry = 0; entry < 128; entry++) {
      file.writeUInt32LE((sector * 128 + entry + 1) % (109 * 128), (sector + 1) * 512 + entry * 4)
    }
  }
  Buffer.from('WordDocument', 'utf16le').copy(file, file.length - 100)
  return file
}

test.each([
  ['one sector for all', () => 0, 1_000],
  ['each sector once', (index: number) => index, 30_000],
])('a 20 MB file whose table is %s and whose directory has no end costs few steps', (_what, named, most) => {
  const file = circularFile(named)
  const reads = vi.spyOn(file, 'readUInt32LE')
  const parts = vi.spyOn(Buffer.prototype, 'readUInt32LE')
  expect(reasonOf(() => fileKind(file))).toBe('damaged')
  const steps = reads.mock.calls.length + parts.mock.calls.length
  parts.mockRestore()
  expect(steps).toBeLessThan(most)
})
