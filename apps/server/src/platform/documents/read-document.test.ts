import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { standingDocument } from '#src/testing/archive-scene.ts'
import { type Player, sent, signNow } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { bothParties, twoParties } from '#src/testing/two-parties.ts'
import { BlobDamaged, type BlobStore } from '../blobs/blob-store.ts'
import { fileBlobStore } from '../blobs/file-blob-store.ts'
import { readDocument } from './read-document.ts'

let server: TestServer
let launcher: Player
let wang: Player
let second: Player
let clock = Date.now()

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  ;({ launcher, wang, second } = await twoParties(server))
})
afterAll(() => server.close())

/** A contract that Wang has signed, and that waits for the other party. */
async function signedOnce(): Promise<string> {
  clock += 61_000
  const { taskId } = await sent(server, launcher, bothParties)
  expect((await signNow(server, wang, taskId)).code).toBe(200)
  return taskId
}

async function finish(contractId: string): Promise<void> {
  expect((await signNow(server, second, contractId)).code).toBe(200)
  // Two signatures stand behind what was frozen; archiving adds two increments more.
  await vi.waitUntil(async () => (await rowsOf(contractId)).length === 5, { timeout: 30_000 })
}

/** The store as a server finds it that has read nothing yet, with the names it asks for. */
function unread(): { blobs: BlobStore; asked: string[] } {
  const store = fileBlobStore(`${server.deps.config.dataDir}/blobs`)
  const asked: string[] = []
  return { asked, blobs: { ...store, get: (name) => (asked.push(name), store.get(name)) } }
}

const standing = (contractId: string, blobs = unread().blobs) =>
  standingDocument({ ...server, deps: { ...server.deps, blobs } }, launcher, contractId)

const rowsOf = (contractId: string) =>
  server.deps.db.read(launcher.tenantId, (home) =>
    home
      .selectFrom('document_revision')
      .where('contract_id', '=', contractId)
      .select(['revision', 'start', 'length', 'sha256', 'bytes'])
      .orderBy('revision')
      .execute(),
  )

test('an increment is in its row as long as parties sign, and a flipped bit of it is noticed on reading', async () => {
  const contractId = await signedOnce()
  const { bytes } = await standing(contractId)
  for (const row of await rowsOf(contractId)) {
    expect(row.bytes?.equals(bytes.subarray(row.start, row.start + row.length))).toBe(true)
  }
  await server.deps.db.write(launcher.tenantId, (tx) =>
    tx
      .updateTable('document_revision')
      .set({ bytes: sql`set_byte(bytes, 4000, get_byte(bytes, 4000) # 1)` })
      .where('contract_id', '=', contractId)
      .where('revision', '=', 1)
      .execute(),
  )
  await expect(standing(contractId)).rejects.toThrow(BlobDamaged)
})

test('bytes of a row that are gone, cut or out of their place are never answered', async () => {
  const contractId = await signedOnce()
  for (const [column, value] of [
    ['bytes', sql`null`],
    ['bytes', sql`substring(bytes for length(bytes) - 1)`],
    ['start', sql`start + 1`],
    ['sha256', sql`repeat('0', 64)`],
  ] as const) {
    const undo = server.deps.db.write(launcher.tenantId, async (tx) => {
      await tx
        .updateTable('document_revision')
        .set({ [column]: value })
        .where('contract_id', '=', contractId)
        .where('revision', '=', 1)
        .execute()
      const [file] = await tx
        .selectFrom('document_head')
        .where('contract_id', '=', contractId)
        .select('file_id')
        .execute()
      await readDocument({ blobs: unread().blobs }, tx, launcher.tenantId, contractId, file?.file_id ?? '')
    })
    await expect(undo).rejects.toThrow(BlobDamaged)
  }
  expect((await standing(contractId)).revision).toBe(1)
})

test('an archived document is one blob, and each revision stands where its row says', async () => {
  const contractId = await signedOnce()
  const signed = await standing(contractId)
  await finish(contractId)
  const { blobs, asked } = unread()
  const { bytes, sha256 } = await standing(contractId, blobs)
  expect(asked).toEqual([sha256])
  const rows = await rowsOf(contractId)
  expect(rows.map((row) => row.bytes)).toEqual(rows.map(() => null))
  expect(rows.map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4])
  const ends = rows.map(({ start, length }) => start + length)
  expect(rows.slice(1).map(({ start }) => start)).toEqual(ends.slice(0, -1))
  expect(ends.at(-1)).toBe(bytes.length)
  expect(bytes.subarray(0, ends[1]).equals(signed.bytes)).toBe(true)
})

test('who has asked for a document before it is archived gets it as it stood', async () => {
  const contractId = await signedOnce()
  const before = await standing(contractId)
  let asked = 0
  const found = await server.deps.db.read(launcher.tenantId, async (home) => {
    const { file_id } = await home
      .selectFrom('document_head')
      .where('contract_id', '=', contractId)
      .select('file_id')
      .executeTakeFirstOrThrow()
    const interrupted = home.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        // Between the head and the pieces.
        if (asked++ === 0) await finish(contractId)
        return result
      },
    })
    return readDocument({ blobs: unread().blobs }, interrupted, launcher.tenantId, contractId, file_id)
  })
  expect(asked).toBe(2)
  expect(found.sha256).toBe(before.sha256)
  expect(found.bytes.equals(before.bytes)).toBe(true)
  expect((await standing(contractId)).revision).toBe(4)
})
