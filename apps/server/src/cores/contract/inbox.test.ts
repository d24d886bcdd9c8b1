import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#src/platform/database/database.ts'
import { migrate } from '#src/platform/database/migrate.ts'
import { contractRow } from '#src/testing/contract-row.ts'
import { migrated, type OwnDatabase, testDatabase } from '#src/testing/test-database.ts'
import type { StoredContract } from './contract-rows.ts'
import { refreshInbox } from './inbox.ts'

let database: OwnDatabase
let db: Database

beforeAll(async () => {
  database = await testDatabase(await migrated())
  db = openDatabase(await migrate(database.owner, () => 'secret'))
})

afterAll(async () => {
  await db.close()
  await database.drop()
})

const contract = ({ tenantId, accountId }: { tenantId: string; accountId: string }) =>
  contractRow({ tenant_id: tenantId, contract_id: randomUUID(), initiator_account_id: accountId })

const refresh = (stored: StoredContract, at: number) =>
  db.write(stored.contract.tenant_id, (tx) => refreshInbox(tx, stored, at))

/** The counters that are not zero. */
async function counters(tenantId: string): Promise<Record<string, number>> {
  const rows = await db.read(tenantId, (own) =>
    own
      .selectFrom('inbox_count')
      .where('tenant_id', '=', tenantId)
      .where('number', '<>', 0)
      .select(['category', 'number'])
      .execute(),
  )
  return Object.fromEntries(rows.map(({ category, number }) => [category, number]))
}

test('a row is counted once however often it is brought up to date', async () => {
  const initiator = { tenantId: randomUUID(), accountId: randomUUID() }
  const stored = { contract: contract(initiator), parties: [], cc: [] }
  await refresh(stored, 1)
  await refresh(stored, 2)
  expect(await counters(initiator.tenantId)).toEqual({ all: 1, draft: 1, myLaunch: 1 })
})

test('a row that moves on leaves the counters of where it was', async () => {
  const initiator = { tenantId: randomUUID(), accountId: randomUUID() }
  const stored: StoredContract = { contract: contract(initiator), parties: [], cc: [] }
  await refresh(stored, 1)
  stored.contract.state = 'waitSend'
  await refresh(stored, 2)
  expect(await counters(initiator.tenantId)).toEqual({ all: 1, waitSend: 1, myLaunch: 1 })
})

test('two contracts of one viewer are counted together, and a deleted one goes to the bin', async () => {
  const initiator = { tenantId: randomUUID(), accountId: randomUUID() }
  const kept = { contract: contract(initiator), parties: [], cc: [] }
  const deleted: StoredContract = { contract: { ...contract(initiator), contract_no: '2026-2' }, parties: [], cc: [] }
  await refresh(kept, 1)
  await refresh(deleted, 1)
  expect(await counters(initiator.tenantId)).toEqual({ all: 2, draft: 2, myLaunch: 2 })
  deleted.contract.state = 'deleted'
  await refresh(deleted, 2)
  expect(await counters(initiator.tenantId)).toEqual({ all: 1, draft: 1, myLaunch: 1, bin: 1 })
})

test('a row keeps the newest of everything it shows', async () => {
  const initiator = { tenantId: randomUUID(), accountId: randomUUID() }
  const stored: StoredContract = { contract: contract(initiator), parties: [], cc: [] }
  await refresh(stored, 1)
  stored.contract.subject = '保密协议'
  await refresh(stored, 7)
  const rows = await db.read(initiator.tenantId, (own) =>
    own
      .selectFrom('inbox')
      .where('tenant_id', '=', initiator.tenantId)
      .select(['subject', 'changed_at', 'created_at'])
      .execute(),
  )
  expect(rows).toEqual([{ subject: '保密协议', changed_at: 7, created_at: 1 }])
})
