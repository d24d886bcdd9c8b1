import { execFileSync } from 'node:child_process'
import { mkdtempSync, openSync, readSync, writeSync, closeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ArchiveFault, archiveEntries, archiveFile, type ReadAt } from './read-archive.ts'
import { crcOf, directoryEnd, directoryEntry, localHeader } from './zip-records.ts'

type File = { path: string; bytes: Buffer }

function packed(files: File[]): Buffer {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const { path, bytes } of files) {
    const facts = { path, length: bytes.length, crc: crcOf(bytes) }
    const part = Buffer.concat([localHeader(facts), bytes])
    entries.push(directoryEntry(facts, at))
    parts.push(part)
    at += part.length
  }
  const directory = Buffer.concat(entries)
  return Buffer.concat([...parts, directory, directoryEnd({ count: files.length, at, size: directory.length })])
}

const reading =
  (archive: Buffer): ReadAt =>
  async (at, length) =>
    archive.subarray(at, at + length)
const listed = (archive: Buffer) => archiveEntries(reading(archive), archive.length)
const faultOf = (archive: Buffer) =>
  listed(archive).then(
    () => null,
    (error: unknown) => (error instanceof ArchiveFault ? error.code : error),
  )

const files = [
  { path: 'contracts/000001-采购/report.pdf', bytes: Buffer.from('report') },
  { path: 'tables/members-001.csv', bytes: Buffer.from('张三') },
]

test('an archive answers each file as it was put in, and other programs read it too', async () => {
  const archive = packed(files)
  const entries = await listed(archive)
  expect(entries.map(({ path }) => path)).toEqual(files.map(({ path }) => path))
  for (const [index, entry] of entries.entries()) {
    expect(await archiveFile(reading(archive), entry)).toEqual(files[index]?.bytes)
  }
  const file = join(mkdtempSync(join(tmpdir(), 'moqi-export-')), 'a.zip')
  const handle = openSync(file, 'w')
  writeSync(handle, archive)
  closeSync(handle)
  expect(pythonOf('z.testzip(), [i.filename for i in z.infolist()]', file)).toBe(
    `(None, ['contracts/000001-采购/report.pdf', 'tables/members-001.csv'])`,
  )
})

test('bytes that belong to no file, a name twice, a compressed file and a cut end are found', async () => {
  const archive = packed(files)
  expect(await faultOf(Buffer.concat([Buffer.from('x'), archive]))).not.toBeNull()
  expect(await faultOf(Buffer.concat([archive, Buffer.from('x')]))).toBe('bundle-unreadable')
  expect(await faultOf(archive.subarray(0, -30))).toBe('bundle-unreadable')
  expect(await faultOf(packed([...files, { path: 'TABLES/members-001.csv', bytes: Buffer.from('1') }]))).toBe(
    'bundle-duplicate',
  )
  const renamed = Buffer.from(archive)
  renamed.write('X', 30)
  const [first] = await listed(renamed)
  await expect(first && archiveFile(reading(renamed), first)).rejects.toThrow(ArchiveFault)
})

test('an archive of over 4 GB and over 65,535 files is read by its ZIP64 records, by other programs too', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'moqi-export-')), 'large.zip')
  const handle = openSync(file, 'w')
  const gibibyte = 2 ** 30
  // The files of zeros are holes on the disk: only their headers are written.
  const large = Array.from({ length: 5 }, (_, index) => ({ path: `large-${index}`, length: gibibyte, crc: 0 }))
  const small = Array.from({ length: 66_000 }, (_, index) => ({ path: `s${index}`, length: 1, crc: crcOf(zero) }))
  const entries: Buffer[] = []
  let at = 0
  const pending: Buffer[] = []
  for (const facts of large) {
    const header = localHeader(facts)
    writeSync(handle, header, 0, header.length, at)
    entries.push(directoryEntry(facts, at))
    at += header.length + facts.length
  }
  const smallAt = at
  for (const facts of small) {
    const header = localHeader(facts)
    pending.push(header, zero)
    entries.push(directoryEntry(facts, at))
    at += header.length + 1
  }
  const directory = Buffer.concat(entries)
  const rest = Buffer.concat([
    ...pending,
    directory,
    directoryEnd({ count: entries.length, at, size: directory.length }),
  ])
  writeSync(handle, rest, 0, rest.length, smallAt)
  closeSync(handle)
  const from = openSync(file, 'r')
  const read: ReadAt = async (place, length) => {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, readSync(from, bytes, 0, length, place))
  }
  const size = smallAt + rest.length
  const found = await archiveEntries(read, size)
  expect([found.length, (found.at(-1)?.at ?? 0) > 5 * gibibyte]).toEqual([66_005, true])
  const last = found.at(-1)
  expect(last && (await archiveFile(read, last))).toEqual(zero)
  closeSync(from)
  expect(pythonOf('len(z.infolist()), z.read("s65999")', file)).toBe(String.raw`(66005, b'\x00')`)
})

const zero = Buffer.alloc(1)

const pythonOf = (expression: string, file: string): string =>
  execFileSync(
    'python3',
    ['-c', `import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print((${expression}))`, file],
    {
      encoding: 'utf8',
      env: { ...process.env, PYTHONIOENCODING: 'utf8' },
    },
  ).trim()
