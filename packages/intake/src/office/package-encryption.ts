import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { IntakeRefusal } from '../intake-refusal.ts'
import type { OleFile } from './ole-file.ts'

/** How Office 2007 and later lock a document: the whole package is one encrypted stream ([MS-OFFCRYPTO] §2.3.4). */

/** Office itself asks for 100 000 rounds; the specification allows so many that a file could occupy us for minutes. */
const mostRounds = 1_000_000
const segment = 4096

const damaged = (detail: string) => new IntakeRefusal('damaged', detail)
const wrong = () => new IntakeRefusal('wrong-password')
const unknown = (detail: string) => new IntakeRefusal('locked-office', detail)

/** The package behind a password. Throws IntakeRefusal: `wrong-password`, `locked-office` for a way we do not know. */
export function unlockPackage(ole: OleFile, password: string): Buffer {
  const info = ole.read('EncryptionInfo')
  const locked = ole.read('EncryptedPackage')
  if (!info || info.length < 8 || !locked || locked.length < 8) throw damaged('a locked package without its parts')
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)]
  const secret = Buffer.from(password, 'utf16le')
  const body = locked.subarray(8)
  const opened =
    major === 4 && minor === 4
      ? openAgile(info.subarray(8), { locked, body }, secret)
      : openStandard(info, minor, body, secret)
  const length = Number(locked.readBigUInt64LE(0))
  if (length > opened.length) throw damaged('a locked package that is cut off')
  return opened.subarray(0, length)
}

type Attributes = ReadonlyMap<string, string>

const blockKeys = {
  verifier: Buffer.from('fea7d2763b4b9e79', 'hex'),
  verifierHash: Buffer.from('d7aa0f6d3061344e', 'hex'),
  key: Buffer.from('146e0be7abacd0d6', 'hex'),
  hmacKey: Buffer.from('5fb2ad010cb9e1f6', 'hex'),
  hmacValue: Buffer.from('a0677f02b22c8433', 'hex'),
}

const hashNames: ReadonlyMap<string, string> = new Map([
  ['SHA1', 'sha1'],
  ['SHA-1', 'sha1'],
  ['SHA256', 'sha256'],
  ['SHA384', 'sha384'],
  ['SHA512', 'sha512'],
])

/** Agile encryption (§2.3.4.10): AES in CBC, what it is done with told in XML. */
function openAgile(info: Buffer, { locked, body }: { locked: Buffer; body: Buffer }, secret: Buffer): Buffer {
  const xml = info.toString('utf8')
  const data = attributesOf(xml, 'keyData')
  const own = attributesOf(xml, 'encryptedKey')
  const [hash, dataHash] = [hashOf(own), hashOf(data)]
  const salt = bytesOf(own, 'saltValue')
  const rounds = numberOf(own, 'spinCount')
  if (rounds > mostRounds) throw new IntakeRefusal('too-complex', `${rounds} rounds`)
  const keyLength = numberOf(own, 'keyBits') / 8
  const stretched = stretch(hash, Buffer.concat([salt, secret]), rounds)
  const opened = (name: string, block: Buffer) =>
    aes('cbc', fitted(digest(hash, stretched, block), keyLength), fitted(salt, 16), bytesOf(own, name))
  const verifier = opened('encryptedVerifierHashInput', blockKeys.verifier).subarray(0, salt.length)
  const expected = opened('encryptedVerifierHashValue', blockKeys.verifierHash)
  if (!same(digest(hash, verifier), expected)) throw wrong()
  const key = opened('encryptedKeyValue', blockKeys.key).subarray(0, numberOf(data, 'keyBits') / 8)
  const dataSalt = bytesOf(data, 'saltValue')
  const vector = (suffix: Buffer) => fitted(digest(dataHash, dataSalt, suffix), 16)
  checkIntact(xml, locked, (bytes, block) => aes('cbc', key, vector(block), bytes), dataHash)
  const whole = body.subarray(0, body.length - (body.length % 16))
  const parts: Buffer[] = []
  for (let index = 0; index * segment < whole.length; index++) {
    const part = whole.subarray(index * segment, (index + 1) * segment)
    parts.push(aes('cbc', key, vector(littleEndian(index)), part))
  }
  return Buffer.concat(parts)
}

/** §2.3.4.14: a package that was changed after it was locked is damaged. */
function checkIntact(xml: string, locked: Buffer, open: (bytes: Buffer, block: Buffer) => Buffer, hash: string): void {
  if (!xml.includes('dataIntegrity')) return
  const integrity = attributesOf(xml, 'dataIntegrity')
  const length = digest(hash).length
  const key = open(bytesOf(integrity, 'encryptedHmacKey'), blockKeys.hmacKey).subarray(0, length)
  const expected = open(bytesOf(integrity, 'encryptedHmacValue'), blockKeys.hmacValue)
  if (!same(createHmac(hash, key).update(locked).digest(), expected)) throw damaged('a locked package that was changed')
}

