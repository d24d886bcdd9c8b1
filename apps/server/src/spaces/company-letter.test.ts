import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { expireContract } from '#src/contracts/close-contract.ts'
import { byJob } from '#src/cores/contract/contract-job.ts'
import { recallLetter } from '#src/grants/recall-letter.ts'
import { companyForm } from '#src/testing/company-auth-scene.ts'
import { newcomer, ownSignId, type Player } from '#src/testing/contract-scene.ts'
import { signLetter } from '#src/testing/grant-scene.ts'
import { arrivedMessages } from '#src/testing/messages.ts'
import { jobKeys, tablesThatHold } from '#src/testing/owner-query.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { sendCompanyLetter } from './company-letter.ts'
import { lapsePayment } from './company-payment.ts'

/** Companies whose legal representative signs a letter (domain 5.6: 待法人签授权书). */

const legalName = '林一鸣'
/** Of every newcomer who is real-named in a test. */
const legalIdNumber = '11010519491231002X'
let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let people = 0

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

const newPhone = () => `131${String(++people).padStart(8, '0')}`
const infoOf = async (who: Player) => (await server.call('getAuthInfo', { tenantId: who.tenantId }, who)).data

/** A company whose letter was asked for. */
async function asked(change: Partial<Sent<Table['submitCompanyAuth']>> = {}, operatorName: string | null = '林晓') {
  const person = await newcomer(server, newPhone(), operatorName ?? undefined)
  const legalPhone = newPhone()
  const { companyName, creditCode } = companyForm(4000 + people)
  const own = {
    companyName,
    creditCode,
    legalName,
    legalIdNumber,
    legalPhone,
    authWay: 'letter' as const,
    agree: 1 as const,
  }
  const form = { ...own, companyName: `${companyName}${people}号`, ...change }
  const { data } = await server.call('submitCompanyAuth', form, person)
  return { person, form, legalPhone, data, who: { ...person, tenantId: data.tenantId } }
}

/** The same, with the letter at its legal representative's. */
async function awaited(change?: Partial<Sent<Table['submitCompanyAuth']>>) {
  const made = await asked(change)
  const signId = await vi.waitUntil(async () => (await infoOf(made.who)).company?.letterSignId, { timeout: 30_000 })
  const { data } = await server.call('getSignDetailInfo', { signId: signId ?? '' }, made.person)
  return { ...made, signId: signId ?? '', taskId: data.taskId, detail: data }
}

const contractPlace = ({ person, taskId }: { person: Player; taskId: string }) => ({
  tenantId: person.tenantId,
  contractId: taskId,
})

test('the legal representative is asked by SMS, signs, and the company is authenticated with that signature', async () => {
  const { who, person, form, legalPhone, data, signId, detail } = await awaited()
  expect([data.isAuthed, data.reason]).toEqual(['inCompanyAuth', null])
  expect((await infoOf(who)).company).toMatchObject({
    authWay: 'letter',
    step: 'letterSigning',
    legalName,
    legalPhone: `131****${legalPhone.slice(-4)}`,
    letterSignId: signId,
    bankName: '',
  })
  expect(detail).toMatchObject({ taskName: `企业认证授权书（${form.companyName}）`, initiatorName: '林晓' })
  expect(detail.fileArray.map(({ fileName }) => fileName)).toEqual(['企业认证授权书.pdf'])
  const [told] = await arrivedMessages(server, { recipient: legalPhone, scene: 'toSign' })
  expect(told?.body).toContain('企业认证授权书')
  const before = (await server.call('getSpaceDetailInfo', {}, person)).data.surplus
  const legal = await newcomer(server, legalPhone, legalName)
  expect((await signLetter(server, legal)).code).toBe(200)
  expect((await server.call('getSpaceDetailInfo', {}, who)).data).toMatchObject({
    isAuthed: 'passAuth',
    spaceName: form.companyName,
    creditCode: form.creditCode,
    isSpaceOwner: 'yes',
    surplus: 5,
  })
  expect((await server.call('getSpaceDetailInfo', {}, person)).data.surplus).toBe(before)
  await expect
    .poll(async () => (await server.call('listSeals', {}, who)).data.sealInfoArray.length, { timeout: 30_000 })
    .toBe(1)
  await arrivedMessages(server, { recipient: person.phone, scene: 'authPassed' })
})

test('a repeat of the job sends one letter', async () => {
  const { who, data, person } = await awaited()
  await sendCompanyLetter(server.deps, { authId: data.authid })
  await Promise.all([1, 2].map(() => sendCompanyLetter(server.deps, { authId: data.authid })))
  const { data: list } = await server.call('listTasks', { status: 'all' }, person)
  expect(list.taskInfoArray).toHaveLength(1)
  expect((await infoOf(who)).company?.step).toBe('letterSigning')
})

test('who refuses says why, and the company has failed with it', async () => {
  const letter = await awaited()
  const legal = await newcomer(server, letter.legalPhone, legalName)
  const own = await ownSignId(server, legal, letter.taskId)
  await server.call('rejectTask', { signId: own, reason: '我不认识这个人' }, legal)
  expect(await infoOf(letter.who)).toMatchObject({
    isAuthed: 'rejectCompanyAuth',
    reason: '法定代表人拒绝签署授权书：我不认识这个人',
    company: null,
  })
  const [told] = await arrivedMessages(server, { recipient: letter.person.phone, scene: 'authFailed' })
  expect(told?.body).toContain('拒绝签署')
})

