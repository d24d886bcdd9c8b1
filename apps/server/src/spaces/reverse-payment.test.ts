import { reverseFen } from '@moqi/domain/identity/reverse-payment'
import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openCompanyAuth } from '#src/cores/identity/company-auth.ts'
import type { Arrived, AskedPayment, BankGateway } from '#src/platform/gateways/bank-gateway.ts'
import { companyForm } from '#src/testing/company-auth-scene.ts'
import { newcomer, type Player, player } from '#src/testing/contract-scene.ts'
import { arrivedMessages } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { lapsePayment } from './company-payment.ts'
import { askArrived, takeArrived } from './reverse-payment.ts'

let server: TestServer
const start = Date.UTC(2026, 10, 20, 2)
let clock = start
let people = 0
let bankIsAway = false
/** What the bank's statement shows, and what it was asked. */
let statement: Arrived[] = []
const questions: AskedPayment[] = []
const account = { name: '墨契收款户', account: '5719 1234 0010', bank: '招商银行杭州分行', code: '308331012001' }

const bank: BankGateway = {
  closed: null,
  pay: async () => null,
  account,
  arrived: async (asked) => {
    questions.push(asked)
    if (bankIsAway) throw new Error('bank out of reach')
    return statement
  },
  trials: [],
}

beforeAll(async () => {
  server = await testServer({ now: () => clock, bank })
})
beforeEach(() => {
  clock = start
  statement = []
  bankIsAway = false
})
afterAll(() => server.close())

const phoneOf = () => `136${String(++people).padStart(8, '0')}`
const formOf = (number: number, companyName?: string) => {
  const { bankName: _, bankAccount: __, ...form } = companyForm(number, companyName)
  return { ...form, authWay: 'reverse' as const }
}
const infoOf = async (who: Player) => (await server.call('getAuthInfo', { tenantId: who.tenantId }, who)).data

/** A company that is to pay, and what a payment that proves it looks like. */
async function awaiting(companyName?: string, number?: number) {
  const phone = phoneOf()
  const person = await newcomer(server, phone, '林晓')
  const asked = formOf(number ?? 600 + people, companyName)
  const { data } = await server.call('submitCompanyAuth', asked, person)
  const who = { ...person, tenantId: data.tenantId }
  const { company } = await infoOf(who)
  const right: Arrived = {
    transactionNo: `T${people}`,
    payer: asked.companyName,
    fen: reverseFen,
    remark: company?.reverse?.payRemark ?? '',
    at: clock,
  }
  return { who, person, phone, asked, authId: data.authid, right, company }
}
const noticesOf = async (who: Player) =>
  (await server.call('listMessage', { pageSize: 50 }, who)).data.messageArray.filter(
    ({ kind }) => kind === 'paymentUnfit',
  )

test('a company is shown where to pay, and its own 0.01 元 authenticates it with all that follows (domain 2.6, 5.6)', async () => {
  const { who, phone, authId, right, company } = await awaiting()
  expect(company).toMatchObject({
    authWay: 'reverse',
    step: 'reversePending',
    expireTime: start + 7 * dayMs,
    reverse: {
      payeeName: account.name,
      payeeAccount: account.account,
      payeeBank: account.bank,
      payeeBankCode: account.code,
      amount: '0.01',
      payRemark: expect.stringMatching(/^\d{8}$/),
      arrivedArray: [],
    },
  })
  await askArrived(server.deps, { authId, asked: 0 })
  expect(questions.at(-1)).toMatchObject({ authId, companyName: right.payer, remark: right.remark })
  expect((await infoOf(who)).isAuthed).toBe('inCompanyAuth')
  statement = [right]
  await askArrived(server.deps, { authId, asked: 1 })
  expect(await infoOf(who)).toMatchObject({ isAuthed: 'passAuth', company: null })
  await arrivedMessages(server, { recipient: phone, scene: 'authPassed' })
  const detail = await server.call('getSpaceDetailInfo', {}, who)
  expect(detail.data).toMatchObject({ isAuthed: 'passAuth', isSpaceOwner: 'yes', surplus: 5 })
  await vi.waitUntil(async () => (await server.call('listSeals', {}, who)).data.sealInfoArray.length === 1, {
    timeout: 30_000,
  })
})

