import { unlockOffice } from '../office/unlock-office.ts'
import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto'

/** Documents locked the way Word 2010 and later, and WPS, do it: agile encryption in an OLE2 file. */

const sector = 512
const small = 64
const smallBelow = 4096
const [free, end, tableMark] = [0xffffffff, 0xfffffffe, 0xfffffffd]

/** An OLE2 file with these streams at its root ([MS-CFB]). */
export function oleFile(streams: Readonly<Record<string, Buffer>>): Buffer {
  const entries = Object.entries(streams).toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
  const sectors: Buffer[] = []
  const next: number[] = []
  const put = (bytes: Buffer): number => {
    const first = sectors.length
    const count = Math.ceil(bytes.length / sector)
    for (let index = 0; index < count; index++) {
      sectors.push(padded(bytes.subarray(index * sector, (index + 1) * sector), sector))
      next.push(index === count - 1 ? end : first + index + 1)
    }
    return count === 0 ? end : first
  }
  const smallNext: number[] = []
  const smallParts: Buffer[] = []
  const places = entries.map(([, bytes]) => {
    if (bytes.length >= smallBelow) return put(bytes)
    const first = smallNext.length
    const count = Math.ceil(bytes.length / small)
    for (let index = 0; index < count; index++) smallNext.push(index === count - 1 ? end : first + index + 1)
    smallParts.push(padded(bytes, count * small))
    return first
  })
  const container = Buffer.concat(smallParts)
  const containerAt = put(container)
  const smallTableAt = put(numbers(smallNext))
  const directory = Buffer.concat([
    entryOf('Root Entry', { type: 5, child: 1, right: free, first: containerAt, length: container.length }),
    ...entries.map(([name, bytes], index) => {
      const right = index === entries.length - 1 ? free : index + 2
      return entryOf(name, { type: 2, child: free, right, first: places[index] ?? end, length: bytes.length })
    }),
  ])
  const directoryAt = put(directory)
  const tables = Math.ceil((sectors.length + 4) / (sector / 4 - 1))
  const tableAt = sectors.length
  for (let index = 0; index < tables; index++) next.push(tableMark)
  const header = Buffer.alloc(sector, 0xff)
  header.fill(0, 0, 76)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(0x3e, 0x18)
  header.writeUInt16LE(3, 0x1a)
  header.writeUInt16LE(0xfffe, 0x1c)
  header.writeUInt16LE(9, 0x1e)
  header.writeUInt16LE(6, 0x20)
  header.writeUInt32LE(tables, 0x2c)
  header.writeUInt32LE(directoryAt, 0x30)
  header.writeUInt32LE(smallBelow, 0x38)
  header.writeUInt32LE(smallTableAt, 0x3c)
  header.writeUInt32LE(Math.ceil(smallNext.length / (sector / 4)), 0x40)
  header.writeUInt32LE(end, 0x44)
  for (let index = 0; index < tables; index++) header.writeUInt32LE(tableAt + index, 0x4c + index * 4)
  const table = padded(numbers(next), tables * sector, 0xff)
  return Buffer.concat([header, ...sectors, table])
}

type Entry = { type: number; child: number; right: number; first: number; length: number }

function entryOf(name: string, { type, child, right, first, length }: Entry): Buffer {
  const entry = Buffer.alloc(128)
  entry.write(name, 'utf16le')
  entry.writeUInt16LE(name.length * 2 + 2, 64)
  entry.writeUInt8(type, 66)
  entry.writeUInt8(1, 67)
  entry.writeUInt32LE(free, 68)
  entry.writeUInt32LE(right, 72)
  entry.writeUInt32LE(child, 76)
  entry.writeUInt32LE(first, 116)
  entry.writeUInt32LE(length, 120)
  return padded(entry, 128)
}

const padded = (bytes: Buffer, length: number, by = 0) =>
  Buffer.concat([bytes, Buffer.alloc(Math.max(0, length - bytes.length), by)])

function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return padded(bytes, Math.ceil(bytes.length / sector) * sector, 0xff)
}

/** A package under a password; `rounds` of SHA-512, Word asks for 100 000. */
export function lockedPackage(content: Buffer, password: string, rounds = 1000): Buffer {
  const [salt, dataSalt, key] = [randomBytes(16), randomBytes(16), randomBytes(32)]
  const [verifier, hmacKey] = [randomBytes(16), randomBytes(64)]
  const secret = (block: string) => {
    let value = sha512(salt, Buffer.from(password, 'utf16le'))
    for (let round = 0; round < Math.min(rounds, 100_000); round++) value = sha512(littleEndian(round), value)
    return sha512(value, Buffer.from(block, 'hex')).subarray(0, 32)
  }
  const under = (block: string, bytes: Buffer) => aes(secret(block), salt, bytes).toString('base64')
  const withKey = (block: Buffer, bytes: Buffer) => aes(key, sha512(dataSalt, block).subarray(0, 16), bytes)
  const parts = Array.from({ length: Math.ceil(content.length / 4096) }, (_, index) => {
    const part = content.subarray(index * 4096, (index + 1) * 4096)
    return withKey(littleEndian(index), padded(part, Math.ceil(part.length / 16) * 16))
  })
  const size = Buffer.alloc(8)
  size.writeUInt32LE(content.length)
  const locked = Buffer.concat([size, ...parts])
  const hmac = createHmac('sha512', hmacKey).update(locked).digest()
  const how = 'cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"'
  const sizes = 'saltSize="16" blockSize="16" keyBits="256" hashSize="64"'
  const spaces =
    'xmlns="http://schemas.microsoft.com/office/2006/encryption" ' +
    'xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"'
  const integrity =
    `<dataIntegrity encryptedHmacKey="${withKey(Buffer.from('5fb2ad010cb9e1f6', 'hex'), hmacKey).toString('base64')}" ` +
    `encryptedHmacValue="${withKey(Buffer.from('a0677f02b22c8433', 'hex'), hmac).toString('base64')}"/>`
  const own =
    `<p:encryptedKey spinCount="${rounds}" ${sizes} ${how} saltValue="${salt.toString('base64')}" ` +
    `encryptedVerifierHashInput="${under('fea7d2763b4b9e79', verifier)}" ` +
    `encryptedVerifierHashValue="${under('d7aa0f6d3061344e', sha512(verifier))}" ` +
    `encryptedKeyValue="${under('146e0be7abacd0d6', key)}"/>`
  const xml =
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<encryption ${spaces}>` +
    `<keyData ${sizes} ${how} saltValue="${dataSalt.toString('base64')}"/>${integrity}<keyEncryptors>` +
    `<keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password">${own}</keyEncryptor>` +
    '</keyEncryptors></encryption>'
  const info = Buffer.concat([Buffer.from('0400040040000000', 'hex'), Buffer.from(xml)])
  return oleFile({ EncryptionInfo: info, EncryptedPackage: locked })
}

function sha512(...parts: Buffer[]): Buffer {
  const sum = createHash('sha512')
  for (const part of parts) sum.update(part)
  return sum.digest()
}

function littleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function aes(key: Buffer, vector: Buffer, bytes: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-cbc', key, vector).setAutoPadding(false)
  return Buffer.concat([cipher.update(bytes), cipher.final()])
}

/** An Office file under its password, locked again by the same as Word 2010 and later lock. */
export const lockedAgain = (locked: Buffer, password: string): Buffer =>
  lockedPackage(unlockOffice(locked, password), password)