/** Standard encryption (§2.3.4.5): AES in ECB, SHA-1, 50 000 rounds. */
function openStandard(info: Buffer, minor: number, body: Buffer, secret: Buffer): Buffer {
  if (minor !== 2 || info.length < 12) throw unknown('neither agile nor standard encryption')
  const headerLength = info.readUInt32LE(8)
  const verifierAt = 12 + headerLength
  if (headerLength < 20 || verifierAt + 72 > info.length) throw damaged('a lock without verifier')
  // CALG_AES_128 to CALG_AES_256.
  const algorithm = info.readUInt32LE(12 + 8)
  if (algorithm < 0x660e || algorithm > 0x6610) throw unknown(`algorithm ${algorithm}`)
  const keyLength = info.readUInt32LE(12 + 16) / 8
  const salt = info.subarray(verifierAt + 4, verifierAt + 20)
  const final = digest('sha1', stretch('sha1', Buffer.concat([salt, secret]), 50_000), littleEndian(0))
  const half = (byte: number) => {
    const pad = Buffer.alloc(64, byte)
    for (const [index, value] of final.entries()) pad[index] = value ^ byte
    return digest('sha1', pad)
  }
  const key = Buffer.concat([half(0x36), half(0x5c)]).subarray(0, keyLength)
  const verifier = aes('ecb', key, null, info.subarray(verifierAt + 20, verifierAt + 36))
  const expected = aes('ecb', key, null, info.subarray(verifierAt + 40, verifierAt + 72))
  if (!same(digest('sha1', verifier), expected)) throw wrong()
  return aes('ecb', key, null, body.subarray(0, body.length - (body.length % 16)))
}

/**
 * Attributes of the first element of that local name; a locked document's own few elements, no document of the world.
 */
function attributesOf(xml: string, element: string): Attributes {
  const found = new RegExp(`<(?:\\w+:)?${element}\\s([^>]{0,4000})`).exec(xml)?.[1]
  if (found === undefined) throw damaged(`a lock without ${element}`)
  return new Map([...found.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]))
}

function bytesOf(attributes: Attributes, name: string): Buffer {
  const bytes = Buffer.from(attributes.get(name) ?? '', 'base64')
  if (bytes.length === 0) throw damaged(`a lock without ${name}`)
  return bytes
}

function numberOf(attributes: Attributes, name: string): number {
  const value = Number(attributes.get(name))
  if (!Number.isSafeInteger(value) || value < 0) throw damaged(`a lock without ${name}`)
  return value
}

function hashOf(attributes: Attributes): string {
  const hash = hashNames.get(attributes.get('hashAlgorithm') ?? '')
  const isAesCbc = attributes.get('cipherAlgorithm') === 'AES' && attributes.get('cipherChaining') === 'ChainingModeCBC'
  if (hash === undefined || !isAesCbc) throw unknown('another cipher or hash')
  return hash
}

function stretch(hash: string, start: Buffer, rounds: number): Buffer {
  let value = digest(hash, start)
  const count = Buffer.alloc(4)
  for (let round = 0; round < rounds; round++) {
    count.writeUInt32LE(round)
    value = digest(hash, count, value)
  }
  return value
}

function aes(mode: 'cbc' | 'ecb', key: Buffer, vector: Buffer | null, bytes: Buffer): Buffer {
  if (![16, 24, 32].includes(key.length) || bytes.length % 16 !== 0) throw damaged('a lock of no length AES has')
  const cipher = createDecipheriv(`aes-${key.length * 8}-${mode}`, key, vector).setAutoPadding(false)
  return Buffer.concat([cipher.update(bytes), cipher.final()])
}

function digest(hash: string, ...parts: Buffer[]): Buffer {
  const sum = createHash(hash)
  for (const part of parts) sum.update(part)
  return sum.digest()
}

/** Cut, or filled up with 0x36 (§2.3.4.11). */
const fitted = (bytes: Buffer, length: number): Buffer =>
  Buffer.concat([bytes, Buffer.alloc(Math.max(0, Math.min(length, 64) - bytes.length), 0x36)]).subarray(0, length)

function littleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Whether what was decrypted begins with the hash; ciphers fill it up to whole blocks. */
const same = (hash: Buffer, padded: Buffer): boolean =>
  padded.length >= hash.length && timingSafeEqual(hash, padded.subarray(0, hash.length))
