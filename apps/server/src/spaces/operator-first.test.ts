import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { companyForm } from '#src/testing/company-auth-scene.ts'
import { newcomer, type Player } from '#src/testing/contract-scene.ts'
import { jobKeys } from '#src/testing/owner-query.ts'
import { arrivedMessages } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { lapsePayment } from './company-payment.ts'
import { readPersonVerdict } from './person-verdict.ts'

/** A company whose operator is not real-named yet (domain 5.6). */

const fits = '11010519491231002X'
const fails = '110101199003070011'
const pends = '110101199003070046'
const failure = '姓名与身份证号不一致'
let server: TestServer
const clock = Date.UTC(2026, 10, 20, 2)
let people = 0

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

const realName = (who: Player, idNumber: string) =>
  server.call('submitPersonAuth', { realName: '林晓', idNumber, agree: 1, certificateAgree: 1 }, who)
const infoOf = async (who: Player) => (await server.call('getAuthInfo', { tenantId: who.tenantId }, who)).data

/** A nameless person whose company has been submitted. */
async function submitted(number?: number) {
  people += 1
  const person = await newcomer(server, `135${String(people).padStart(8, '0')}`)
  const asked = companyForm(7000 + (number ?? people))
  const { data } = await server.call('submitCompanyAuth', asked, person)
  return { person, asked, who: { ...person, tenantId: data.tenantId }, data }
}

const paid = (who: Player) =>
  vi.waitUntil(async () => (await infoOf(who)).company?.step === 'amountPending', { timeout: 30_000 })

test('the company waits for its operator, and is paid once the operator has passed', async () => {
  const { who, asked, data } = await submitted()
  expect([data.isAuthed, data.reason]).toEqual(['inPersonAuth', null])
  expect(await infoOf(who)).toMatchObject({
    isAuthed: 'inPersonAuth',
    company: { authid: data.authid, companyName: asked.companyName, step: 'infoSubmitted' },
  })
  expect((await server.call('confirmPayment', { amount: '0.42' }, who)).data.reason).toBe('space/auth-changed')
  expect((await server.call('submitCompanyAuth', { ...asked, tenantId: who.tenantId }, who)).data.reason).toBe(
    'space/auth-changed',
  )
  expect((await realName(who, fits)).data.isAuthed).toBe('passAuth')
  expect((await infoOf(who)).isAuthed).toBe('inCompanyAuth')
  await paid(who)
  const recipient = asked.bankAccount.replaceAll(/[\s-]/g, '')
  const [payment] = await arrivedMessages(server, { recipient, scene: 'payment' })
  const amount = /认证款(0\.\d\d)元/.exec(payment?.body ?? '')?.[1] ?? ''
  expect((await server.call('confirmPayment', { amount }, who)).data).toEqual({ isAuthed: 'passAuth' })
})

test('an operator who fails fails the company with the reason, and whoever tries again takes it along', async () => {
  const { who, data } = await submitted()
  expect((await realName(who, fails)).data).toMatchObject({ isAuthed: 'rejectPersonAuth', reason: failure })
  const company = { authid: data.authid, step: 'infoSubmitted' }
  expect(await infoOf(who)).toMatchObject({ isAuthed: 'rejectPersonAuth', reason: failure, company })
  const space = await server.call('getSpaceDetailInfo', {}, who)
  expect(space.data).toMatchObject({ isAuthed: 'rejectPersonAuth', rejectCompanyAuthReason: failure })
  const pending = await realName(who, pends)
  expect(await infoOf(who)).toMatchObject({ isAuthed: 'inPersonAuth', reason: null, company })
  await readPersonVerdict(server.deps, { authId: pending.data.authid, asked: 0 })
  expect((await infoOf(who)).isAuthed).toBe('inCompanyAuth')
  await paid(who)
})

test('a form that is put right while it waits takes the place of the first', async () => {
  const { who, asked, data } = await submitted()
  const right = { ...asked, bankAccount: '622200001111', tenantId: who.tenantId, replaces: data.authid }
  const anew = await server.call('submitCompanyAuth', right, who)
  expect(anew.data).toMatchObject({ isAuthed: 'inPersonAuth', tenantId: who.tenantId })
  expect((await infoOf(who)).company).toMatchObject({ authid: anew.data.authid, bankAccount: '1111' })
  await realName(who, fails)
  const later = await server.call('submitCompanyAuth', { ...right, replaces: anew.data.authid }, who)
  expect(later.data.isAuthed).toBe('inPersonAuth')
})

test('what nobody goes on with ends after seven days, and may be submitted anew once the operator is real-named', async () => {
  const { who, asked, data } = await submitted()
  expect(await jobKeys(server, data.authid)).toContain(`lapse ${data.authid}`)
  await lapsePayment(server.deps, { authId: data.authid })
  const reason = '超过7天未完成个人实名认证，请重新提交'
  expect(await infoOf(who)).toMatchObject({ isAuthed: 'rejectPersonAuth', reason, company: null })
  await realName(who, fits)
  expect((await infoOf(who)).isAuthed).toBe('rejectPersonAuth')
  const anew = await server.call('submitCompanyAuth', { ...asked, tenantId: who.tenantId }, who)
  expect(anew.data.isAuthed).toBe('inCompanyAuth')
})

test('a company that the gateway does not know waits for nobody', async () => {
  people += 1
  const person = await newcomer(server, `135${String(people).padStart(8, '0')}`)
  const [unknown] = server.deps.identity.trials.company
  const answer = await server.call('submitCompanyAuth', { ...companyForm(1), creditCode: unknown?.input ?? '' }, person)
  expect([answer.data.reason, `认证失败：${answer.message}`]).toEqual(['identity/rejected', unknown?.outcome])
  expect((await server.call('getUserSpaceInfo', {}, person)).data.spaceInfoArray).toHaveLength(1)
})

test('those who wait keep nobody from being paid, and of six who pass five are paid', async () => {
  const waiting = []
  for (let made = 0; made < 6; made++) waiting.push(await submitted(900))
  expect(waiting.map(({ data }) => data.isAuthed)).toEqual(waiting.map(() => 'inPersonAuth'))
  for (const { who } of waiting) await realName(who, fits)
  const states = await Promise.all(waiting.map(async ({ who }) => (await infoOf(who)).isAuthed))
  expect(states.filter((state) => state === 'inCompanyAuth')).toHaveLength(5)
  expect(states.filter((state) => state === 'rejectPersonAuth')).toHaveLength(1)
})

test('a stranger neither sees nor moves what waits', async () => {
  const { who, asked } = await submitted()
  const stranger = await newcomer(server, '13500009999', '钱多多')
  const there = { ...stranger, tenantId: who.tenantId }
  const ask = async (as: Player) => [
    (await server.call('getAuthInfo', { tenantId: who.tenantId }, as)).data.reason,
    (await server.call('submitCompanyAuth', { ...asked, tenantId: who.tenantId }, as)).data.reason,
    (await server.call('confirmPayment', { amount: '0.42' }, as)).data.reason,
  ]
  expect(await ask(there)).toEqual(['space/not-found', 'space/not-found', 'space/not-found'])
  expect(await ask(stranger)).toEqual(['space/not-found', 'space/not-found', 'space/not-found'])
})
