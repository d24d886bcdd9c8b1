import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantWithoutLetter } from '#src/cores/seal/grants.ts'
import {
  companySigner,
  newcomer,
  ownSignId,
  personSigner,
  player,
  type Player,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { codesSent, wrongCode } from '#src/testing/codes.ts'
import { chen, jiahe } from '#src/testing/demo-cast.ts'
import { newAddress } from '#src/testing/sign-in.ts'
import { arrivedMessages } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let clock = Date.parse('2026-11-20T10:00:00+08:00')
let server: TestServer
let jing: Player
let phones = 0
beforeAll(async () => {
  server = await testServer({ now: () => clock })
  jing = await player(server, '13800000002', 'company')
})
afterAll(() => server.close())

const newPhone = () => `1390000${String((phones += 1)).padStart(4, '0')}`

/** The newest ticket sent to somebody in a scene, from the link of its message. */
async function ticketOf(recipient: string, scene = 'toSign'): Promise<string> {
  const [newest] = await arrivedMessages(server, { recipient, scene })
  const ticket = /\/t\/([\w-]+)/.exec(newest?.body ?? '')?.[1]
  if (!ticket) throw new Error(`no ticket for ${recipient}`)
  return ticket
}

async function invited(name = '周晓彤', phone = newPhone()) {
  const { signId, taskId } = await sent(server, jing, [personSigner(1, name, phone)])
  return { phone, taskId, initiatorSignId: signId, ticket: await ticketOf(phone) }
}

async function newCode(ticket: string, phone: string): Promise<string> {
  const before = await codesSent(server, { phone, scene: 'ticket', count: 0 })
  const asked = await server.call('sendTicketCode', { ticket }, { address: newAddress() })
  if (asked.code !== 200) throw new Error(asked.message)
  const [newest = ''] = await codesSent(server, { phone, scene: 'ticket', count: before.length + 1 })
  return newest
}

async function enter(ticket: string, phone: string): Promise<string> {
  const smsCode = await newCode(ticket, phone)
  const { data } = await server.call('enterByTicket', { ticket, smsCode, agree: 1 }, { address: newAddress() })
  return data.token
}

const realName = (token: string, name: string) =>
  server.call(
    'submitPersonAuth',
    { realName: name, idNumber: '11010519491231002X', agree: 1, certificateAgree: 1 },
    { token },
  )

test('an SMS without account carries a ticket of 11 characters, and /t/ leads to the flow', async () => {
  const { ticket } = await invited()
  expect(ticket).toMatch(/^[0-9A-Za-z]{11}$/)
  const short = await server.app.inject({ url: `/t/${ticket}` })
  expect([short.statusCode, short.headers.location]).toEqual([302, `/home/open-sign?ticket=${ticket}`])
  const kept = await server.deps.db.directory((directory) => directory.selectFrom('ticket').selectAll().execute())
  expect(JSON.stringify(kept)).not.toContain(ticket)
})

test('a ticket says who asks and for when, the invited person masked, and nothing more', async () => {
  const { ticket, phone } = await invited()
  const { data } = await server.call('getTicketInfo', { ticket })
  expect(data).toEqual({
    copy: 'no',
    initiatorName: '李静',
    initiatorCompany: '杭州云启科技有限公司',
    taskName: '测试合同',
    signExpireTime: clock + 7 * dayMs,
    signerName: '周**',
    companyName: null,
    phone: `139****${phone.slice(7)}`,
    finished: 'no',
    testCertificate: 'yes',
  })
})

test('R44: a ticket, the phone, the name, and the contract is there to be signed', async () => {
  const { ticket, phone, taskId } = await invited()
  const token = await enter(ticket, phone)
  const first = await server.call('openTicket', { ticket }, { token })
  expect(first.data).toEqual({
    step: 'realName',
    signerName: '周晓彤',
    companyName: null,
    ownName: null,
    signId: null,
    tenantId: null,
    mail: null,
  })
  await realName(token, '周晓彤')
  const { data } = await server.call('openTicket', { ticket }, { token })
  expect(data).toMatchObject({ step: 'contract', ownName: '周晓彤' })
  const who = { phone, token, tenantId: data.tenantId ?? '' }
  expect(data.signId).toBe(await ownSignId(server, who, taskId))
  expect((await server.call('getSignDetailInfo', { signId: data.signId ?? '' }, who)).data.status).toBe('iSign')
  // The same link leads on from where one was, however often it is opened.
  expect((await server.call('openTicket', { ticket }, { token })).data).toEqual(data)
})

test('entering makes the account with its consent and keeps the invitation', async () => {
  const { ticket, phone } = await invited()
  const smsCode = await newCode(ticket, phone)
  await server.call('enterByTicket', { ticket, smsCode, agree: 1, inviteCode: 'A-1' }, { address: newAddress() })
  const found = await server.deps.db.directory((directory) =>
    directory
      .selectFrom('account as a')
      .innerJoin('consent as c', 'c.account_id', 'a.account_id')
      .where('a.phone', '=', phone)
      .select(['a.invite_code', 'c.document'])
      .orderBy('c.document')
      .execute(),
  )
  expect(found.map(({ invite_code, document }) => `${invite_code} ${document}`)).toEqual([
    'A-1 certificateAgreement',
    'A-1 privacyPolicy',
    'A-1 userAgreement',
  ])
})

test('nobody enters without the agreement', async () => {
  const { ticket, phone } = await invited()
  const smsCode = await newCode(ticket, phone)
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/common/v1/ticket/enterByTicket',
    payload: { ticket, smsCode },
  })
  expect(answer.statusCode).toBe(400)
})

