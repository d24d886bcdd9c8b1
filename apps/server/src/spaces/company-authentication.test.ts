import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Payment } from '#src/platform/gateways/bank-gateway.ts'
import { embeddedIdentityGateway } from '#src/platform/gateways/identity/identity-gateway.ts'
import { awaitingAmount, companyForm } from '#src/testing/company-auth-scene.ts'
import { companySigner, newcomer, type Player, player, sent } from '#src/testing/contract-scene.ts'
import { arrivedMessages, messagesTo } from '#src/testing/messages.ts'
import { lapsePayment } from './company-payment.ts'
import { unwatchedBank } from '#src/testing/unwatched-bank.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
const clock = Date.UTC(2026, 10, 20, 2)
/** What the gateways answer next; null when all is well. */
let verdict: string | null = null
let bankSays: string | null = null
let bankFails = 0
const payments: Payment[] = []
let people = 0

async function pay(payment: Payment): Promise<string | null> {
  if (bankFails-- > 0) throw new Error('bank out of reach')
  payments.push(payment)
  return bankSays
}

beforeAll(async () => {
  server = await testServer({
    now: () => clock,
    identity: { ...embeddedIdentityGateway, checkCompany: async () => verdict },
    bank: { ...unwatchedBank, closed: null, pay },
  })
})
beforeEach(() => {
  verdict = null
  bankSays = null
  bankFails = 0
})
afterAll(() => server.close())

const phoneOf = () => `137${String(++people).padStart(8, '0')}`
/** A company of its own for each test. */
const form = (companyName?: string) => companyForm(people, companyName)
/** What a job does comes when it comes: whether is asked, not how soon. */
const patient = { timeout: 30_000 }
const paidTo = (who: Player) =>
  vi.waitUntil(async () => {
    const { data } = await server.call('getAuthInfo', { tenantId: who.tenantId }, who)
    return data.company?.step === 'amountPending' && payments.at(-1)
  }, patient)
const fenText = (fen: number) => `0.${String(fen).padStart(2, '0')}`
const confirm = (who: Player, amount: string, key?: string) =>
  server.call('confirmPayment', { amount }, { ...who, ...(key && { key }) })
async function awaiting(companyName?: string) {
  const who = await newcomer(server, phoneOf(), '林晓')
  const asked = form(companyName)
  const { data } = await server.call('submitCompanyAuth', asked, who)
  const acting = { ...who, tenantId: data.tenantId }
  const payment = await paidTo(acting)
  if (!payment) throw new Error('nothing was paid')
  return { who: acting, person: who, asked, amount: fenText(payment.fen) }
}
const statusOf = async (who: Player) => (await server.call('getSpaceDetailInfo', {}, who)).data

test('the amount sent to the account authenticates the company, with its administrator, 份 and seal (domain 5.6)', async () => {
  const { who, asked, amount } = await awaiting('厦门鹭江软件(集团)有限公司')
  const before = await server.call('getAuthInfo', { tenantId: who.tenantId }, who)
  expect(before.data).toMatchObject({
    isAuthed: 'inCompanyAuth',
    company: { bankAccount: '3456', triesLeft: 3, step: 'amountPending', expireTime: clock + 7 * dayMs },
  })
  expect(JSON.stringify(before.data)).not.toContain('416688')
  expect(payments.at(-1)).toMatchObject({ companyName: '厦门鹭江软件（集团）有限公司' })
  expect((await confirm(who, ` ${amount} `)).data).toEqual({ isAuthed: 'passAuth' })
  expect(await statusOf(who)).toMatchObject({
    spaceName: '厦门鹭江软件（集团）有限公司',
    isAuthed: 'passAuth',
    isSpaceOwner: 'yes',
    surplus: 5,
  })
  const seals = await vi.waitUntil(async () => {
    const { data } = await server.call('listSeals', {}, who)
    return data.sealInfoArray.length > 0 && data.sealInfoArray
  }, patient)
  expect(seals).toMatchObject([{ sealType: 'company', sealStatus: 'enabled', sealPermission: 'direct' }])
  expect(await messagesTo(server, who.phone, 'paymentSent')).toHaveLength(1)
  await arrivedMessages(server, { recipient: who.phone, scene: 'authPassed' })
  const again = await server.call('submitCompanyAuth', { ...asked, tenantId: who.tenantId }, who)
  expect(again.data.reason).toBe('space/company-taken')
})

