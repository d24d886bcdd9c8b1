import { hash, randomBytes } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { playS3, s3Bucket, s3Key, type S3Manner, type S3Player } from '#src/testing/s3-player.ts'
import { BlobDamaged, BlobMissing, type BlobStore, BlobStoreAway } from '../blob-store.ts'
import { s3BlobStore } from './s3-blob-store.ts'
import type { S3Settings } from './s3-settings.ts'

const manners: Record<string, S3Manner> = {
  S3: { addressing: 'path', once: 'if-none-match' },
  OSS: { addressing: 'host', once: 'x-oss-forbid-overwrite' },
  'a store that overwrites': { addressing: 'host', once: null },
}
const settingsOf = ({ endpoint }: S3Player, addressing: S3Manner['addressing']): S3Settings => ({
  endpoint,
  addressing,
  bucket: s3Bucket,
  prefix: 'moqi/',
  region: 'cn-hangzhou',
  key: s3Key,
  certificateAuthority: null,
})
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function opened(manner: S3Manner = { addressing: 'path', once: 'if-none-match' }, clock = { now: Date.now() }) {
  const player = await playS3(manner, () => clock.now)
  closing.push(player.close)
  const store = await s3BlobStore(settingsOf(player, manner.addressing), () => clock.now)
  closing.push(store.close)
  return { player, store, clock }
}
async function all<T>(things: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const thing of things) found.push(thing)
  return found
}
const keyOf = (name: string) => `moqi/${name.slice(0, 2)}/${name.slice(2)}`

test.each(Object.entries(manners))(
  'blobs are stored, read, listed and removed in the manner of %s',
  async (_name, manner) => {
    const { player, store } = await opened(manner)
    expect(store.writeOnce).toBe(manner.once ?? 'none')
    const blobs = Array.from({ length: 7 }, (_, index) => randomBytes(index * 1000))
    const names = await Promise.all(blobs.map((bytes) => store.put(bytes)))
    expect(names).toEqual(blobs.map((bytes) => hash('sha256', bytes, 'hex')))
    expect(await store.put(Buffer.from(blobs[3] ?? []))).toBe(names[3])
    for (const [index, name] of names.entries()) expect(await store.get(name)).toEqual(blobs[index])
    const listed = await all(store.list())
    expect(new Map(listed.map(({ name, length }) => [name, length]))).toEqual(
      new Map(names.map((name, index) => [name, index * 1000])),
    )
    await store.remove(names[0] ?? '')
    await store.remove(names[0] ?? '')
    await expect(store.get(names[0] ?? '')).rejects.toThrow(BlobMissing)
    expect([...player.objects.keys()].every((key) => key.startsWith('moqi/'))).toBe(true)
  },
)

test('a wrong secret, or a bucket addressed as the store does not allow, stops the start', async () => {
  const { player } = await opened({ addressing: 'host', once: null })
  const right = settingsOf(player, 'host')
  for (const wrong of [
    { ...right, key: { ...s3Key, secret: 'other' } },
    { ...right, addressing: 'path' as const },
  ]) {
    await expect(s3BlobStore(wrong, Date.now)).rejects.toThrow(/answers 403/)
  }
})

test.each(['reset', 'error', 'lost-answer'] as const)('a put survives a store that fails with %s', async (how) => {
  const { player, store } = await opened()
  player.fault({ on: /^PUT moqi\/[0-9a-f]{2}\//, times: 2, how })
  const bytes = randomBytes(5000)
  expect(await store.get(await store.put(bytes))).toEqual(bytes)
})

test('a download that breaks off goes on where it was', async () => {
  const { player, store } = await opened()
  const bytes = randomBytes(200_000)
  const name = await store.put(bytes)
  player.fault({ on: /^GET/, times: 2, how: 'cut' })
  expect(await store.get(name)).toEqual(bytes)
  expect(player.asked.filter((what) => what === `GET ${keyOf(name)}`)).toHaveLength(3)
})

test('what the way changes is read again; what is stored wrong is damaged, and put right by the same bytes', async () => {
  const { player, store } = await opened()
  const bytes = randomBytes(3000)
  const name = await store.put(bytes)
  player.fault({ on: /^GET/, times: 1, how: 'wrong' })
  expect(await store.get(name)).toEqual(bytes)
  const stored = player.objects.get(keyOf(name))
  stored?.body.writeUInt8(255 - bytes.readUInt8(100), 100)
  await expect(store.get(name)).rejects.toThrow(BlobDamaged)
  await store.put(bytes)
  expect(await store.get(name)).toEqual(bytes)
})

test('a store that does not answer is away, and not empty', async () => {
  const { player, store } = await opened()
  const name = await store.put(randomBytes(10))
  player.fault({ on: /^GET/, times: 4, how: 'error' })
  await expect(store.get(name)).rejects.toThrow(BlobStoreAway)
  expect(await store.get(name)).toHaveLength(10)
})

test('what was put again within the time is not freed, everything older is', async () => {
  const { store, clock } = await opened()
  const [old, again] = [randomBytes(100), randomBytes(100)]
  const names = [await store.put(old), await store.put(again)] as const
  clock.now += 3_600_000
  await store.put(again)
  const storedBefore = clock.now - 60_000
  for (const name of names) await store.free(name, storedBefore)
  await expect(store.get(names[0])).rejects.toThrow(BlobMissing)
  expect(await store.get(names[1])).toEqual(again)
})

test('bytes that are put while they are freed are there afterwards, whoever comes first', async () => {
  const { store, clock } = await opened()
  const bytes = randomBytes(100)
  for (let round = 0; round < 30; round++) {
    const name = await store.put(bytes)
    clock.now += 3_600_000
    const freeing = store.free(name, clock.now - 60_000)
    for (let turns = 0; turns < round * 20; turns++) await Promise.resolve()
    await Promise.all([freeing, store.put(bytes)])
    expect(await store.get(name)).toEqual(bytes)
  }
})

test('a store keeps the id that it is given', async () => {
  const { player, store } = await opened()
  expect(await store.readId()).toBeNull()
  await store.writeId('one')
  const other: BlobStore = await s3BlobStore(settingsOf(player, 'path'), Date.now)
  closing.push(other.close)
  expect(await other.readId()).toBe('one')
})