test('guessed, too old and closed tickets answer alike to the byte', async () => {
  const old = await invited()
  const recalled = await invited()
  await server.call('recallTask', { signId: recalled.initiatorSignId, reason: '条款有误' }, jing)
  const ask = async (ticket: string) => {
    const answers = []
    for (const [path, more] of [
      ['getTicketInfo', {}],
      ['sendTicketCode', {}],
      ['enterByTicket', { smsCode: '123456', agree: 1 }],
      ['report', { reason: 'tricked' }],
    ] as const) {
      const url = `/api/common/v1/ticket/${path}`
      answers.push((await server.app.inject({ method: 'POST', url, payload: { ticket, ...more } })).payload)
    }
    return answers
  }
  const guessed = await ask('A'.repeat(22))
  expect(guessed.map((body) => JSON.parse(body).data.reason)).toEqual(Array(4).fill('ticket/dead'))
  expect(await ask(recalled.ticket)).toEqual(guessed)
  clock += 7 * dayMs + 1
  expect(await ask(old.ticket)).toEqual(guessed)
  jing = await player(server, '13800000002', 'company')
})

test('a forwarded link sends its code to the invited phone alone, and a code of another link opens nothing', async () => {
  const mine = await invited()
  const theirs = await invited()
  const before = await codesSent(server, { phone: mine.phone, scene: 'ticket', count: 0 })
  const code = await newCode(theirs.ticket, theirs.phone)
  expect(await codesSent(server, { phone: mine.phone, scene: 'ticket', count: 0 })).toEqual(before)
  const tried = await server.call('enterByTicket', { ticket: mine.ticket, smsCode: code, agree: 1 })
  expect([tried.code, tried.data]).toEqual([422, { reason: 'account/code-wrong' }])
})

test('another account is told to switch, whichever contract it holds', async () => {
  const { ticket } = await invited()
  const wang = await player(server, '13800000001', 'person')
  const answer = await server.call('openTicket', { ticket }, wang)
  expect([answer.code, answer.data]).toEqual([422, { reason: 'ticket/other-person' }])
  const initiator = await server.call('openTicket', { ticket }, jing)
  expect(initiator.data).toEqual({ reason: 'ticket/other-person' })
})

test('I10: a name proved already that is not the invited one is said so', async () => {
  const phone = newPhone()
  await newcomer(server, phone, '周小彤')
  clock += 60_000
  const { ticket } = await invited('周晓彤', phone)
  const token = await enter(ticket, phone)
  const { data } = await server.call('openTicket', { ticket }, { token })
  expect(data).toMatchObject({ step: 'otherName', signerName: '周晓彤', ownName: '周小彤', signId: null })
})

test('I10: a company party without a space of its company is told which it needs', async () => {
  const phone = newPhone()
  await sent(server, jing, [companySigner(1, '宁波远帆贸易有限公司', { name: '周晓彤', phone })])
  const ticket = await ticketOf(phone)
  const token = await enter(ticket, phone)
  await realName(token, '周晓彤')
  const { data } = await server.call('openTicket', { ticket }, { token })
  expect(data).toMatchObject({ step: 'company', companyName: '宁波远帆贸易有限公司', signId: null })
})

test('I10: who joins the company on the way comes to the contract by the same link, and may seal it once allowed to', async () => {
  const phone = newPhone()
  await sent(server, jing, [companySigner(1, jiahe, { name: '周晓彤', phone })])
  const ticket = await ticketOf(phone)
  const token = await enter(ticket, phone)
  await realName(token, '周晓彤')
  expect((await server.call('openTicket', { ticket }, { token })).data.step).toBe('company')
  const admin = await player(server, chen.phone, 'company')
  const inviteArray = [{ memberName: '周晓彤', phone }]
  expect((await server.call('inviteUser', { inviteArray }, admin)).data).toMatchObject({ successNumber: 1 })
  const { data: waiting } = await server.call('listInvite', {}, { token })
  const companyId = waiting.inviteArray.find(({ companyName }) => companyName === jiahe)?.companyId ?? ''
  expect((await server.call('openTicket', { ticket }, { token })).data.step).toBe('company')
  await server.call('replyInviteUser', { companyId, replyFlag: 'agree' }, { token })
  const opened = (await server.call('openTicket', { ticket }, { token })).data
  expect(opened).toMatchObject({ step: 'contract', tenantId: admin.tenantId })

  const who = { phone, token, tenantId: admin.tenantId }
  const signId = opened.signId ?? ''
  const before = await server.call('signBeforeCheck', { signId }, who)
  expect(before.data.signBeforeCheckInfo).toBe('您没有该印章的使用权限，请提交用印审批')
  await server.deps.db.write(admin.tenantId, async (tx) => {
    const seal = await tx.selectFrom('seal').where('kind', '=', 'company').select('seal_id').executeTakeFirstOrThrow()
    const account = tx.selectFrom('account').where('phone', '=', phone).select('account_id')
    const { account_id } = await account.executeTakeFirstOrThrow()
    const place = { tenantId: admin.tenantId, sealId: seal.seal_id, accountId: account_id, by: '李静' }
    await grantWithoutLetter(server.deps, tx, place)
  })
  expect((await server.call('signBeforeCheck', { signId }, who)).data.signBeforeCheck).toBe(1)
})

