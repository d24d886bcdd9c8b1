import { dayMs } from '@moqi/domain/time/civil-date'
import { readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { hash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freeBlobs } from '#src/platform/blobs/blob-holders.ts'
import { BlobMissing } from '#src/platform/blobs/blob-store.ts'
import { personSigner, type Player, player, sent } from '#src/testing/contract-scene.ts'
import { jobKeys } from '#src/testing/owner-query.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { emptyBin } from './recycle-bin.ts'

let server: TestServer
let clock = Date.now()
let launcher: Player
let wang: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
beforeEach(async () => {
  launcher = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

const alone = [personSigner(1, '王小明', '13800000001')]
const sample = readFileSync(join(import.meta.dirname, '../../../../samples/保密协议.pdf'))
let made = 0
/** A PDF that nobody has uploaded yet. */
const newPdf = () => Buffer.concat([sample, Buffer.from(`%${++made}\n`)])
const nameOf = (bytes: Buffer) => hash('sha256', bytes, 'hex')

const upload = async (who: Player, bytes: Buffer, usage = 'contract') =>
  (await server.upload('协议.pdf', bytes, { ...who, usage })).data.fileId

async function drafted(fileIdArray: string[], attachments: string[] = []) {
  const attachmentArray = attachments.map((fileId) => ({ fileId }))
  const more = { signExpireTime: clock + 7 * dayMs, signOrderType: 'order' as const, attachmentArray }
  const input = { taskName: '草稿', fileIdArray, signerArray: alone, ...more }
  return (await server.call('saveDraft', input, launcher)).data
}

async function removed({ signId }: { signId: string }): Promise<void> {
  expect((await server.call('deleteTask', { signId }, launcher)).code).toBe(200)
  expect((await server.call('removeTask', { signId }, launcher)).code).toBe(200)
}

/** Runs the job a day later, as if these bytes had been stored today, and says whether they are still there. */
async function standsAfter(bytes: Buffer): Promise<boolean> {
  const name = nameOf(bytes)
  const path = join(server.deps.config.dataDir, 'blobs', name.slice(0, 2), name.slice(2))
  const stored = new Date(clock)
  utimesSync(path, stored, stored)
  clock += dayMs + 60_000
  await freeBlobs(server.deps, { names: [name] })
  return server.deps.blobs.get(name).then(
    () => true,
    (error: unknown) => {
      if (error instanceof BlobMissing) return false
      throw error
    },
  )
}

const readable = async (who: Player, query: { fileId: string; signId?: string }) =>
  (await server.blob('fileContent', query, who)).bytes.subarray(0, 5).toString() === '%PDF-'

test('bytes of a draft removed for good are freed a day later, its attachment’s too', async () => {
  const [file, attachment] = [newPdf(), newPdf()]
  const fileId = await upload(launcher, file)
  const attached = await upload(launcher, attachment, 'attachment')
  const draft = await drafted([fileId], [attached])
  await removed(draft)
  expect(await jobKeys(server, draft.taskId)).toContain(`free ${draft.taskId}`)
  for (const bytes of [file, attachment]) expect(await standsAfter(bytes)).toBe(false)
})

test('two drafts with the same bytes: they go with the second, in the bin’s own time as well', async () => {
  const bytes = newPdf()
  const first = await drafted([await upload(launcher, bytes)])
  const fileId = await upload(launcher, bytes)
  const second = await drafted([fileId])
  await removed(first)
  expect(await standsAfter(bytes)).toBe(true)
  launcher = await player(server, launcher.phone, 'company')
  expect(await readable(launcher, { fileId })).toBe(true)
  await server.call('deleteTask', { signId: second.signId }, launcher)
  clock += 30 * dayMs
  const { account_id: accountId } = await server.deps.db.directory((directory) =>
    directory.selectFrom('account').where('phone', '=', launcher.phone).select('account_id').executeTakeFirstOrThrow(),
  )
  const place = { tenantId: launcher.tenantId, homeTenantId: launcher.tenantId, accountId }
  await emptyBin(server.deps, { ...place, contractId: second.taskId })
  expect(await standsAfter(bytes)).toBe(false)
})

test('two drafts with one upload, and another space with the same bytes, keep each other’s', async () => {
  const bytes = newPdf()
  const fileId = await upload(launcher, bytes)
  const [first, second] = [await drafted([fileId]), await drafted([fileId])]
  await removed(first)
  expect(await readable(launcher, { fileId, signId: second.signId })).toBe(true)
  const theirs = await upload(wang, bytes)
  await removed(second)
  expect((await server.blob('fileContent', { fileId }, launcher)).bytes.toString()).not.toContain('%PDF')
  expect(await standsAfter(bytes)).toBe(true)
  wang = await player(server, wang.phone, 'person')
  expect(await readable(wang, { fileId: theirs })).toBe(true)
})

test('a contract begun anew and removed takes nothing from the one it came from, nor a draft from a template', async () => {
  const old = await sent(server, launcher, alone)
  await server.call('recallTask', { signId: old.signId }, launcher)
  const again = (await server.call('relaunchTask', { signId: old.signId }, launcher)).data
  await removed(again)
  const detail = await server.call('getSignDetailInfo', { signId: old.signId }, launcher)
  const fileId = detail.data.fileArray[0]?.fileId ?? ''
  clock += dayMs + 1
  await freeBlobs(server.deps, { names: [nameOf(sample)] })
  launcher = await player(server, launcher.phone, 'company')
  expect(await readable(launcher, { fileId, signId: old.signId })).toBe(true)

  const bytes = newPdf()
  const shared = await upload(launcher, bytes)
  const { tenantId } = launcher
  const draft = await drafted([shared])
  await server.deps.db.write(tenantId, (tx) =>
    tx
      .insertInto('template_file')
      .values({ tenant_id: tenantId, template_id: server.deps.newId(), file_id: shared })
      .execute(),
  )
  await removed(draft)
  expect(await standsAfter(bytes)).toBe(true)
})

test('a file saved into another draft while the first is removed is there, or that draft was refused', async () => {
  for (let round = 0; round < 8; round++) {
    const fileId = await upload(launcher, newPdf())
    const { signId } = await drafted([fileId])
    await server.call('deleteTask', { signId }, launcher)
    const more = { signExpireTime: clock + 7 * dayMs, signOrderType: 'order' as const }
    const input = { taskName: '同时保存', fileIdArray: [fileId], signerArray: alone, ...more }
    const [saved] = await Promise.all([
      server.call('saveDraft', input, launcher),
      server.call('removeTask', { signId }, launcher),
    ])
    const isThere = saved.code === 200 && (await readable(launcher, { fileId, signId: saved.data.signId }))
    const wasRefused = saved.data.reason === 'file/not-found'
    expect([isThere, wasRefused]).toEqual([!wasRefused, !isThere])
  }
})

test('bytes that are uploaded again on the day they would be freed stay', async () => {
  const bytes = newPdf()
  await removed(await drafted([await upload(launcher, bytes)]))
  // Stored, and the row that needs it not committed yet.
  await server.deps.blobs.put(bytes)
  await server.deps.db.directory((directory) =>
    directory.updateTable('orphan_blob').set({ noted_at: 0 }).where('name', '=', nameOf(bytes)).execute(),
  )
  await freeBlobs({ ...server.deps, now: Date.now }, { names: [nameOf(bytes)] })
  expect(await server.deps.blobs.get(nameOf(bytes))).toEqual(bytes)
})
