import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { contactLimits } from '@moqi/domain/contacts/contact-rules'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  companyContact,
  forgetContacts,
  personContact,
  savedContact,
  type WrittenContact,
} from '#src/testing/contact-scene.ts'
import { newcomer, type Player, player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let me: Player
let colleague: Player
let stranger: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  me = await player(server, '13800000002', 'company')
  colleague = await player(server, '13800000003', 'company')
  stranger = await player(server, '13800000004', 'company')
})
afterAll(() => server.close())
beforeEach(async () => {
  clock += 60_000
  await forgetContacts(server, me)
})

async function saved(written: WrittenContact, who = me) {
  clock += 1000
  return savedContact(server, who, written)
}

const list = async (input: Partial<Sent<Table['listContacts']>> = {}, who = me) =>
  (await server.call('listContacts', { contactType: 'person', ...input }, who)).data
const namesIn = async (...args: Parameters<typeof list>) => (await list(...args)).contactArray.map(({ name }) => name)
const refusal = ({
  code,
  message,
  data,
}: {
  code: number | string
  message: string
  data: Record<string, unknown>
}) => [code, message, data.reason]

test('a contact is written down as its fields are compared, and read again (checklist C95)', async () => {
  const made = await saved(companyContact(' 墨契(北京)科技有限公司', ' 李静', '+86 138 0000 0002'))
  expect(made).toMatchObject({
    version: 1,
    contactType: 'company',
    companyName: '墨契（北京）科技有限公司',
    name: '李静',
    phone: '13800000002',
    creditCode: '',
    useTime: null,
    useNumber: 0,
  })
  expect(await list({ contactType: 'company' })).toEqual({
    contactArray: [made],
    nextCursor: null,
    total: 1,
    personTotal: 0,
    companyTotal: 1,
  })
})

test('what is wrong is named field by field, and nothing is kept', async () => {
  const answer = await server.call('saveContact', personContact('', '1380000', { email: 'x' }), me)
  expect([answer.code, answer.message, answer.data.reason, answer.data.field]).toEqual([
    422,
    '请输入真实姓名',
    'field/invalid',
    'name',
  ])
  expect(answer.data.faults).toEqual([
    { field: 'name', message: '请输入真实姓名' },
    { field: 'phone', message: '手机号格式不正确' },
    { field: 'email', message: '邮箱格式不正确' },
  ])
  expect(await list()).toMatchObject({ contactArray: [], total: 0 })
})

test('the same contact is not written down twice (domain 7.7), neither anew nor by a change', async () => {
  await saved(personContact('王小明', '13800000001'))
  const again = await server.call('saveContact', personContact('王小明', '138 0000 0001'), me)
  expect(refusal(again)).toEqual([409, '该联系人已存在', 'contact/exists'])
  const other = await saved(personContact('王大明', '13800000001'))
  const change = { ...personContact('王小明', '13800000001'), contactId: other.contactId, version: 1 }
  expect(refusal(await server.call('saveContact', change, me))).toEqual([409, '该联系人已存在', 'contact/exists'])
  expect(await list()).toMatchObject({ total: 2 })
  await saved(companyContact('甲公司', '王小明', '13800000001'))
})

test('ten at once write it down once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => server.call('saveContact', personContact('王小明', '13800000001'), me)),
  )
  expect(answers.filter(({ code }) => code === 200).length).toBe(1)
  expect(await list()).toMatchObject({ total: 1, personTotal: 1 })
})

test('a change needs the version it was made from', async () => {
  const { contactId } = await saved(personContact('王小明', '13800000001'))
  const change = { ...personContact('王小明', '13800000009', { remark: '新号' }), contactId }
  expect(await saved({ ...change, version: 1 })).toMatchObject({ version: 2, phone: '13800000009', remark: '新号' })
  const stale = await server.call('saveContact', { ...change, version: 1, remark: '旧' }, me)
  expect(refusal(stale)).toEqual([409, '联系人已在其他页面修改，请刷新后重试', 'contact/stale'])
  const none = await server.call('saveContact', change, me)
  expect(none.data.reason).toBe('contact/stale')
  expect((await list()).contactArray[0]).toMatchObject({ version: 2, remark: '新号' })
  const other = { ...change, version: 2, contactType: 'company' as const, companyName: '甲公司' }
  expect((await server.call('saveContact', other, me)).data.reason).toBe('contact/not-found')
})

test('the last written comes first, page by page, whatever is written meanwhile', async () => {
  for (let n = 0; n < 25; n++)
    await saved(personContact(`王${'一二三四五六七八九十'[n % 10]}${n < 10 ? '甲' : '乙'}`, `138000001${n + 10}`))
  const first = await list()
  await saved(personContact('新来的', '13900000000'))
  const second = await list({ cursor: first.nextCursor })
  const third = await list({ cursor: second.nextCursor })
  const phones = [first, second, third].flatMap(({ contactArray }) => contactArray.map(({ phone }) => phone))
  expect(phones).toEqual(Array.from({ length: 25 }, (_, n) => `138000001${34 - n}`))
  expect([first.total, third.nextCursor]).toEqual([25, null])
  expect((await list({ pageSize: 50 })).contactArray.length).toBe(26)
  const bad = await server.call('listContacts', { contactType: 'person', cursor: "1' or 1=1" }, me)
  expect(bad.data.reason).toBe('request/invalid')
})