test('a contract that waits for the company is its operator’s from then on (I10)', async () => {
  const jing = await player(server, '13800000002', 'company')
  const phone = phoneOf()
  const asked = form('泉州等待贸易有限公司')
  const { taskId } = await sent(server, jing, [companySigner(1, asked.companyName, { name: '林晓', phone })])
  const person = await newcomer(server, phone, '林晓')
  const { data } = await server.call('submitCompanyAuth', asked, person)
  const who = { ...person, tenantId: data.tenantId }
  const payment = await paidTo(who)
  await confirm(who, fenText(payment ? payment.fen : 0))
  const listed = await vi.waitUntil(async () => {
    const list = await server.call('listTasks', { status: 'iSign' }, who)
    return list.data.taskInfoArray.length === 1 && list.data.taskInfoArray
  }, patient)
  expect(listed).toMatchObject([{ taskId }])
})

test('a wrong amount costs a try, what is no amount costs none, three wrong ones end it and it may be submitted anew', async () => {
  const { who, asked, amount } = await awaiting()
  const wrong = amount === '0.50' ? '0.51' : '0.50'
  for (const odd of ['', '1', '0.5', '1.20', '0.00', '0.1x']) {
    const refused = await confirm(who, odd)
    expect([refused.data.reason, refused.message]).toEqual(['field/invalid', '金额不正确，还可尝试3次'])
  }
  const told = async (key?: string) => {
    const { code, message, data } = await confirm(who, wrong, key)
    return [code, data.reason, message]
  }
  const once = [422, 'space/amount-wrong', '金额不正确，还可尝试2次']
  expect([await told('first'), await told('first')]).toEqual([once, once])
  expect(await told()).toEqual([422, 'space/amount-wrong', '金额不正确，还可尝试1次'])
  const reason = '到账金额多次填写错误，请核对收款账户后重新提交认证'
  for (const key of ['last', 'last']) expect(await told(key)).toEqual([422, 'identity/rejected', reason])
  expect((await confirm(who, amount)).data.reason).toBe('space/auth-changed')
  expect(await statusOf(who)).toMatchObject({ isAuthed: 'rejectCompanyAuth', rejectCompanyAuthReason: reason })
  const anew = await server.call('submitCompanyAuth', { ...asked, tenantId: who.tenantId }, who)
  expect(anew.data).toMatchObject({ isAuthed: 'inCompanyAuth', tenantId: who.tenantId })
})

test('nobody guesses by submitting again and again: three submissions of a company a person in 30 days, five a company', async () => {
  const { person, asked } = await awaiting()
  const spend = async (who: Player) => {
    const { data } = await server.call('submitCompanyAuth', asked, who)
    if (!data.tenantId) return String(data.reason)
    const acting = { ...who, tenantId: data.tenantId }
    const payment = await paidTo(acting)
    const wrong = payment && payment.fen === 50 ? '0.51' : '0.50'
    for (let tries = 0; tries < 3; tries++) await confirm(acting, wrong)
    return 'spent'
  }
  const first = await server.call('getAuthInfo', { companyName: asked.companyName }, person)
  const acting = { ...person, tenantId: first.data.company?.tenantId ?? '' }
  const wrong = fenText(payments.at(-1)?.fen === 50 ? 51 : 50)
  for (let tries = 0; tries < 3; tries++) await confirm(acting, wrong)
  expect([await spend(person), await spend(person), await spend(person)]).toEqual([
    'spent',
    'spent',
    'request/too-often',
  ])
  const [one, two] = [await newcomer(server, phoneOf(), '林一'), await newcomer(server, phoneOf(), '林二')]
  expect([await spend(one), await spend(one), await spend(two)]).toEqual(['spent', 'spent', 'request/too-often'])
  await server.deps.db.directory((directory) =>
    directory
      .updateTable('company_auth')
      .set({ created_at: clock - 31 * dayMs })
      .execute(),
  )
  expect(await spend(two)).toBe('spent')
}, 120_000)

