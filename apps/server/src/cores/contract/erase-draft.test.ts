import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#src/platform/database/database.ts'
import { migrate } from '#src/platform/database/migrate.ts'
import { contractRow } from '#src/testing/contract-row.ts'
import { migrated, type OwnDatabase, testDatabase } from '#src/testing/test-database.ts'
import { eraseDraft } from './erase-draft.ts'

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

/** What only a contract that was sent has, what removing a row in anybody's list takes along, and what stays. */
const notOfDrafts = [
  'approval',
  'batch_row',
  'contract_log',
  'contract_viewing',
  'document_head',
  'document_layout',
  'document_revision',
  'document_slot',
  'export_piece',
  'grant_request',
  'inbox',
  'quota_entry',
  'search_entry',
  'signature_record',
  'signing_draft',
]

/** The tables of rows that a tenant has of one contract, but for those whose rows go with it by themselves. */
const keyedByContract = async () => {
  const { rows } = await db.directory((connection) =>
    sql<{ name: string }>`
      select c.relname as name from pg_class c
      join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped
      join pg_attribute k on k.attrelid = c.oid and k.attname = 'contract_id' and not k.attisdropped
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not exists (
        select from pg_constraint f where f.conrelid = c.oid and f.confrelid = 'contract'::regclass
          and f.confdeltype = 'c')
      order by 1`.execute(connection),
  )
  return rows.map(({ name }) => name)
}

test('no row of a draft that is erased is left, whatever table has rows of a contract', async () => {
  const contract = contractRow({
    tenant_id: randomUUID(),
    contract_id: randomUUID(),
    initiator_account_id: randomUUID(),
  })
  const erased = await db.write(contract.tenant_id, async (tx) => {
    await tx.insertInto('contract').values(contract).execute()
    const asked: string[] = []
    const watched = tx.withPlugin({
      transformQuery({ node }) {
        if (node.kind === 'DeleteQueryNode') asked.push(JSON.stringify(node.from))
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await eraseDraft(watched, contract)
    return asked
  })
  const left = (await keyedByContract()).filter((name) => !erased.some((node) => node.includes(`"name":"${name}"`)))
  expect(left).toEqual(notOfDrafts)
})
