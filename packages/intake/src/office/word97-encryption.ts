import { rc4 } from '@moqi/pdf/decrypt/rc4'
import { createHash, timingSafeEqual } from 'node:crypto'
import { IntakeRefusal } from '../intake-refusal.ts'
import type { OleFile } from './ole-file.ts'

/**
 * How Word 97 to 2003, and WPS to this day, lock a binary document ([MS-DOC] §2.2.6, [MS-OFFCRYPTO] §2.3.5, §2.3.6).
 */

const flagsAt = 0x0a
const lockAt = 0x0e
const isEncrypted = 0x0100
const usesSecondTable = 0x0200
const isObfuscated = 0x8000
/** The document stream is plain so far; its key stream runs over these bytes all the same. */
const plainHead = 68
const block = 512

/** Whether a binary Word document asks for a password to be opened. */
export function isLockedWord(ole: OleFile): boolean {
  const document = ole.read('WordDocument')
  return document !== undefined && document.length >= 32 && (document.readUInt16LE(flagsAt) & isEncrypted) !== 0
}

/**
 * The document without its password. Throws IntakeRefusal: `wrong-password`, `locked-office` for a way we do not
 * know.
 */
export function unlockWord(ole: OleFile, password: string): Buffer {
  const document = ole.read('WordDocument')
  if (!document || document.length < plainHead) throw new IntakeRefusal('damaged', 'a Word document without head')
  const flags = document.readUInt16LE(flagsAt)
  if ((flags & isObfuscated) !== 0) throw new IntakeRefusal('locked-office', 'XOR obfuscation')
  const tableName = (flags & usesSecondTable) === 0 ? '0Table' : '1Table'
  const table = ole.read(tableName)
  const headLength = document.readUInt32LE(lockAt)
  if (!table || table.length < headLength) throw new IntakeRefusal('damaged', 'a Word document without table')
  const keyOf = provenKey(table.subarray(0, headLength), Buffer.from(password, 'utf16le'))
  const opened = decrypted(document, keyOf, plainHead)
  opened.writeUInt16LE(flags & ~isEncrypted, flagsAt)
  opened.writeUInt32LE(0, lockAt)
  const streams = new Map([
    ['WordDocument', opened],
    [tableName, decrypted(table, keyOf, headLength)],
  ])
  const data = ole.read('Data')
  if (data && data.length > 0) streams.set('Data', decrypted(data, keyOf, 0))
  return ole.replaced(streams)
}

/** The RC4 key of a block of 512 bytes. */
type KeyOf = (index: number) => Buffer

function provenKey(head: Buffer, secret: Buffer): KeyOf {
  if (head.length < 52) throw new IntakeRefusal('damaged', 'a lock that is cut off')
  const [major, minor] = [head.readUInt16LE(0), head.readUInt16LE(2)]
  if (major === 1 && minor === 1) return provenOffice97(head.subarray(4), secret)
  if (minor === 2 && major >= 2 && major <= 4) return provenCryptoApi(head, secret)
  throw new IntakeRefusal('locked-office', `encryption ${major}.${minor}`)
}

/** §2.3.6.2: MD5 and 40 bits. */
function provenOffice97(verifier: Buffer, secret: Buffer): KeyOf {
  const salt = verifier.subarray(0, 16)
  const start = digest('md5', secret).subarray(0, 5)
  const mixed = digest('md5', ...Array.from({ length: 16 }, () => [start, salt]).flat()).subarray(0, 5)
  const keyOf: KeyOf = (index) => digest('md5', mixed, littleEndian(index))
  const plain = rc4(keyOf(0), verifier.subarray(16, 48))
  return checked(keyOf, digest('md5', plain.subarray(0, 16)), plain.subarray(16))
}

/** §2.3.5.2: SHA-1 and 40 to 128 bits. */
function provenCryptoApi(head: Buffer, secret: Buffer): KeyOf {
  const headerLength = head.readUInt32LE(8)
  const verifierAt = 12 + headerLength
  if (headerLength < 20 || verifierAt + 60 > head.length) throw new IntakeRefusal('damaged', 'a lock without verifier')
  const bits = head.readUInt32LE(12 + 16) || 40
  const verifier = head.subarray(verifierAt)
  const start = digest('sha1', verifier.subarray(4, 20), secret)
  const keyOf: KeyOf = (index) => {
    const key = digest('sha1', start, littleEndian(index)).subarray(0, Math.min(16, bits / 8))
    return bits === 40 ? Buffer.concat([key, Buffer.alloc(11)]) : key
  }
  const plain = rc4(keyOf(0), Buffer.concat([verifier.subarray(20, 36), verifier.subarray(40, 60)]))
  return checked(keyOf, digest('sha1', plain.subarray(0, 16)), plain.subarray(16, 36))
}

function checked(keyOf: KeyOf, hash: Buffer, expected: Buffer): KeyOf {
  if (hash.length !== expected.length || !timingSafeEqual(hash, expected)) throw new IntakeRefusal('wrong-password')
  return keyOf
}

/** The stream with all but its first `plain` bytes decrypted, block by block. */
function decrypted(stream: Buffer, keyOf: KeyOf, plain: number): Buffer {
  const out = Buffer.alloc(stream.length)
  for (let at = 0; at < stream.length; at += block)
    rc4(keyOf(at / block), stream.subarray(at, at + block)).copy(out, at)
  stream.copy(out, 0, 0, plain)
  return out
}

function digest(hash: string, ...parts: Buffer[]): Buffer {
  const sum = createHash(hash)
  for (const part of parts) sum.update(part)
  return sum.digest()
}

function littleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
