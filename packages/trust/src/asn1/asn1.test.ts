import { assert, property, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { certificateTime, encode, integer, namedBits, octets, oid, sequence, setOf } from './write-der.ts'
import { childrenOf, DerFault, descend, readStrictDer } from './read-der.ts'

const hex = (bytes: Buffer) => bytes.toString('hex')

test.each([
  [0, '020100'],
  [127, '02017f'],
  [128, '02020080'],
  [65537, '0203010001'],
])('the integer %i is as short as can be and positive', (value, expected) => {
  expect(hex(integer(value))).toBe(expected)
})

test('an integer of bytes loses leading zeros and never turns negative', () => {
  expect(hex(integer(Buffer.from('0000ff', 'hex')))).toBe('020200ff')
})

test.each([
  ['1.2.840.113549.1.7.2', '06092a864886f70d010702'],
  ['2.5.29.15', '0603551d0f'],
  ['2.999.1.1', '060488370101'],
])('the object identifier %s is coded as X.690 says', (dotted, expected) => {
  expect(hex(oid(dotted))).toBe(expected)
})

test('named bits lose their trailing zeros', () => {
  expect(hex(namedBits(0, 1))).toBe('030206c0')
  expect(hex(namedBits(5, 6))).toBe('03020106')
  expect(hex(namedBits(15))).toBe('0303000001')
})

test('a SET OF is sorted by its encodings', () => {
  expect(hex(setOf(integer(2), integer(1)))).toBe('3106020101020102')
})

test('a certificate time turns to four-digit years in 2050', () => {
  expect(certificateTime(new Date('2049-12-31T23:59:59Z')).toString('latin1', 2)).toBe('491231235959Z')
  expect(certificateTime(new Date('2050-01-01T00:00:00Z')).toString('latin1', 2)).toBe('20500101000000Z')
})

test('what is written is read back, whatever its length', () => {
  assert(
    property(uint8Array({ maxLength: 70_000, size: 'max' }), (bytes) => {
      const value = descend(readStrictDer(sequence(octets(bytes), integer(1))), 0)
      expect(value.content.equals(bytes)).toBe(true)
    }),
    { numRuns: 30 },
  )
})

test.each(['', '30', '3005020101', '308102ffff', '30800000', '3082000102'])('%s is no DER', (bytes) => {
  expect(() => childrenOf(readStrictDer(Buffer.from(bytes, 'hex')))).toThrow(DerFault)
})

test('a missing or primitive value cannot be descended into', () => {
  expect(() => descend(readStrictDer(sequence()), 0)).toThrow(DerFault)
  expect(() => childrenOf(readStrictDer(encode(0x04, integer(1))))).toThrow(DerFault)
})
