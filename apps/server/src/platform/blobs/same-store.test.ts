import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#src/platform/database/database.ts'
import { migrated, type OwnDatabase, testDatabase } from '#src/testing/test-database.ts'
import { fileBlobStore } from './file-blob-store.ts'
import { adoptStore, proveSameStore, StoreMismatch } from './same-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'moqi-store-'))
const at = Date.UTC(2026, 0)
const keys = { one: Buffer.alloc(32, 1), other: Buffer.alloc(32, 2) }
let databases: OwnDatabase[]
let one: Database
let other: Database

beforeAll(async () => {
  const template = await migrated()
  databases = [await testDatabase(template), await testDatabase(template)]
  one = openDatabase(databases[0]?.owner ?? {})
  other = openDatabase(databases[1]?.owner ?? {})
})
afterAll(async () => {
  await one.close()
  await other.close()
  for (const database of databases) await database.drop()
  rmSync(folder, { recursive: true })
})

const storeIn = (name: string) => fileBlobStore(join(folder, name))

test('database and blobs get one id at the first start, which every node with these blobs finds again', async () => {
  await proveSameStore(one, storeIn('blobs'), keys.one, at)
  await proveSameStore(one, storeIn('blobs'), keys.one, at)
  expect(await storeIn('blobs').readId()).toMatch(/^[0-9a-f-]{36}$/)
})

test('a node with blobs of its own beside that database does not start, and is told what to do', async () => {
  await expect(proveSameStore(one, storeIn('apart'), keys.one, at)).rejects.toThrow(
    /^数据库与文件存储不属于同一套数据.*MOQI_BLOBS/,
  )
  await proveSameStore(other, storeIn('apart'), keys.other, at)
  await expect(proveSameStore(one, storeIn('apart'), keys.one, at)).rejects.toThrow(StoreMismatch)
})

test('a new database does not take over the blobs of another', async () => {
  const fresh = await testDatabase(await migrated())
  const database = openDatabase(fresh.owner)
  await expect(proveSameStore(database, storeIn('blobs'), keys.other, at)).rejects.toThrow(StoreMismatch)
  await database.close()
  await fresh.drop()
})

test('a node that ended between giving its blobs the id and telling the database starts again', async () => {
  const fresh = await testDatabase(await migrated())
  const database = openDatabase(fresh.owner)
  await proveSameStore(database, storeIn('interrupted'), keys.one, at)
  const given = await storeIn('interrupted').readId()
  await database.directoryWrite((tx) => tx.deleteFrom('blob_store').execute())
  await proveSameStore(database, storeIn('interrupted'), keys.one, at)
  expect(await storeIn('interrupted').readId()).toBe(given)
  await database.close()
  await fresh.drop()
})

test('nodes that start at once on a new database with blobs apart: one of them starts', async () => {
  const fresh = await testDatabase(await migrated())
  const database = openDatabase(fresh.owner)
  const starts = await Promise.allSettled(
    ['a', 'b', 'c'].map((name) => proveSameStore(database, storeIn(name), keys.one, at)),
  )
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await database.close()
  await fresh.drop()
})

test('blobs that were restored for a database get its id, those of another keep theirs', async () => {
  await adoptStore(one, storeIn('restored'))
  await proveSameStore(one, storeIn('restored'), keys.one, at)
  await expect(adoptStore(other, storeIn('restored'))).rejects.toThrow(StoreMismatch)
})