test('what nobody tells within seven days has failed, and a late amount with it', async () => {
  const late = await awaiting()
  await server.deps.db.directory((directory) =>
    directory
      .updateTable('company_auth')
      .set({ expire_at: clock - 1 })
      .where('ended_at', 'is', null)
      .execute(),
  )
  const refused = await confirm(late.who, late.amount)
  const lapsed = { isAuthed: 'rejectCompanyAuth', reason: '超过7天未填写到账金额，请重新提交' }
  expect([refused.code, refused.message]).toEqual([422, lapsed.reason])
  expect((await server.call('getAuthInfo', { tenantId: late.who.tenantId }, late.who)).data).toMatchObject(lapsed)
  const silent = await awaiting()
  await lapsePayment(server.deps, { authId: payments.at(-1)?.paymentId ?? '' })
  expect((await server.call('getAuthInfo', { tenantId: silent.who.tenantId }, silent.who)).data).toMatchObject(lapsed)
  const [told] = await arrivedMessages(server, { recipient: silent.who.phone, scene: 'authFailed' })
  expect(told?.body).toContain(lapsed.reason)
  const kept = await server.deps.db.directory((directory) =>
    directory.selectFrom('company_auth').where('ended_at', 'is not', null).select('bank_account').execute(),
  )
  expect(kept.every(({ bank_account }) => bank_account.length === 4)).toBe(true)
})

test('what the gateway refuses is told with its reason, and makes no space', async () => {
  verdict = '企业名称与统一社会信用代码不一致'
  const who = await newcomer(server, phoneOf(), '林晓')
  const none = await server.call('submitCompanyAuth', form(), who)
  expect([none.data.reason, none.message]).toEqual(['identity/rejected', verdict])
  expect((await server.call('getUserSpaceInfo', {}, who)).data.spaceInfoArray).toHaveLength(1)
})

test('what the bank refuses is told too, and of a company that has a space its page says so', async () => {
  const who = await newcomer(server, phoneOf(), '林晓')
  const before = payments.length
  bankSays = '收款账户不存在或户名不符'
  const first = await server.call('submitCompanyAuth', form(), who)
  expect(first.data.isAuthed).toBe('inCompanyAuth')
  const [told] = await arrivedMessages(server, { recipient: who.phone, scene: 'authFailed' })
  expect(told?.body).toContain(bankSays)
  expect(payments).toHaveLength(before + 1)
  const acting = { ...who, tenantId: first.data.tenantId }
  expect(await statusOf(acting)).toMatchObject({ isAuthed: 'rejectCompanyAuth', rejectCompanyAuthReason: bankSays })
  verdict = '企业名称与统一社会信用代码不一致'
  const again = await server.call('submitCompanyAuth', { ...form(), tenantId: acting.tenantId }, who)
  expect([again.data.isAuthed, again.data.reason]).toEqual(['rejectCompanyAuth', verdict])
  // Nobody but the person is in it, and it never was authenticated: it keeps nobody from closing the account.
  expect((await server.call('getCloseInfo', {}, who)).data.obstacleArray).toEqual([])
})

test('a mistyped correction leaves what is under way as it is', async () => {
  const { who, asked, amount } = await awaiting()
  const { data } = await server.call('getAuthInfo', { tenantId: who.tenantId }, who)
  verdict = '法定代表人姓名不一致'
  const replaces = data.company?.authid ?? ''
  const wrong = await server.call('submitCompanyAuth', { ...asked, tenantId: who.tenantId, replaces }, who)
  expect([wrong.data.reason, wrong.message]).toEqual(['identity/rejected', verdict])
  expect((await confirm(who, amount)).data.isAuthed).toBe('passAuth')
})

test('a company is paid five times, also when ten ask at once', async () => {
  const asked = companyForm(5001, '厦门十人同时有限公司')
  const ten = await Promise.all(Array.from({ length: 10 }, () => newcomer(server, phoneOf(), '林晓')))
  const answers = await Promise.all(ten.map((who) => server.call('submitCompanyAuth', asked, who)))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(5)
  expect(new Set(answers.flatMap(({ data }) => data.reason ?? []))).toEqual(new Set(['request/too-often']))
})

test('whose fields are faulty is told before anything is asked', async () => {
  const who = await newcomer(server, phoneOf(), '林晓')
  const faulty = [
    { companyName: '某' },
    { creditCode: '91350100M000100Y4Z' },
    { legalName: 'Lin' },
    { bankName: ' ' },
    { bankAccount: '12A45678' },
  ]
  for (const fault of faulty) {
    const answer = await server.call('submitCompanyAuth', { ...form(), ...fault }, who)
    expect([answer.data.reason, answer.data.field]).toEqual(['field/invalid', Object.keys(fault)[0]])
  }
  expect((await server.call('getUserSpaceInfo', {}, who)).data.spaceInfoArray).toHaveLength(1)
})

