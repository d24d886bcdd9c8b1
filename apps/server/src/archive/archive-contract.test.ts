import { afterAll, beforeAll, expect, test } from 'vitest'
import { levels, judgedDocument, standingDocument } from '#src/testing/archive-scene.ts'
import { personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { jing } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { archiveContract } from './archive-contract.ts'

let server: TestServer
let launcher: Player
let wang: Player

beforeAll(async () => {
  server = await testServer()
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

test('a server that ends between storing the archived document and committing it leaves all as it was', async () => {
  const parties = [personSigner(1, '王小明', wang.phone), personSigner(2, jing.name, jing.phone)]
  const { taskId: contractId } = await sent(server, launcher, parties)
  expect((await signNow(server, wang, contractId)).code).toBe(200)
  const before = await standingDocument(server, launcher, contractId)
  const { blobs } = server.deps
  const stored: string[] = []
  const put = async (bytes: Buffer) => {
    stored.push(await blobs.put(bytes))
    throw new Error('the power has failed')
  }
  const place = { tenantId: launcher.tenantId, contractId }
  await expect(archiveContract({ ...server.deps, blobs: { ...blobs, put } }, place)).rejects.toThrow('has failed')
  expect(await standingDocument(server, launcher, contractId)).toEqual(before)
  const [orphan] = stored
  const holders = await server.deps.db.directory((directory) =>
    directory.selectFrom('blob_holder').where('sha256', '=', String(orphan)).selectAll().execute(),
  )
  expect(holders).toEqual([])
  await archiveContract(server.deps, place)
  const after = await standingDocument(server, launcher, contractId)
  expect(after.bytes.subarray(0, before.bytes.length).equals(before.bytes)).toBe(true)
  expect(await blobs.get(after.sha256)).toEqual(after.bytes)
  const judged = await judgedDocument(server, launcher, contractId)
  const open = judged.reasonArray.filter(({ severity }) => severity === 'invalid' || severity === 'indeterminate')
  expect(open.map(({ code }) => code)).toEqual(['contract-unfinished'])
  expect(levels(judged).at(-1)).toBe('DocTimeStamp')
})
