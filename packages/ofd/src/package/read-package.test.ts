import { deflateRawSync } from 'node:zlib'
import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { defaultLimits } from '../bounds/limits.ts'
import { OfdFault } from '../bounds/ofd-fault.ts'
import { writeZip, type ZipPart } from '../testing/write-zip.ts'
import { locationOf } from './location.ts'
import { readPackage } from './read-package.ts'

const part = (name: string, more: Partial<ZipPart> = {}): ZipPart => ({ name, content: Buffer.from('内容'), ...more })
const open = (bytes: Buffer) => readPackage(bytes, defaultLimits)

/** What it is refused as, or what is loose in it. */
function outcome(bytes: Buffer): string {
  try {
    const files = open(bytes)
    for (const name of files.names) files.read(name)
    return `${files.loose}`
  } catch (error) {
    if (error instanceof OfdFault) return error.code
    throw error
  }
}

test('what was written is read, stored, deflated and with sizes behind the data', () => {
  const files = open(writeZip([part('OFD.xml'), part('a/b.xml', { stored: true }), part('c', { descriptor: true })]))
  expect([...files.names]).toEqual(['OFD.xml', 'a/b.xml', 'c'])
  for (const name of files.names) expect(files.read(name)?.toString()).toBe('内容')
  expect(files.read('d')).toBeUndefined()
  expect(open(writeZip([part('a/', { content: Buffer.alloc(0) }), part('a/b')])).names).toEqual(new Set(['a/b']))
})

const unicodePath = Buffer.from('75700900010000000061626364'.slice(0, 26), 'hex')
const bomb = part('OFD.xml', { content: Buffer.alloc(40 * 1024 * 1024) })
const first = writeZip([part('OFD.xml'), part('b')])
const refused: [string, Buffer, string][] = [
  ['two entries of one name', writeZip([part('a'), part('a')]), 'ofd-names-ambiguous'],
  ['two names that differ in case alone', writeZip([part('Page.xml'), part('page.xml')]), 'ofd-names-ambiguous'],
  ['a file that is a folder too', writeZip([part('a'), part('a/b')]), 'ofd-names-ambiguous'],
  ['a name that climbs', writeZip([part('../a')]), 'ofd-names-ambiguous'],
  ['a name from the root', writeZip([part('/a')]), 'ofd-names-ambiguous'],
  ['a name with a backslash', writeZip([part('a\\b')]), 'ofd-names-ambiguous'],
  ['a name with nothing in it', writeZip([part('a//b')]), 'ofd-names-ambiguous'],
  ['another name in the local header', writeZip([part('a', { localName: 'b' })]), 'ofd-names-ambiguous'],
  ['a second name in an extra field', writeZip([part('a', { extra: unicodePath })]), 'ofd-names-ambiguous'],
  ['more than the directory says', writeZip([part('a', { claimed: 2 })]), 'ofd-package-damaged'],
  ['less than the directory says', writeZip([part('a', { claimed: 200 })]), 'ofd-package-damaged'],
  ['a bomb', writeZip([bomb]), 'budget-exceeded'],
  ['cut off', first.subarray(0, -30), 'ofd-package-damaged'],
  ['nothing', Buffer.alloc(0), 'ofd-package-damaged'],
  ['bytes behind the end', Buffer.concat([first, Buffer.from('more')]), '4'],
  ['bytes before the directory', writeZip([part('a')], Buffer.from('hidden')), '6'],
]

test.each(refused)('%s: refused or told', (_, bytes, expected) => {
  expect(outcome(bytes)).toBe(expected)
})

test('bytes behind the end of compressed data are found', () => {
  const content = Buffer.from('内容'.repeat(20))
  const bytes = writeZip([part('a', { content, stored: true })])
  const padded = Buffer.concat([deflateRawSync(content), Buffer.alloc(content.length)]).subarray(0, content.length)
  padded.copy(bytes, 31)
  bytes.writeUInt16LE(8, 8)
  bytes.writeUInt16LE(8, bytes.lastIndexOf('PK\u0001\u0002') + 10)
  expect(outcome(bytes)).toBe('ofd-package-damaged')
})

test('two directory entries that share their data are refused', () => {
  const bytes = writeZip([part('a'), part('b')])
  const at = bytes.lastIndexOf('PK\u0001\u0002')
  bytes.writeUInt32LE(0, at + 42)
  expect(outcome(bytes)).toBe('ofd-names-ambiguous')
})

test('no changed byte is passed over, and none throws anything else', () => {
  assert(
    property(integer({ min: 0, max: first.length - 1 }), integer({ min: 1, max: 255 }), (at, change) => {
      const changed = Buffer.from(first)
      changed[at] = (changed[at] ?? 0) ^ change
      outcome(changed)
    }),
    { numRuns: 300 },
  )
})

test('locations stay in the package', () => {
  expect(locationOf('/Doc_0/a.xml', 'x/y')).toBe('Doc_0/a.xml')
  expect(locationOf('../a.xml', 'Doc_0/Signs/S.xml')).toBe('Doc_0/a.xml')
  expect(locationOf('./a.xml', 'OFD.xml')).toBe('a.xml')
  for (const wrong of ['../../a', '/../a', 'a//b', 'a\\b', ''])
    expect(() => locationOf(wrong, 'Doc_0/a')).toThrow(OfdFault)
})