test('an authenticated company is nobody else’s, and its administrator is named in part', async () => {
  const { who, asked, amount } = await awaiting('福州先到科技有限公司')
  const rival = await newcomer(server, phoneOf(), '张三')
  const theirs = await server.call('submitCompanyAuth', asked, rival)
  const acting = { ...rival, tenantId: theirs.data.tenantId }
  const payment = await paidTo(acting)
  await confirm(who, amount)
  const late = await confirm(acting, fenText(payment ? payment.fen : 0))
  expect(late.data.reason).toBe('space/company-taken')
  expect(late.message).toContain('林*')
  const third = await server.call('submitCompanyAuth', asked, await newcomer(server, phoneOf(), '李四'))
  expect([third.data.reason, third.data.field]).toEqual(['space/company-taken', 'creditCode'])
})

test('ten submissions at once make one space and one payment; ten right amounts give five 份 once', async () => {
  const before = payments.length
  const who = await newcomer(server, phoneOf(), '林晓')
  const asked = form()
  await Promise.all(Array.from({ length: 10 }, () => server.call('submitCompanyAuth', asked, who)))
  const spaces = (await server.call('getUserSpaceInfo', {}, who)).data.spaceInfoArray
  expect(spaces).toHaveLength(2)
  const acting = { ...who, tenantId: spaces.find(({ spaceType }) => spaceType === 'company')?.tenantId ?? '' }
  const payment = await paidTo(acting)
  expect(payments).toHaveLength(before + 1)
  const amount = fenText(payment ? payment.fen : 0)
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(acting, amount)))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect((await statusOf(acting)).surplus).toBe(5)
})

test('a wrong account is put right by submitting anew', async () => {
  const { who, asked } = await awaiting()
  const { data } = await server.call('getAuthInfo', { tenantId: who.tenantId }, who)
  const right = { ...asked, bankAccount: '622200001111', tenantId: who.tenantId }
  const before = payments.length
  const unasked = await server.call('submitCompanyAuth', right, who)
  const other = await server.call('submitCompanyAuth', { ...right, replaces: who.tenantId }, who)
  expect([unasked.data.reason, other.data.reason]).toEqual(['space/auth-changed', 'space/auth-changed'])
  const anew = await server.call('submitCompanyAuth', { ...right, replaces: data.company?.authid ?? '' }, who)
  expect(anew.data).toMatchObject({ isAuthed: 'inCompanyAuth', tenantId: who.tenantId })
  const payment = await vi.waitUntil(async () => payments.length > before && (await paidTo(who)), patient)
  expect(payment).toMatchObject({ paymentId: anew.data.authid, bankAccount: '622200001111' })
  expect((await confirm(who, fenText(payment ? payment.fen : 0))).data.isAuthed).toBe('passAuth')
})

test('a bank out of reach is asked again, and pays once', async () => {
  bankFails = 1
  const before = payments.length
  const who = await newcomer(server, phoneOf(), '林晓')
  const { data } = await server.call('submitCompanyAuth', form(), who)
  const info = async () => (await server.call('getAuthInfo', { tenantId: data.tenantId }, who)).data.company
  await vi.waitUntil(async () => (await info())?.step === 'amountPending', patient)
  expect(payments).toHaveLength(before + 1)
}, 60_000)

test('where no bank is connected nobody is promised money', async () => {
  const closed = '平台暂未开通对公打款认证，请改用法定代表人授权书或人工审核'
  const real = await testServer({
    bank: { closed, pay: () => Promise.reject(new Error('asked all the same')), ...unwatchedBank },
  })
  try {
    const who = await newcomer(real, '13700009998', '林晓')
    const { data, message } = await real.call('submitCompanyAuth', companyForm(9998), who)
    expect([data.reason, message]).toEqual(['identity/rejected', closed])
  } finally {
    await real.close()
  }
})

test('in demonstrations the amount is read where the outbox is', async () => {
  const demo = await testServer()
  try {
    const { who, amount } = await awaitingAmount(demo, '13700009999', companyForm(9999))
    const { data } = await demo.call('confirmPayment', { amount }, who)
    expect(data.isAuthed).toBe('passAuth')
  } finally {
    await demo.close()
  }
})
