import { createHmac, randomBytes } from 'node:crypto'
import type { Database } from '#src/platform/database/database.ts'
import type { BlobStore } from './blob-store.ts'

/** Database and blobs that do not belong together. */
export class StoreMismatch extends Error {
  override name = 'StoreMismatch'
}

/**
 * Database and blobs carry one id, given at the first start, which a key of the database's marks as its own. Throws
 * `StoreMismatch` for blobs that are not those of the database: another node has other ones, and what it stores there
 * nobody else could read; another database names other ones, and what this one frees there it would miss.
 */
export async function proveSameStore(db: Database, blobs: BlobStore, key: Buffer, now: number): Promise<void> {
  const known = await idOf(db)
  const there = await blobs.readId()
  if (known === null) {
    // Given by a node that starts at the same time, or by one that ended before it told the database.
    if (there !== null && !isOwn(there, key)) throw mismatch(known, there)
    const id = there ?? markedId(key)
    if (there === null) await blobs.writeId(id)
    // Of nodes that start at once one gives the id.
    await db.directoryWrite((tx) =>
      tx
        .insertInto('blob_store')
        .values({ single: true, store_id: id, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
    const settled = await idOf(db)
    if (settled === id) return
    throw mismatch(settled, id)
  }
  if (there !== known) throw mismatch(known, there)
}

/** Gives blobs that were just written for a database its id, if it has one. Throws `StoreMismatch` for another's. */
export async function adoptStore(db: Database, blobs: BlobStore): Promise<void> {
  const [known, there] = [await idOf(db), await blobs.readId()]
  if (known === null || known === there) return
  if (there !== null) throw mismatch(known, there)
  await blobs.writeId(known)
}

/** Throws `StoreMismatch` unless these are the blobs of that database: for a command that takes something from them. */
export async function requireSameStore(db: Database, blobs: BlobStore): Promise<void> {
  const [known, there] = [await idOf(db), await blobs.readId()]
  if (known === null || known !== there) throw mismatch(known, there)
}

const markLength = 8

/** A random half, and one by which only who has the key could have followed it. */
function markedId(key: Buffer, start = randomBytes(markLength)): string {
  const mark = createHmac('sha256', key).update('store id').update(start).digest().subarray(0, markLength)
  const hex = Buffer.concat([start, mark]).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const isOwn = (id: string, key: Buffer): boolean =>
  id === markedId(key, Buffer.from(id.replaceAll('-', '').slice(0, markLength * 2), 'hex'))

const mismatch = (known: string | null, there: string | null) =>
  new StoreMismatch(
    `数据库与文件存储不属于同一套数据（数据库 ${known ?? '无'}，文件 ${there ?? '无'}）：` +
      '多个节点须用同一处文件存储（MOQI_BLOBS）；若文件确为这个数据库的，请将数据库的编号写入文件存储的 store-id 后再启动',
  )

const idOf = async (db: Database): Promise<string | null> => {
  const found = await db.directory((directory) =>
    directory.selectFrom('blob_store').select('store_id').executeTakeFirst(),
  )
  return found?.store_id ?? null
}
