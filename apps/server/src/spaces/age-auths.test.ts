import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyForm } from '#src/testing/company-auth-scene.ts'
import { newcomer, personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { companyPaperForm, paperForm, uploadedPictures } from '#src/testing/paper-review-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { ageAuths } from './age-auths.ts'

let clock = Date.UTC(2026, 10, 24, 2)
let server: TestServer
let runner: { token: string }
let operators = 'chen'
const { idNumber, birthday, realName } = paperForm([])
const phone = '13400000001'

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  runner = await enrolled(server, operators)
})
afterAll(() => server.close())

/** Later: who acts signs in anew. */
async function later(at: number): Promise<void> {
  clock = at
  operators += 'n'
  runner = await enrolled(server, operators)
}

const infoOf = async (who: Player) => (await server.call('getAuthInfo', {}, who)).data
const companyOf = async (who: Player, tenantId: string) => (await server.call('getAuthInfo', { tenantId }, who)).data
const told = async (who: Player) =>
  (await server.call('listMessage', {}, who)).data.messageArray.filter(({ kind }) => kind.startsWith('authLaps'))

async function handedIn(who: Player, change: Partial<ReturnType<typeof paperForm>> = {}) {
  const form = { ...paperForm(await uploadedPictures(server, who, 2)), ...change }
  return server.call('submitPersonReview', form, who)
}

test('a person whose passport ends is told a month before, signs no more after, and comes back as the same person', async () => {
  const before = await newcomer(server, phone)
  const { data } = await handedIn(before)
  const typed = { authid: data.authid, idNumber, birthday }
  const ended = await server.call('passPersonReview', { ...typed, validUntil: '2026-11-23' }, runner)
  expect([ended.message, ended.data['field']]).toEqual(['证照已过有效期，请不予通过', 'validUntil'])
  const open = await server.call('passPersonReview', { ...typed, validUntil: '' }, runner)
  expect(open.data['field']).toBe('validUntil')
  expect((await server.call('passPersonReview', { ...typed, validUntil: '2027-01-05' }, runner)).code).toBe(200)
  const launcher = await player(server, '13800000002', 'company')
  const { taskId } = await sent(server, launcher, [personSigner(1, realName, phone)], {
    signExpireTime: clock + 80 * dayMs,
  })
  await ageAuths(server.deps)
  expect(await told(before)).toEqual([])

  await later(Date.UTC(2026, 11, 7, 2))
  const warned = await newcomer(server, phone)
  for (const _ of [1, 2]) await ageAuths(server.deps)
  expect((await told(warned)).map(({ kind, text }) => [kind, text])).toEqual([
    ['authLapses', expect.stringContaining('2027-01-05')],
  ])
  expect((await infoOf(warned)).isAuthed).toBe('passAuth')

  await later(Date.UTC(2027, 0, 5, 16))
  await Promise.all([ageAuths(server.deps), ageAuths(server.deps)])
  await ageAuths(server.deps)
  const lapsed = await newcomer(server, phone)
  expect(await infoOf(lapsed)).toMatchObject({ isAuthed: 'notAuth', reason: '证件有效期至2027-01-05，已到期' })
  expect((await told(lapsed)).map(({ kind }) => kind)).toEqual(['authLapsed', 'authLapses'])
  expect((await signNow(server, lapsed, taskId)).code).not.toBe(200)
  const { taskInfoArray } = (await server.call('listTasks', { status: 'all', pageSize: 20 }, lapsed)).data
  expect(taskInfoArray.map((row) => row.taskId)).toContain(taskId)

  const other = await handedIn(lapsed, { realName: 'Jane Doe' })
  expect([other.message, other.data['field']]).toEqual([expect.stringContaining('本人'), 'realName'])
  const younger = await handedIn(lapsed, { idNumber: 'KX9382799', birthday: '1990-06-23' })
  expect(younger.data['field']).toBe('realName')
  const again = await handedIn(lapsed, { idNumber: 'KX9382799' })
  expect(again.data.isAuthed).toBe('inPersonAuth')
  const fresh = { authid: again.data.authid, idNumber: 'KX9382799', birthday, validUntil: '2037-01-05' }
  expect((await server.call('passPersonReview', fresh, runner)).code).toBe(200)
  expect(await infoOf(lapsed)).toMatchObject({ isAuthed: 'passAuth', reason: null })
  // Codes are a minute apart.
  clock += 61_000
  expect((await signNow(server, lapsed, taskId)).code).toBe(200)
  await ageAuths(server.deps)
  expect((await infoOf(lapsed)).isAuthed).toBe('passAuth')
})

test('a company whose licence ends launches no more, and is itself again, or somebody else’s', async () => {
  const { creditCode = '' } = companyForm(3500)
  const submit = async (who: Player, change: { companyName?: string } = {}) => {
    const form = { ...companyPaperForm(await uploadedPictures(server, who, 2, 'company')), ...change }
    return server.call('submitCompanyReview', { ...form, kind: 'enterprise', creditCode }, who)
  }
  const pass = (authid: string, validUntil: string) =>
    server.call('passCompanyReview', { authid, creditCode, validUntil }, runner)
  const holder = await newcomer(server, '13400000002', '林晓')
  const first = (await submit(holder)).data
  expect((await pass(first.authid, '2027-03-01')).data).toEqual({ isPassed: 1 })
  const { tenantId } = first

  await later(Date.UTC(2027, 2, 1, 16))
  await ageAuths(server.deps)
  const back = await newcomer(server, '13400000002')
  const inCompany = { ...back, tenantId }
  expect(await companyOf(back, tenantId)).toMatchObject({
    isAuthed: 'notAuth',
    reason: '证件有效期至2027-03-01，已到期',
  })
  expect((await told(inCompany)).map(({ kind }) => kind)).toEqual(['authLapsed'])
  const draft = await server.call('saveDraft', { taskName: '合同', fileIdArray: [], signerArray: [] }, inCompany)
  expect(draft.data.reason).toBe('space/not-authenticated')

  const other = await newcomer(server, '13400000003', '林晓晓')
  const taken = (await submit(other, { companyName: '上海鹭江律师事务所' })).data
  expect((await pass(taken.authid, '')).data).toEqual({ isPassed: 1 })
  expect((await submit(inCompany)).data.reason).toBe('space/company-taken')
})