test('two Chinese characters, part of a phone, a mail or a remark find a contact', async () => {
  await saved(personContact('王小明', '13800000001', { email: 'Xiao@B.cn', remark: '采购 100%_对接' }))
  await saved(personContact('陈晨', '13900000002'))
  await saved(companyContact('上海嘉禾物业管理有限公司', '陈晨', '13800000004'))
  for (const keyword of ['小明', '138 0000', 'xiao@b', '采购', '100%_', '王小明']) {
    expect(await namesIn({ keyword })).toEqual(['王小明'])
  }
  expect(await list({ keyword: '小明' })).not.toHaveProperty('total')
  for (const keyword of ['%', '_', '\\', '晨明']) expect(await namesIn({ keyword: `${keyword}x` })).toEqual([])
  const { contactArray } = await list({ contactType: 'company', keyword: '嘉禾' })
  expect(contactArray.map(({ companyName }) => companyName)).toEqual(['上海嘉禾物业管理有限公司'])
})

test('contacts are the person’s own: colleague, stranger and the own other space see none of them', async () => {
  const { contactId } = await saved(personContact('王小明', '13800000001'))
  const home = await player(server, '13800000002', 'person')
  for (const who of [colleague, stranger, home]) {
    expect(await list({}, who)).toEqual({
      contactArray: [],
      nextCursor: null,
      total: 0,
      personTotal: 0,
      companyTotal: 0,
    })
    const answers = [
      await server.call(
        'saveContact',
        { ...personContact('王', '13800000001'), name: '王小', contactId, version: 1 },
        who,
      ),
      await server.call('deleteContacts', { contactIdArray: [contactId] }, who),
    ]
    for (const answer of answers) expect(refusal(answer)).toEqual([404, '联系人不存在或已删除', 'contact/not-found'])
  }
  expect(await namesIn()).toEqual(['王小明'])
  await saved(personContact('王小明', '13800000001'), colleague)
  expect(await namesIn()).toEqual(['王小明'])
})

test('who has left the company reaches the contacts no more, and finds them on coming back', async () => {
  const former = { ...(await newcomer(server, '13900000301', '钱多多')), tenantId: me.tenantId }
  const { db } = server.deps
  const account = await db.directory((directory) =>
    directory.selectFrom('account').where('phone', '=', former.phone).select('account_id').executeTakeFirstOrThrow(),
  )
  const membership = { tenant_id: me.tenantId, ...account, is_owner: false, created_at: clock }
  const join = () => db.directory((directory) => directory.insertInto('membership').values(membership).execute())
  await join()
  await saved(personContact('王小明', '13800000001'), former)
  await db.directory((directory) =>
    directory
      .deleteFrom('membership')
      .where('tenant_id', '=', me.tenantId)
      .where('account_id', '=', account.account_id)
      .execute(),
  )
  const gone = await server.call('listContacts', { contactType: 'person' }, former)
  expect(gone.data.reason).toBe('space/not-found')
  await join()
  expect(await namesIn({}, former)).toEqual(['王小明'])
})

test('deleting takes all or nothing, and the number follows', async () => {
  const a = await saved(personContact('王小明', '13800000001'))
  const b = await saved(companyContact('甲公司', '王小明', '13800000001'))
  const mine = [a.contactId, b.contactId]
  const his = await saved(personContact('陈晨', '13800000004'), stranger)
  for (const other of [his.contactId, '0198a000-0000-7000-8000-000000000000', "'"]) {
    const answer = await server.call('deleteContacts', { contactIdArray: [...mine, other] }, me)
    expect(answer.data.reason).toBe('contact/not-found')
  }
  expect(await list()).toMatchObject({ personTotal: 1, companyTotal: 1 })
  expect((await server.call('deleteContacts', { contactIdArray: [...mine, a.contactId] }, me)).code).toBe(200)
  expect(await list()).toMatchObject({ contactArray: [], personTotal: 0, companyTotal: 0 })
  expect((await server.call('deleteContacts', { contactIdArray: mine }, me)).data.reason).toBe('contact/not-found')
  const many = Array.from({ length: 51 }, () => a.contactId)
  expect((await server.call('deleteContacts', { contactIdArray: many }, me)).code).toBe(400)
})

test('a repeated deletion gets its first answer', async () => {
  const { contactId } = await saved(personContact('王小明', '13800000001'))
  const once = { ...me, key: 'delete-once' }
  for (let n = 0; n < 2; n++) {
    expect((await server.call('deleteContacts', { contactIdArray: [contactId] }, once)).code).toBe(200)
  }
})

test('a full address book takes no more, and says what to do', async () => {
  await saved(personContact('王小明', '13800000001'))
  await server.deps.db.write(me.tenantId, (tx) =>
    tx
      .updateTable('contact_count')
      .set({ number: contactLimits.perAccount })
      .where('contact_type', '=', 'person')
      .execute(),
  )
  const full = await server.call('saveContact', personContact('陈晨', '13800000004'), me)
  expect(refusal(full)).toEqual([422, '通讯录最多保存10000个联系人，请先删除不用的联系人', 'contact/full'])
  expect((await server.call('saveContact', companyContact('甲公司', '陈晨', '13800000004'), me)).code).toBe(200)
})
