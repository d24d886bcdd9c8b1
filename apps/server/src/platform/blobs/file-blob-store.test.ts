import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BlobDamaged, BlobMissing } from './blob-store.ts'
import { fileBlobStore } from './file-blob-store.ts'

const directory = mkdtempSync(join(tmpdir(), 'moqi-blobs-'))
const store = fileBlobStore(join(directory, 'blobs'))
const pathOf = (name: string) => join(directory, 'blobs', name.slice(0, 2), name.slice(2))
const files = () =>
  readdirSync(join(directory, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

afterAll(() => rmSync(directory, { recursive: true }))

test('a blob is named by its SHA-256, readable by this user only, and read back by another process', async () => {
  const bytes = randomBytes(3000)
  const name = await store.put(bytes)
  expect(name).toBe(createHash('sha256').update(bytes).digest('hex'))
  expect(statSync(pathOf(name)).mode & 0o777).toBe(0o600)
  expect(await fileBlobStore(join(directory, 'blobs')).get(name)).toEqual(bytes)
})

test('putting the same bytes again, also many times at once, leaves one file and nothing aside', async () => {
  const bytes = randomBytes(70_000)
  const before = files().length
  const names = await Promise.all(Array.from({ length: 20 }, () => store.put(bytes)))
  await store.put(bytes)
  expect(new Set(names).size).toBe(1)
  expect(files().length).toBe(before + 1)
})

test('a blob that was cut short by a crash is written again', async () => {
  const bytes = randomBytes(5000)
  const name = await store.put(bytes)
  writeFileSync(pathOf(name), bytes.subarray(0, 100))
  await expect(store.get(name)).rejects.toThrow(BlobDamaged)
  expect(await store.put(bytes)).toBe(name)
  expect(await store.get(name)).toEqual(bytes)
})

test('one flipped bit is noticed on reading', async () => {
  const name = await store.put(randomBytes(5000))
  const kept = readFileSync(pathOf(name))
  kept[2500] = (kept[2500] ?? 0) ^ 1
  writeFileSync(pathOf(name), kept)
  await expect(store.get(name)).rejects.toThrow(`blob ${name} has changed on disk`)
})

test('what was never stored is missing, and no name leads out of the folder', async () => {
  for (const name of ['0'.repeat(64), '../../../etc/passwd', '', 'A'.repeat(64), `${'0'.repeat(64)}\0`]) {
    await expect(store.get(name)).rejects.toThrow(BlobMissing)
  }
})

test('an empty blob is a blob', async () => {
  expect(await store.get(await store.put(Buffer.alloc(0)))).toEqual(Buffer.alloc(0))
})

test('a file of the right size with other bytes, as a crash can leave it, is written again', async () => {
  const bytes = randomBytes(5000)
  const name = await store.put(bytes)
  writeFileSync(pathOf(name), Buffer.alloc(5000))
  await store.put(bytes)
  expect(await store.get(name)).toEqual(bytes)
})

test('what is freed is gone, but not what was put since, however often that was', async () => {
  const bytes = randomBytes(5000)
  const name = await store.put(bytes)
  await store.free(name, Date.now() - 60_000)
  expect(await store.get(name)).toEqual(bytes)
  const old = new Date(Date.now() - 3_600_000)
  utimesSync(pathOf(name), old, old)
  await store.put(bytes)
  await store.free(name, Date.now() - 60_000)
  expect(await store.get(name)).toEqual(bytes)
  utimesSync(pathOf(name), old, old)
  await store.free(name, Date.now() - 60_000)
  await expect(store.get(name)).rejects.toThrow(BlobMissing)
  await store.free(name, Date.now())
  await store.put(bytes)
  expect(await store.get(name)).toEqual(bytes)
})

test('bytes that are put while they are freed are there afterwards, and nothing is left aside', async () => {
  const bytes = randomBytes(200_000)
  const name = await store.put(bytes)
  const before = files().length
  for (let round = 0; round < 60; round++) {
    const old = new Date(Date.now() - 3_600_000)
    utimesSync(pathOf(name), old, old)
    const cutoff = Date.now() - 60_000
    await Promise.all([store.free(name, cutoff), store.put(bytes), store.free(name, cutoff), store.put(bytes)])
    expect(await store.get(name)).toEqual(bytes)
  }
  expect(files().length).toBe(before)
})
