import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnDatabase, testDatabase } from '#src/testing/test-database.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './read-migrations.ts'

let database: OwnDatabase
let pool: Pool

beforeAll(async () => {
  database = await testDatabase()
  pool = new Pool(database.owner)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const rows = async (text: string) => (await pool.query<Record<string, unknown>>(text)).rows

const tenant = '00000000-0000-7000-8000-00000000000c'
const contract = (number: number, state: string, type: string, relieve: string) => `
  insert into contract (tenant_id, contract_id, task_no, subject, task_type, state, relieve_state, sign_order_type,
    initiator_account_id, initiator_sign_id, initiator_name, version, created_at)
  values ('${tenant}', '00000000-0000-7000-8000-00000000000${number}', 'n${number}', '合同', '${type}', '${state}',
    '${relieve}', 'order', '${tenant}', 's${number}', '甲', 1, 1);`

test('what was stored in other words is kept in the words of the domain', async () => {
  const provider = { getMigrations: readMigrations }
  const migrator = new Migrator({ db: new Kysely({ dialect: new PostgresDialect({ pool }) }), provider })
  expect((await migrator.migrateTo('0031-row-company')).error).toBeUndefined()
  const party = (number: number, type: number, will: string) => `
    insert into party (tenant_id, contract_id, signer_no, sign_order, sign_type, signer_name, phone, state, will_auth_type, sign_id)
    values ('${tenant}', '00000000-0000-7000-8000-000000000001', ${number}, 1, ${type}, '甲', '1', 'signed', '${will}',
      'p${number}');`
  const content = {
    taskName: '订单',
    remark: '',
    deadlineDays: 30,
    signOrderType: 'order',
    fileIdArray: ['f'],
    roleArray: [
      {
        signerNo: 2,
        roleName: '供应商',
        signOrder: 1,
        signType: 1,
        own: 0,
        signerName: '',
        phone: '1',
        companyName: '',
      },
      {
        signerNo: 1,
        roleName: '我方',
        signOrder: 2,
        signType: 0,
        own: 1,
        signerName: '李静',
        phone: '',
        companyName: '',
      },
    ],
    positionArray: [
      {
        positionId: 'a',
        fileId: 'f',
        page: 1,
        x: 1,
        y: 2,
        width: 3,
        height: 4,
        positionType: 'text',
        signerNo: 0,
        required: true,
        sealId: null,
        value: null,
        format: 'number',
        bounds: { min: 0, max: null },
      },
    ],
  }
  const field = { name: 'buyer', page: 1, x: 1, y: 2, width: 3, height: 4, lockArray: ['seller'] }
  await pool.query(`
    set row_security = off;
    ${contract(1, 'cancel', 'relieve', 'none')} ${contract(2, 'finish', 'normal', 'relieving')}
    ${party(1, 0, 'face')} ${party(2, 1, 'pin')}
    insert into inbox_count values ('${tenant}', '${tenant}', 'cancel', 1);
    insert into template_version (tenant_id, template_id, version, content, account_id, who, created_at)
    values ('${tenant}', '${tenant}', 1, '${JSON.stringify(content)}', '${tenant}', '甲', 1);
    insert into file (tenant_id, file_id, account_id, usage, name, size, page_count, sha256, kept_sha256, kept_size, pages,
      signed, fields, created_at)
    values ('${tenant}', '${tenant}', '${tenant}', 'contract', 'a.pdf', 1, 1, 'x', 'x', 1, '[]', true,
      '${JSON.stringify([field])}', 1);`)
  await migrate(database.owner, () => 'secret')
  const contracts = await rows('select state, kind, void_state from contract order by contract_no')
  expect(contracts).toEqual([
    { state: 'voided', kind: 'void', void_state: 'none' },
    { state: 'finish', kind: 'normal', void_state: 'voiding' },
  ])
  expect(await rows('select name, kind, will_kind from party order by party_no')).toEqual([
    { name: '甲', kind: 'person', will_kind: 'any' },
    { name: '甲', kind: 'company', will_kind: 'pin' },
  ])
  expect(await rows('select category from inbox_count')).toEqual([{ category: 'voided' }])
  const { lockArray: locks, ...place } = field
  expect(await rows('select fields from file')).toEqual([{ fields: [{ ...place, locks }] }])
  expect(await rows('select content from template_version')).toEqual([
    {
      content: {
        subject: '订单',
        remark: '',
        deadlineDays: 30,
        signOrderType: 'order',
        fileIds: ['f'],
        roles: [
          {
            partyNo: 2,
            roleName: '供应商',
            signOrder: 1,
            isCompany: true,
            own: false,
            name: '',
            phone: '1',
            companyName: '',
          },
          {
            partyNo: 1,
            roleName: '我方',
            signOrder: 2,
            isCompany: false,
            own: true,
            name: '李静',
            phone: '',
            companyName: '',
          },
        ],
        areas: [
          {
            areaId: 'a',
            fileId: 'f',
            page: 1,
            x: 1,
            y: 2,
            width: 3,
            height: 4,
            control: 'text',
            partyNo: 0,
            required: true,
            value: null,
            format: 'number',
            bounds: { min: 0, max: null },
          },
        ],
      },
    },
  ])
})
