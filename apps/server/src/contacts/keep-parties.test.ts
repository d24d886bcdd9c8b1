import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetContacts } from '#src/testing/contact-scene.ts'
import { companySigner, personSigner, type Player, player, prepared, sent } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let me: Player
let signer: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  me = await player(server, '13800000002', 'company')
  signer = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())
beforeEach(async () => {
  clock += 60_000
  await forgetContacts(server, me)
})

const parties = [
  companySigner(1, '杭州云启科技有限公司', { name: '李静', phone: '13800000002' }),
  personSigner(2, '王小明', '13800000001'),
  companySigner(3, '上海嘉禾物业管理有限公司', { name: '陈晨', phone: '13800000004' }),
]

async function contacts(who = me) {
  const persons = await server.call('listContacts', { contactType: 'person' }, who)
  const companies = await server.call('listContacts', { contactType: 'company' }, who)
  return [...persons.data.contactArray, ...companies.data.contactArray]
}

test('sending a contract adds its other parties to the launcher’s address book, and to nobody else’s', async () => {
  await sent(server, me, parties)
  const kept = await contacts()
  expect(kept.map(({ name, phone, companyName }) => [name, phone, companyName])).toEqual([
    ['王小明', '13800000001', ''],
    ['陈晨', '13800000004', '上海嘉禾物业管理有限公司'],
  ])
  for (const { useTime, useNumber } of kept) expect([useTime, useNumber]).toEqual([clock, 1])
  expect(await contacts(signer)).toEqual([])
  expect(await contacts(await player(server, '13800000003', 'company'))).toEqual([])
  const { data } = await server.call('listContacts', { contactType: 'person' }, me)
  expect([data.personTotal, data.companyTotal]).toEqual([1, 1])
})

test('a draft that is not sent adds nobody', async () => {
  await prepared(server, me, parties)
  expect(await contacts()).toEqual([])
})

test('an unticked box adds nobody, and stays unticked in the draft', async () => {
  const { signId } = await prepared(server, me, parties, { saveContacts: 0 })
  expect((await server.call('getDraftInfo', { signId }, me)).data.saveContacts).toBe(0)
  expect((await server.call('sendTask', { signId }, me)).code).toBe(200)
  expect(await contacts()).toEqual([])
  const other = await prepared(server, me, parties)
  expect((await server.call('getDraftInfo', { signId: other.signId }, me)).data.saveContacts).toBe(1)
})

test('what the person wrote is never overwritten; its uses are counted, ticked or not', async () => {
  const written = {
    contactType: 'company',
    companyName: '上海嘉禾物业管理有限公司',
    name: '陈晨',
    phone: '13800000004',
  } as const
  await server.call('saveContact', { ...written, email: 'chen@b.cn', remark: '物业' }, me)
  await sent(server, me, parties)
  clock += 1000
  await sent(server, me, parties, { saveContacts: 0 })
  const [, kept] = await contacts()
  expect(kept).toMatchObject({ email: 'chen@b.cn', remark: '物业', version: 1, useTime: clock, useNumber: 2 })
})

test('sending twice by one key counts once', async () => {
  const { signId } = await prepared(server, me, parties)
  const once = { ...me, key: 'send-once' }
  const answers = await Promise.all([1, 2, 3].map(() => server.call('sendTask', { signId }, once)))
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200])
  expect((await contacts()).map(({ useNumber }) => useNumber)).toEqual([1, 1])
})

test('a full address book does not keep a contract from being sent', async () => {
  await server.call('saveContact', { contactType: 'person', name: '钱多多', phone: '13900000001' }, me)
  await server.deps.db.write(me.tenantId, (tx) =>
    tx.updateTable('contact_count').set({ number: 10_000 }).where('contact_type', '=', 'person').execute(),
  )
  await sent(server, me, parties)
  expect((await contacts()).map(({ name }) => name)).toEqual(['钱多多', '陈晨'])
})

test('contracts sent side by side to the same parties count each', async () => {
  const made = await Promise.all([1, 2, 3, 4].map(() => prepared(server, me, parties)))
  const answers = await Promise.all(made.map(({ signId }) => server.call('sendTask', { signId }, me)))
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200])
  expect((await contacts()).map(({ useNumber }) => useNumber)).toEqual([4, 4])
})
