import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { BlobStoreAway, type BlobStore } from '#src/platform/blobs/blob-store.ts'
import { fileBlobStore } from '#src/platform/blobs/file-blob-store.ts'
import { reservedBlobs } from '#src/platform/blobs/reserved-blobs.ts'
import { player } from '#src/testing/contract-scene.ts'
import { testServer } from '#src/testing/test-server.ts'
import { type DiskReserve, openDiskReserve } from './disk-reserve.ts'

const pdf = readFileSync(join(import.meta.dirname, '../../../../../samples/保密协议.pdf'))
const megabyte = 1024 ** 2
const bytes = 2 * megabyte
const root = mkdtempSync(join(tmpdir(), 'moqi-reserve-'))
const closing: (() => unknown)[] = []
let dataDir: string
let left: number
let told: string[]

beforeEach(() => {
  dataDir = mkdtempSync(join(root, 'data-'))
  left = 1000 * megabyte
  told = []
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})
afterAll(() => rmSync(root, { recursive: true }))

const pathOf = (directory: string) => join(directory, 'disk-reserve')
const isKept = () => existsSync(pathOf(dataDir))
function opened(size = bytes): DiskReserve {
  const reserve = openDiskReserve({ dataDir, bytes: size, free: async () => left }, (line) => void told.push(line))
  closing.push(reserve.close)
  return reserve
}
async function lookAt(reserve: DiskReserve, megabytes: number) {
  left = megabytes * megabyte
  await reserve.look()
  return [isKept(), reserve.isGivenUp()]
}

test('the reserve takes room, gives it up when the disk is nearly full, and is made again when there is room', async () => {
  const reserve = opened()
  expect(await lookAt(reserve, 1000)).toEqual([true, false])
  const { size, blocks } = statSync(pathOf(dataDir))
  expect([size, blocks * 512 >= bytes]).toEqual([bytes, true])
  expect(await lookAt(reserve, 65)).toEqual([true, false])
  expect(told).toEqual([])
  expect(await lookAt(reserve, 63)).toEqual([false, true])
  expect(await lookAt(reserve, 67)).toEqual([false, true])
  expect(await lookAt(reserve, 69)).toEqual([true, false])
  expect(told).toEqual([
    'the disk is full: its reserve was given up',
    'the disk has room again: its reserve was made again',
  ])
})

test('a disk without room is not made fuller, and what is nearly used up is told before it is', async () => {
  left = 60 * megabyte
  const reserve = opened()
  const ended: string[] = []
  void reserve.exhausted.then((reason) => ended.push(reason))
  expect(await lookAt(reserve, 60)).toEqual([false, false])
  expect(await reserve.giveUp()).toBe(false)
  expect([await lookAt(reserve, 49), ended]).toEqual([[false, false], []])
  await lookAt(reserve, 47)
  expect(ended).toEqual([expect.stringContaining('磁盘已满')])
})

test('a reserve of the last start counts, even on a full disk; one of another size is made anew, none removed', async () => {
  writeFileSync(pathOf(dataDir), Buffer.alloc(bytes))
  left = 1 * megabyte
  const first = opened()
  await first.look()
  await first.look()
  expect([isKept(), first.isGivenUp()]).toEqual([false, true])
  await first.close()
  writeFileSync(pathOf(dataDir), Buffer.alloc(bytes + 1))
  const second = opened()
  expect(await lookAt(second, 1000)).toEqual([true, false])
  expect(statSync(pathOf(dataDir)).size).toBe(bytes)
  await second.close()
  await opened(0).close()
  expect(isKept()).toBe(false)
})

test('bytes that find no room are stored in what the reserve gives up; later ones are refused until there is room', async () => {
  const reserve = opened()
  expect(await lookAt(reserve, 1000)).toEqual([true, false])
  const files = fileBlobStore(join(dataDir, 'blobs'))
  closing.push(files.close)
  let isFull = true
  /** A disk on which there is room once the reserve is gone. */
  const small: BlobStore = {
    ...files,
    put: async (one) => {
      if (isFull && isKept()) throw new BlobStoreAway('the disk is full', { isFull: true })
      return files.put(one)
    },
  }
  const blobs = reservedBlobs(small, { config: { blobs: join(dataDir, 'blobs'), dataDir }, reserve })
  left = 50 * megabyte
  const kept = await blobs.put(Buffer.from('under way'))
  expect((await blobs.get(kept)).toString()).toBe('under way')
  expect(reserve.isGivenUp()).toBe(true)
  await expect(blobs.put(Buffer.from('new'))).rejects.toMatchObject({ name: 'BlobStoreAway', isFull: true })
  isFull = false
  await lookAt(reserve, 1000)
  expect(await blobs.put(Buffer.from('new'))).toHaveLength(64)
})

test('while the reserve is given up a server says so, takes no new file, and goes on with what it has', async () => {
  const lines: string[] = []
  const server = await testServer(
    { diskFree: async () => left, log: (line) => void lines.push(line) },
    { MOQI_DISK_RESERVE: '1' },
  )
  closing.push(server.close)
  const { reserve, config } = server.deps
  await reserve.look()
  expect(existsSync(pathOf(config.dataDir))).toBe(true)
  const who = await player(server, '13800000001', 'person')
  left = 50 * megabyte
  await reserve.look()
  const ready = await server.app.inject({ url: '/readyz' })
  expect([ready.statusCode, ready.json().reasons]).toEqual([
    503,
    expect.arrayContaining([{ check: 'reserve', reason: 'given-up', blocks: true }]),
  ])
  expect(await server.upload('新.pdf', pdf, who)).toMatchObject({ status: 503, message: '存储空间不足，请稍后再试' })
  expect((await server.call('listTasks', { pageSize: 10 }, who)).code).toBe(200)
  left = 1000 * megabyte
  await reserve.look()
  expect((await server.upload('新.pdf', pdf, who)).code).toBe(200)
  expect(lines.filter((line) => line.includes('reserve'))).toHaveLength(2)
})
