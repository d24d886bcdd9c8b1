import { hash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '@moqi/domain/time/civil-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#src/platform/database/database.ts'
import { playS3, s3Bucket, s3Key } from '#src/testing/s3-player.ts'
import { migrated, type OwnDatabase, testDatabase } from '#src/testing/test-database.ts'
import { holdBlobs, releaseBlobs } from './blob-holders.ts'
import type { BlobStore } from './blob-store.ts'
import { fileBlobStore } from './file-blob-store.ts'
import { s3BlobStore } from './s3/s3-blob-store.ts'
import { blobFolders, foldersOf, sweepOrphans } from './sweep-orphans.ts'

let database: OwnDatabase
let db: Database
const directory = mkdtempSync(join(tmpdir(), 'moqi-orphans-'))
const closing: (() => unknown)[] = []

beforeAll(async () => {
  database = await testDatabase(await migrated())
  db = openDatabase({ ...database.owner, max: 4 })
})
afterAll(async () => {
  for (const close of closing.toReversed()) await close()
  await db.close()
  await database.drop()
  rmSync(directory, { recursive: true })
})

/** A store, how bytes get into it some days ago, and a file that a crash leaves in it. */
type Stage = {
  blobs: BlobStore
  putBefore: (bytes: Buffer, days: number) => Promise<string>
  leftover: (name: string) => { leave: () => void; isThere: () => boolean }
}
const stages: Record<string, () => Promise<Stage>> = {
  'a folder': async () => {
    const root = mkdtempSync(join(directory, 'blobs-'))
    const blobs = fileBlobStore(root)
    closing.push(blobs.close)
    const pathOf = (name: string) => join(root, name.slice(0, 2), name.slice(2))
    return {
      blobs,
      async putBefore(bytes, days) {
        const name = await blobs.put(bytes)
        const at = new Date(Date.now() - days * dayMs)
        utimesSync(pathOf(name), at, at)
        return name
      },
      leftover(name) {
        const path = `${pathOf(name)}.0123456789abcdef`
        return { leave: () => writeFileSync(path, 'half'), isThere: () => existsSync(path) }
      },
    }
  },
  'a bucket': async () => {
    let at = Date.now()
    const player = await playS3({ addressing: 'path', once: 'if-none-match' }, () => at)
    const settings = { endpoint: player.endpoint, addressing: 'path', bucket: s3Bucket, prefix: 'moqi/' } as const
    const more = { region: 'cn-hangzhou', key: s3Key, certificateAuthority: null }
    const blobs = await s3BlobStore({ ...settings, ...more }, Date.now)
    closing.push(player.close, blobs.close)
    return {
      blobs,
      async putBefore(bytes, days) {
        at = Date.now() - days * dayMs
        const name = await blobs.put(bytes)
        at = Date.now()
        return name
      },
      leftover(name) {
        const key = `moqi/freeing/${name}`
        return {
          leave: () => void player.objects.set(key, { body: Buffer.alloc(0), at: Date.now() }),
          isThere: () => player.objects.has(key),
        }
      },
    }
  },
}
const kinds = Object.entries(stages)

const folder = '5a'
/** Bytes whose name lies in that folder. */
function made(length: number): Buffer {
  for (;;) {
    const bytes = randomBytes(length)
    if (hash('sha256', bytes).startsWith(folder)) return bytes
  }
}
const everything = { folders: [folder], isDry: false }
const sweepAt = (blobs: BlobStore, now: number) => sweepOrphans({ db, blobs, now: () => now }, everything)
/** Old bytes that nobody names and that were noted two days ago: the next sweep removes them. */
async function dueOrphan({ blobs, putBefore }: Stage, bytes = made(500)): Promise<string> {
  const name = await putBefore(bytes, 3)
  await sweepAt(blobs, Date.now() - 2 * dayMs)
  return name
}
const isThere = (blobs: BlobStore, name: string) =>
  blobs.get(name).then(
    () => true,
    () => false,
  )
const hold = (name: string, holder = randomUUID()) => db.directoryWrite((tx) => holdBlobs(tx, holder, [name]))
const noted = async () =>
  (await db.directory((rows) => rows.selectFrom('orphan_blob').select('name').execute())).map(({ name }) => name)
/** Once so many statements wait for a row that another transaction has locked. */
const waiting = (number: number) =>
  expect
    .poll(async () => {
      const { rows } = await db.directory((asked) =>
        sql`
          select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(asked),
      )
      return rows.length
    })
    .toBe(number)

test.each(kinds)('in %s what no row names is noted, and removed a day later', async (_kind, open) => {
  const { blobs, putBefore, leftover } = await open()
  const [orphan, held, young] = [made(500), made(600), made(700)]
  const names = [await putBefore(orphan, 2), await putBefore(held, 2), await blobs.put(young)] as const
  await hold(names[1])
  const now = Date.now()
  const unnamed = { number: 2, bytes: 1200 }
  const none = { number: 0, bytes: 0 }
  expect(await sweepAt(blobs, now - dayMs - 1)).toEqual({ unnamed, due: none, removed: none })
  const due = { number: 1, bytes: 500 }
  const dry = () => sweepOrphans({ db, blobs, now: () => now }, { ...everything, isDry: true })
  for (const _ of [1, 2]) expect(await dry()).toEqual({ unnamed, due, removed: none })
  const { leave, isThere: isLeft } = leftover(names[1])
  leave()
  expect(await sweepAt(blobs, now)).toEqual({ unnamed, due, removed: due })
  expect(isLeft()).toBe(true)
  expect(await Promise.all(names.map((name) => isThere(blobs, name)))).toEqual([false, true, true])
  expect(await noted()).toEqual([names[2]])
  const later = Date.now() + 2 * dayMs
  expect((await sweepAt(blobs, later)).removed).toEqual({ number: 1, bytes: 700 })
  expect([isLeft(), await isThere(blobs, names[1]), await noted()]).toEqual([false, true, []])
})

test.each(kinds)('in %s bytes that are put and named while a sweep removes them are there', async (_kind, open) => {
  const stage = await open()
  const bytes = made(500)
  const name = await dueOrphan(stage, bytes)
  const naming: Promise<unknown>[] = []
  const blobs: BlobStore = {
    ...stage.blobs,
    async free(freed, storedBefore) {
      await stage.blobs.put(bytes)
      naming.push(hold(name))
      // Whoever names them is not let through before it is known what became of them.
      await waiting(1)
      await stage.blobs.free(freed, storedBefore)
    },
  }
  await sweepAt(blobs, Date.now())
  await Promise.all(naming)
  expect([naming.length, await isThere(stage.blobs, name), await noted()]).toEqual([1, true, []])
})

test.each(kinds)('in %s old bytes that a transaction under way names are left alone', async (_kind, open) => {
  const stage = await open()
  const name = await dueOrphan(stage)
  await db.directoryWrite(async (tx) => {
    await holdBlobs(tx, randomUUID(), [name])
    expect((await sweepAt(stage.blobs, Date.now())).removed.number).toBe(0)
  })
  expect((await sweepAt(stage.blobs, Date.now())).unnamed.number).toBe(0)
  expect(await isThere(stage.blobs, name)).toBe(true)
})

test.each(kinds)('in %s what is named after it was listed stays', async (_kind, open) => {
  const stage = await open()
  const names = [await stage.putBefore(made(500), 3), await dueOrphan(stage)]
  const freed: string[] = []
  const blobs: BlobStore = {
    ...stage.blobs,
    async free(name, storedBefore) {
      freed.push(name)
      for (const other of names) if (other !== name) await hold(other)
      await stage.blobs.free(name, storedBefore)
    },
  }
  expect((await sweepAt(blobs, Date.now())).removed.number).toBe(1)
  expect(freed).toHaveLength(1)
  for (const name of names) expect(await isThere(blobs, name)).toBe(!freed.includes(name))
})

test.each(kinds)('in %s two nodes that sweep at once remove once', async (_kind, open) => {
  const stage = await open()
  const name = await dueOrphan(stage)
  const other: number[] = []
  const blobs: BlobStore = {
    ...stage.blobs,
    async free(freed, storedBefore) {
      other.push((await sweepAt(stage.blobs, Date.now())).removed.number)
      await stage.blobs.free(freed, storedBefore)
    },
  }
  expect((await sweepAt(blobs, Date.now())).removed.number).toBe(1)
  expect([other, await isThere(stage.blobs, name)]).toEqual([[0], false])
})

test.each(kinds)('in %s what a sweep could not remove the next one does', async (_kind, open) => {
  const stage = await open()
  const name = await dueOrphan(stage)
  const away: BlobStore = { ...stage.blobs, free: () => Promise.reject(new Error('away')) }
  await expect(sweepAt(away, Date.now())).rejects.toThrow('away')
  expect(await isThere(stage.blobs, name)).toBe(true)
  expect((await sweepAt(stage.blobs, Date.now())).removed.number).toBe(1)
  expect(await isThere(stage.blobs, name)).toBe(false)
})

test('a release counts its own day, however long ago the bytes were noted', async () => {
  const stage = await stages['a folder']?.()
  if (!stage) throw new Error('no folder')
  const name = await dueOrphan(stage)
  const holder = randomUUID()
  await hold(name, holder)
  await db.directoryWrite((tx) => releaseBlobs(tx, { jobKey: `free ${holder}`, holders: [holder] }))
  expect((await sweepAt(stage.blobs, Date.now())).due.number).toBe(0)
  expect((await sweepAt(stage.blobs, Date.now() + dayMs + 60_000)).removed.number).toBe(1)
})

test('every folder has its hour of the day', () => {
  const ofDay = Array.from({ length: 24 }, (_, hour) => foldersOf(hour)).flat()
  expect(ofDay.toSorted()).toEqual(blobFolders)
})