test('50 who enter at once with one code are one', async () => {
  const { ticket, phone } = await invited()
  const smsCode = await newCode(ticket, phone)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      server.call('enterByTicket', { ticket, smsCode, agree: 1 }, { address: newAddress() }),
    ),
  )
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(answers.filter(({ data }) => data.reason === 'account/code-wrong')).toHaveLength(49)
})

test('four wrong tries use a code up, and a phone is sent five an hour', async () => {
  const { ticket, phone } = await invited()
  const smsCode = await newCode(ticket, phone)
  const soon = await server.call('sendTicketCode', { ticket }, { address: newAddress() })
  expect(soon.data).toEqual({ reason: 'request/too-often', retryAfter: 60 })
  for (let time = 0; time < 4; time++) {
    const smsCodeWrong = wrongCode(smsCode)
    await server.call('enterByTicket', { ticket, smsCode: smsCodeWrong, agree: 1 }, { address: newAddress() })
  }
  const late = await server.call('enterByTicket', { ticket, smsCode, agree: 1 }, { address: newAddress() })
  expect(late.data.reason).toBe('account/code-wrong')
  for (let time = 0; time < 4; time++) {
    clock += 61_000
    await newCode(ticket, phone)
  }
  clock += 61_000
  const sixth = await server.call('sendTicketCode', { ticket }, { address: newAddress() })
  expect(sixth.data).toEqual({ reason: 'request/too-often', retryAfter: 3600 })
})

test('one address opens tickets 120 times a minute, no more', async () => {
  const address = newAddress()
  const answers = []
  for (let time = 0; time < 121; time++)
    answers.push((await server.call('getTicketInfo', { ticket: 'x' }, { address })).data.reason)
  expect(answers.filter((reason) => reason === 'ticket/dead')).toHaveLength(120)
  expect(answers.at(-1)).toBe('request/too-often')
})

test('whoever left a mail address is mailed a link when all have signed, which asks for the phone again', async () => {
  const { ticket, phone, taskId } = await invited()
  const token = await enter(ticket, phone)
  await realName(token, '周晓彤')
  const { data } = await server.call('openTicket', { ticket }, { token })
  const who = { phone, token, tenantId: data.tenantId ?? '' }
  const signId = data.signId ?? ''
  const wrong = await server.call('leaveMail', { signId, email: '不是邮箱' }, who)
  expect([wrong.code, wrong.data.field]).toEqual([422, 'email'])
  const email = `${phone}@example.cn`
  expect((await server.call('leaveMail', { signId, email }, who)).data).toEqual({ email })
  clock += 60_000
  await sealMade(who)
  expect((await signNow(server, who, taskId)).code).toBe(200)

  const mailed = await ticketOf(email, 'finished')
  expect(mailed).not.toBe(ticket)
  expect((await server.call('getTicketInfo', { ticket: mailed })).data.finished).toBe('yes')
  const again = await enter(mailed, phone)
  const opened = await server.call('openTicket', { ticket: mailed }, { token: again })
  expect(opened.data).toMatchObject({ step: 'contract', signId, mail: email })
  const file = await server.blob('downloadFinishedPdf', { signId }, { token: again, tenantId: who.tenantId })
  expect(file.bytes.subarray(0, 5).toString()).toBe('%PDF-')

  // Told already: another address is mailed at once.
  const late = `late.${phone}@example.cn`
  await server.call('leaveMail', { signId, email: late }, { ...who, token: again })
  expect(await ticketOf(late, 'finished')).toMatch(/^[0-9A-Za-z]{11}$/)
  const third = await server.call('leaveMail', { signId, email: `third.${phone}@example.cn` }, { ...who, token: again })
  expect(third.code).toBe(200)
  const fourth = await server.call('leaveMail', { signId, email: 'fourth@example.cn' }, { ...who, token: again })
  expect(fourth.data.reason).toBe('request/too-often')
  // And the SMS leads back the way one came.
  expect(await ticketOf(phone, 'finished')).toMatch(/^[0-9A-Za-z]{11}$/)
  clock += 30 * dayMs + 1
  expect((await server.call('getTicketInfo', { ticket: mailed })).data).toEqual({ reason: 'ticket/dead' })
  jing = await player(server, '13800000002', 'company')
})

/** The first seal is made by a job. */
async function sealMade(who: Player): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const { data } = await server.call('userSeals', {}, who)
    if (data.sealInfoArray.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('no seal was made')
}