test('another payer, another amount, no remark: each is told once with its reason and costs nothing', async () => {
  const { who, authId, right } = await awaiting()
  const wrong: Arrived[] = [
    { ...right, transactionNo: 'w1', payer: '张三' },
    { ...right, transactionNo: 'w2', fen: 100 },
    { ...right, transactionNo: 'w3', remark: '认证' },
    { ...right, transactionNo: 'w4', payer: '李四', remark: '99999999' },
  ]
  for (let told = 0; told < 3; told++) await takeArrived(server.deps, authId, wrong)
  const { isAuthed, company } = await infoOf(who)
  expect([isAuthed, company?.triesLeft]).toEqual(['inCompanyAuth', 3])
  const shown = company?.reverse?.arrivedArray.map(({ transactionNo, payer, amount, reason }) => [
    transactionNo,
    payer,
    amount,
    reason,
  ])
  expect(shown).toEqual([
    ['w1', '张三', '0.01', '付款户名与企业名称不一致，请从本企业的对公账户付款'],
    ['w2', right.payer, '1.00', '付款金额不是0.01元，请按0.01元重新付款'],
    ['w3', right.payer, '0.01', '没有填写附言，或附言不正确，请重新付款并填写附言'],
  ])
  expect(await noticesOf(who)).toHaveLength(3)
  await takeArrived(server.deps, authId, [...wrong, right])
  expect((await infoOf(who)).isAuthed).toBe('passAuth')
})

test('a payment told ten times at once passes the company once', async () => {
  const { who, phone, authId, right } = await awaiting()
  await Promise.all(Array.from({ length: 10 }, () => takeArrived(server.deps, authId, [right, right])))
  expect((await infoOf(who)).isAuthed).toBe('passAuth')
  expect((await server.call('getSpaceDetailInfo', {}, who)).data.surplus).toBe(5)
  expect(await arrivedMessages(server, { recipient: phone, scene: 'authPassed' })).toHaveLength(1)
})

test('what is told after an authentication has ended or been begun anew counts for none', async () => {
  const { who, asked, authId, right, company } = await awaiting()
  const anew = await server.call('submitCompanyAuth', { ...asked, tenantId: who.tenantId, replaces: authId }, who)
  await takeArrived(server.deps, authId, [right])
  await takeArrived(server.deps, anew.data.authid, [{ ...right, transactionNo: 'old remark' }])
  const info = await infoOf(who)
  expect(info.isAuthed).toBe('inCompanyAuth')
  expect(info.company?.reverse?.payRemark).not.toBe(company?.reverse?.payRemark)
  expect(info.company?.reverse?.arrivedArray).toMatchObject([{ transactionNo: 'old remark' }])
  await takeArrived(server.deps, anew.data.authid, [{ ...right, remark: info.company?.reverse?.payRemark ?? '' }])
  expect((await infoOf(who)).isAuthed).toBe('passAuth')
})

test('a payment that is taken back leaves every other way open, and what arrives later is told and proves nothing', async () => {
  const { who, asked, authId, right } = await awaiting()
  const withdraw = (by: Player, authid = authId) => server.call('withdrawReversePayment', { authid }, by)
  const jing = await player(server, '13800000002', 'company')
  expect((await withdraw(jing)).data.reason).toBe('space/auth-changed')
  expect((await withdraw(who, 'nobody')).data.reason).toBe('space/auth-changed')
  expect((await withdraw({ ...who, token: '' })).data.reason).toBe('session/required')
  expect((await withdraw({ ...who, tenantId: jing.tenantId })).data.reason).not.toBeUndefined()
  expect((await withdraw(who)).data).toEqual({ isAuthed: 'rejectCompanyAuth' })
  expect((await withdraw(who)).data.reason).toBe('space/auth-changed')
  const info = await infoOf(who)
  expect([info.reason, info.company]).toEqual(['已撤回反向打款，请选择其他认证方式', null])
  const { authWay: _, ...rest } = asked
  const byAmount = { ...rest, ...companyForm(599), companyName: asked.companyName, creditCode: asked.creditCode }
  const anew = await server.call('submitCompanyAuth', { ...byAmount, tenantId: who.tenantId }, who)
  expect(anew.data.isAuthed).toBe('inCompanyAuth')

  // The bank is asked on, as long as the remark would have held.
  statement = [right, { ...right, transactionNo: 'other', remark: '11111111' }]
  for (const again of [1, 2]) await askArrived(server.deps, { authId, asked: again })
  const told = await noticesOf(who)
  expect(told.map(({ text }) => text)).toEqual([
    `${asked.companyName}的企业认证收到一笔付款，不能用于认证：该次反向打款已撤回，到账的款项不能用于认证，也不退还`,
  ])
  expect((await infoOf(who)).isAuthed).toBe('inCompanyAuth')
  clock = start + 7 * dayMs
  const before = questions.length
  await askArrived(server.deps, { authId, asked: 3 })
  expect(questions).toHaveLength(before)
})