test('a letter that is recalled, or not signed in time, has failed with its reason', async () => {
  const recalled = await awaited()
  await server.call('recallTask', { signId: recalled.signId }, recalled.person)
  expect(await infoOf(recalled.who)).toMatchObject({
    isAuthed: 'rejectCompanyAuth',
    reason: '授权书已撤回，请重新提交',
  })
  const late = await awaited()
  clock += 8 * 86_400_000
  await byJob(expireContract)(server.deps, contractPlace(late))
  const person = await newcomer(server, late.person.phone)
  const info = await infoOf({ ...person, tenantId: late.who.tenantId })
  expect(info).toMatchObject({ isAuthed: 'rejectCompanyAuth', reason: '授权书逾期未签署，请重新提交' })
})

test('what takes its place, or a lapse, takes the letter back, and a signature that comes later is none', async () => {
  const { person, who, data, form, legalPhone, taskId } = await awaited()
  const paid = { ...companyForm(4998), companyName: form.companyName, creditCode: form.creditCode }
  const other = await server.call(
    'submitCompanyAuth',
    { ...paid, tenantId: who.tenantId, replaces: data.authid },
    person,
  )
  expect(other.data.isAuthed).toBe('inCompanyAuth')
  expect(await stateOf(person, taskId)).toBe('recall')
  const legal = await newcomer(server, legalPhone, legalName)
  expect((await infoOf(who)).company?.authWay).toBe('payment')
  const { data: waiting } = await server.call('listTasks', { status: 'iSign' }, legal)
  expect(waiting.taskInfoArray).toEqual([])

  const silent = await awaited()
  await lapsePayment(server.deps, { authId: silent.data.authid })
  expect(await infoOf(silent.who)).toMatchObject({
    isAuthed: 'rejectCompanyAuth',
    reason: '授权书逾期未签署，请重新提交',
  })
  await byJob(recallLetter)(server.deps, contractPlace(silent))
  expect(await stateOf(silent.person, silent.taskId)).toBe('recall')
})

const stateOf = (person: Player, taskId: string) =>
  vi.waitUntil(
    async () => {
      const row = await server.deps.db.read(person.tenantId, (own) =>
        own.selectFrom('contract').where('contract_id', '=', taskId).select('state').executeTakeFirst(),
      )
      return row?.state !== 'signing' && row?.state
    },
    { timeout: 30_000 },
  )

test('somebody of the same name with another identity number is not who is asked', async () => {
  const { who, legalPhone } = await awaited({ legalIdNumber: '440524188001010014' })
  const namesake = await newcomer(server, legalPhone, legalName)
  const { data } = await server.call('listTasks', { status: 'iSign' }, namesake)
  expect(data.taskInfoArray).toEqual([])
  expect((await infoOf(who)).isAuthed).toBe('inCompanyAuth')
})

test('nobody is put in the place of the legal representative', async () => {
  const { who, person, signId, legalPhone } = await awaited()
  const friend = await newcomer(server, newPhone(), '何五')
  const friends = { signId, signerNo: 1, name: '何五', phone: friend.phone }
  expect((await server.call('replaceParty', friends, person)).code).toBe(409)
  const legal = await newcomer(server, legalPhone, legalName)
  expect((await signLetter(server, legal)).code).toBe(200)
  expect((await server.call('getSpaceDetailInfo', {}, who)).data.isAuthed).toBe('passAuth')
})

test('of two letters for one company the first signed counts', async () => {
  const first = await awaited()
  const { companyName, creditCode } = first.form
  const second = await awaited({ companyName, creditCode })
  const legals = [
    await newcomer(server, first.legalPhone, legalName),
    await newcomer(server, second.legalPhone, legalName),
  ]
  const signed = []
  for (const legal of legals) signed.push((await signLetter(server, legal)).code)
  expect(signed).toEqual([200, 200])
  expect((await infoOf(first.who)).isAuthed).toBe('passAuth')
  expect(await infoOf(second.who)).toMatchObject({ isAuthed: 'rejectCompanyAuth', reason: '该企业已由他人完成认证' })
})

test('an operator who is not real-named comes first, and then the letter goes out', async () => {
  const { person, who, data } = await asked({}, null)
  expect(data.isAuthed).toBe('inPersonAuth')
  await sendCompanyLetter(server.deps, { authId: data.authid })
  expect((await infoOf(who)).company?.letterSignId).toBeNull()
  await server.call(
    'submitPersonAuth',
    { realName: '林晓', idNumber: legalIdNumber, agree: 1, certificateAgree: 1 },
    person,
  )
  expect((await infoOf(who)).company?.step).toBe('letterSigning')
  expect(await jobKeys(server, data.authid)).toContain(`lapse ${data.authid}`)
  await vi.waitUntil(async () => (await infoOf(who)).company?.letterSignId, { timeout: 30_000 })
})

test.each([
  [{ legalIdNumber: '1' }, 'legalIdNumber'],
  [{ legalPhone: '1' }, 'legalPhone'],
  [{ legalName: 'Lin' }, 'legalName'],
])('%o is refused at %s, and no letter goes out', async (change, field) => {
  const { data } = await asked(change)
  expect([data.reason, data['field']]).toEqual(['field/invalid', field])
})

test('the legal representative’s number goes to the gateway, is refused there, and stands in no table', async () => {
  const wrong = '110101199003070062'
  const { data } = await asked({ legalIdNumber: wrong })
  expect([data.reason]).toEqual(['identity/rejected'])
  const { who } = await awaited({ legalIdNumber: '110101199003070054' })
  for (const number of [wrong, '110101199003070054']) expect(await tablesThatHold(server, number)).toEqual([])
  expect(JSON.stringify(await infoOf(who))).not.toContain('110101199003070054')
})
