import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personSigner, type Player, player, sent } from '#src/testing/contract-scene.ts'
import { jing } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { HeadMoved, moveHead } from './move-head.ts'

let server: TestServer
let launcher: Player

beforeAll(async () => {
  server = await testServer()
  launcher = await player(server, jing.phone, 'company')
})
afterAll(() => server.close())

const revisionsOf = (contractId: string) =>
  server.deps.db.read(launcher.tenantId, (home) =>
    home
      .selectFrom('document_revision as r')
      .innerJoin('document_head as h', 'h.contract_id', 'r.contract_id')
      .where('r.contract_id', '=', contractId)
      .select(['r.revision', 'r.bytes', 'h.sha256 as head'])
      .orderBy('r.revision')
      .execute(),
  )

test('of increments that race for one head exactly one is stored, and nothing of the others', async () => {
  const { taskId: contractId } = await sent(server, launcher, [personSigner(1, '王小明', '13800000001')])
  const { db } = server.deps
  const { file_id: fileId, head: before } = await db.read(launcher.tenantId, (home) =>
    home
      .selectFrom('document_head')
      .where('contract_id', '=', contractId)
      .select(['file_id', 'head'])
      .executeTakeFirstOrThrow(),
  )
  const rivals = Array.from({ length: 8 }, (_, index) => ({
    fileId,
    before,
    after: { ...before, sha256: String(index).repeat(64), length: before.length + 100 + index },
    increment: randomBytes(100 + index),
  }))
  const place = { homeTenantId: launcher.tenantId, contractId, partyNo: 1 }
  const outcomes = await Promise.allSettled(
    rivals.map((rival) => db.write(launcher.tenantId, (tx) => moveHead(server.deps, tx, place, rival))),
  )
  const lost = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(lost.map(({ reason }) => reason)).toEqual(Array.from({ length: 7 }, () => expect.any(HeadMoved)))
  const winner = rivals[outcomes.findIndex(({ status }) => status === 'fulfilled')]
  const [, stored, ...more] = await revisionsOf(contractId)
  expect(more).toEqual([])
  expect(stored).toMatchObject({ revision: 1, head: winner?.after.sha256 })
  expect(stored?.bytes?.equals(winner?.increment ?? Buffer.alloc(0))).toBe(true)
})