test('a payment that arrives as it is taken back passes the company or is told, never both nor neither', async () => {
  for (let round = 0; round < 6; round++) {
    const { who, authId, right } = await awaiting()
    const arrives = () => takeArrived(server.deps, authId, [right])
    const withdraws = () => server.call('withdrawReversePayment', { authid: authId }, who)
    const withdrawn = round % 2 === 0 ? undefined : withdraws()
    const arriving = arrives()
    const [answer] = await Promise.all([withdrawn ?? withdraws(), arriving])
    await arrives()
    const passed = (await infoOf(who)).isAuthed === 'passAuth'
    expect(Number(answer.code)).toBe(passed ? 409 : 200)
    expect(await noticesOf(who)).toHaveLength(passed ? 0 : 1)
  }
})

test('nothing within seven days has failed; paid in time and told later, it passes; paid later, it does not', async () => {
  const silent = await awaiting()
  await lapsePayment(server.deps, { authId: silent.authId })
  const reason = '超过7天未收到款项，请重新提交'
  expect(await infoOf(silent.who)).toMatchObject({ isAuthed: 'rejectCompanyAuth', reason })
  await takeArrived(server.deps, silent.authId, [silent.right])
  expect((await infoOf(silent.who)).isAuthed).toBe('rejectCompanyAuth')
  const [inTime, late] = [await awaiting(), await awaiting()]
  await takeArrived(server.deps, late.authId, [{ ...late.right, at: start + 7 * dayMs + 1 }])
  expect((await infoOf(late.who)).isAuthed).toBe('inCompanyAuth')
  expect(await noticesOf(late.who)).toHaveLength(1)
  await takeArrived(server.deps, inTime.authId, [{ ...inTime.right, at: start + 7 * dayMs }])
  expect((await infoOf(inTime.who)).isAuthed).toBe('passAuth')
})

test('two who authenticate one company at once: the first payment passes, the other is told so', async () => {
  const one = await awaiting('厦门并行软件有限公司', 590)
  const other = await awaiting('厦门并行软件有限公司', 590)
  expect(one.right.remark).not.toBe(other.right.remark)
  // Each remark is known to the other's statement as well.
  await Promise.all([
    takeArrived(server.deps, one.authId, [one.right]),
    takeArrived(server.deps, other.authId, [other.right]),
  ])
  const states = [await infoOf(one.who), await infoOf(other.who)].map(({ isAuthed }) => isAuthed)
  expect(states.toSorted()).toEqual(['passAuth', 'rejectCompanyAuth'])
  const refused = states[0] === 'passAuth' ? other : one
  expect((await infoOf(refused.who)).reason).toBe('该企业已由他人完成认证')
})

test('a bank that is away is asked again and fails nobody', async () => {
  const { who, authId, right } = await awaiting()
  bankIsAway = true
  await expect(askArrived(server.deps, { authId, asked: 0 })).rejects.toThrow('bank out of reach')
  expect((await infoOf(who)).isAuthed).toBe('inCompanyAuth')
  bankIsAway = false
  statement = [right]
  await askArrived(server.deps, { authId, asked: 0 })
  expect((await infoOf(who)).isAuthed).toBe('passAuth')
})

test('whoever is not the owner sees neither account nor remark', async () => {
  const { who } = await awaiting()
  const stranger = await newcomer(server, phoneOf(), '孙一一')
  const refused = await server.call('getAuthInfo', { tenantId: who.tenantId }, stranger)
  expect(refused.data.reason).toBe('space/not-found')
  const jing = await player(server, '13800000002', 'company')
  expect((await server.call('getAuthInfo', { tenantId: who.tenantId }, jing)).data.reason).toBe('space/not-found')
})

test('a person may begin ten times in 30 days, however often others have', async () => {
  const { who, asked, authId } = await awaiting()
  let replaces = authId
  for (let begun = 1; begun < 10; begun++) {
    const { data } = await server.call('submitCompanyAuth', { ...asked, tenantId: who.tenantId, replaces }, who)
    replaces = data.authid
  }
  const often = await server.call('submitCompanyAuth', { ...asked, tenantId: who.tenantId, replaces }, who)
  expect(often.data.reason).toBe('request/too-often')
  const row = await server.deps.db.directory((directory) => openCompanyAuth(directory, { authId: replaces }))
  expect(row?.step).toBe('reversePending')
})

test('where no account is watched it is not offered', async () => {
  const unwatched = await testServer({ now: () => start, bank: { ...bank, account: null } })
  try {
    const who = await newcomer(unwatched, phoneOf(), '林晓')
    const refused = await unwatched.call('submitCompanyAuth', formOf(777), who)
    expect([refused.data.reason, refused.message]).toEqual([
      'identity/rejected',
      '平台暂未开通反向打款认证，请改用其他认证方式',
    ])
    expect((await unwatched.call('getAuthInfo', { companyName: '某公司' }, who)).data.hasReverse).toBe(0)
  } finally {
    await unwatched.close()
  }
})
