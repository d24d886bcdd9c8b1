import { readFileSync } from 'node:fs'
import { draftLimits } from '@moqi/domain/contract/draft-limits'
import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personSigner, type Player, player, sent } from '#src/testing/contract-scene.ts'
import { chen } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { dropUploadsOf } from './drop-uploads.ts'

const start = Date.parse('2026-11-20T10:00:00+08:00')
const sample = readFileSync(new URL('../../../../samples/保密协议.pdf', import.meta.url))
let server: TestServer
let clock = start
let launcher: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, chen.phone, 'company')
})
afterAll(() => server.close())

const alone = [personSigner(1, '王小明', '13800000001')]
const rowOf = (fileId: string) =>
  server.deps.db.read(launcher.tenantId, (own) =>
    own
      .selectFrom('file')
      .where('tenant_id', '=', launcher.tenantId)
      .where('file_id', '=', fileId)
      .select(['file_id', 'sent'])
      .executeTakeFirst(),
  )
const filesSent = () =>
  server.deps.db.read(launcher.tenantId, (own) =>
    own
      .selectFrom('file')
      .where('tenant_id', '=', launcher.tenantId)
      .where('sent', '=', true)
      .where('created_at', '>=', start)
      .select('file_id')
      .orderBy('file_id')
      .execute(),
  )
const setRow = (fileId: string, values: { size?: number; sent?: boolean }) =>
  server.deps.db.write(launcher.tenantId, (tx) =>
    tx
      .updateTable('file')
      .set(values)
      .where('tenant_id', '=', launcher.tenantId)
      .where('file_id', '=', fileId)
      .execute(),
  )
let made = 0
const upload = async () =>
  (await server.upload('协议.pdf', Buffer.concat([sample, Buffer.from(`%${++made}\n`)]), launcher)).data.fileId

test('an upload that nothing has is dropped a day later; what a draft or a sent contract has stays (S9)', async () => {
  const [unused, drafted] = [await upload(), await upload()]
  const input = { taskName: '草稿', fileIdArray: [drafted], signerArray: alone, signOrderType: 'order' as const }
  await server.call('saveDraft', { ...input, signExpireTime: clock + 7 * dayMs }, launcher)
  await sent(server, launcher, alone)
  const inSent = await filesSent()
  expect(inSent).toHaveLength(1)
  clock += dayMs
  launcher = await player(server, chen.phone, 'company')
  const young = await upload()
  await Promise.all([1, 2, 3].map(() => dropUploadsOf(server.deps, launcher.tenantId)))
  expect(await rowOf(unused)).toBeUndefined()
  for (const fileId of [drafted, young]) expect(await rowOf(fileId)).toEqual({ file_id: fileId, sent: false })
  expect(await filesSent()).toEqual(inSent)
})

test('a space whose unsent uploads take all its room takes no more; what was sent takes none (S9)', async () => {
  const fileId = await upload()
  await setRow(fileId, { size: draftLimits.unsentBytes })
  const refused = await server.upload('再来.pdf', sample, launcher)
  expect([refused.code, refused.data.reason]).toEqual([422, 'file/no-room'])
  await setRow(fileId, { sent: true })
  expect((await server.upload('再来.pdf', sample, launcher)).code).toBe(200)
})
