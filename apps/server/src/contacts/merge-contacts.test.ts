import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  companyContact,
  forgetContacts,
  personContact,
  savedContact,
  type WrittenContact,
} from '#src/testing/contact-scene.ts'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let me: Player
let stranger: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  me = await player(server, '13800000002', 'company')
  stranger = await player(server, '13800000004', 'company')
})
afterAll(() => server.close())
beforeEach(() => forgetContacts(server, me))

async function saved(written: WrittenContact, who = me) {
  clock += 1000
  return savedContact(server, who, written)
}

const list = async () => (await server.call('listContacts', { contactType: 'person' }, me)).data

const groups = async () =>
  (await server.call('findDoubles', { contactType: 'person' }, me)).data.groupArray.map(({ reason, contactArray }) => [
    reason,
    contactArray.map(({ name, phone }) => `${name} ${phone}`),
  ])

test('doubles are found by phone, and by name at the same company', async () => {
  for (const [name, phone] of [
    ['王小明', '13800000001'],
    ['王晓明', '13800000001'],
    ['陈晨', '13800000004'],
    ['陈晨', '13900000004'],
    ['李静', '13800000002'],
  ] as const) {
    await saved(personContact(name, phone))
  }
  await saved(companyContact('甲公司', '李静', '13800000002'))
  await saved(personContact('王小明', '13800000001'), stranger)
  expect(await groups()).toEqual([
    ['phone', ['王晓明 13800000001', '王小明 13800000001']],
    ['name', ['陈晨 13900000004', '陈晨 13800000004']],
  ])
})

test('merging keeps what the person chose, counts all uses together and lets the others go', async () => {
  const a = await saved(personContact('王小明', '13800000001', { remark: '旧' }))
  const b = await saved(personContact('王晓明', '13800000001', { email: 'x@b.cn' }))
  await server.deps.db.write(me.tenantId, (tx) =>
    tx.updateTable('contact').set({ used_at: 7, used_number: 2 }).where('tenant_id', '=', me.tenantId).execute(),
  )
  const contactArray = [a, b].map(({ contactId, version }) => ({ contactId, version }))
  const chosen = { name: '王晓明', phone: '13800000001', email: 'x@b.cn', remark: '旧' }
  const merged = await server.call('mergeContacts', { contactArray, ...chosen }, me)
  expect(merged.data).toMatchObject({ ...chosen, contactId: a.contactId, version: 2, useTime: 7, useNumber: 4 })
  expect(await list()).toMatchObject({ contactArray: [merged.data], total: 1 })
  expect(await groups()).toEqual([])
})

test('merging is refused whole: for another’s, a changed one, two types, faults, or what a third one is already', async () => {
  const a = await saved(personContact('王小明', '13800000001'))
  const b = await saved(personContact('王晓明', '13800000001'))
  const c = await saved(personContact('王大明', '13800000001'))
  const firm = await saved(companyContact('甲公司', '王小明', '13800000001'))
  const his = await saved(personContact('他人的', '13800000001'), stranger)
  const merge = (others: { contactId: string; version: number }[], fields = { name: '王小明', phone: '13800000001' }) =>
    server.call(
      'mergeContacts',
      { contactArray: [a, ...others].map(({ contactId, version }) => ({ contactId, version })), ...fields },
      me,
    )
  const reasons = [
    await merge([his]),
    await merge([a]),
    await merge([{ ...b, version: 2 }]),
    await merge([firm]),
    await merge([b], { name: '', phone: '13800000001' }),
    await merge([b], { name: '王大明', phone: '13800000001' }),
  ].map(({ data }) => data.reason)
  expect(reasons).toEqual([
    'contact/not-found',
    'contact/not-found',
    'contact/stale',
    'field/invalid',
    'field/invalid',
    'contact/exists',
  ])
  expect(await list()).toMatchObject({ personTotal: 3, companyTotal: 1 })
  expect((await merge([b, c], { name: '王大明', phone: '13800000001' })).code).toBe(200)
  expect(await list()).toMatchObject({ personTotal: 1 })
})

test('two who merge the same doubles at once leave one contact and the right number', async () => {
  const a = await saved(personContact('王小明', '13800000001'))
  const b = await saved(personContact('王晓明', '13800000001'))
  const merge = (kept: typeof a, gone: typeof a) =>
    server.call(
      'mergeContacts',
      {
        contactArray: [kept, gone].map(({ contactId, version }) => ({ contactId, version })),
        name: kept.name,
        phone: kept.phone,
      },
      me,
    )
  const answers = await Promise.all([merge(a, b), merge(b, a)])
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 404])
  expect(await list()).toMatchObject({ total: 1 })
})
