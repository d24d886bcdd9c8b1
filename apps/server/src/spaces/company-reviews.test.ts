import type { CompanyReview } from '@moqi/api/company-review'
import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { reviewConsents } from '@moqi/domain/account/agreements'
import { paperKeptDays } from '@moqi/domain/identity/person-paper'
import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweep } from '#src/platform/jobs/sweep.ts'
import { companyForm } from '#src/testing/company-auth-scene.ts'
import { newcomer, type Player } from '#src/testing/contract-scene.ts'
import { arrivedMessages } from '#src/testing/messages.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { companyPaperForm, idPhoto, uploadedPictures } from '#src/testing/paper-review-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { lapsePayment } from './company-payment.ts'

/** Companies whose papers somebody of the platform looks at. */

type Form = Sent<Table['submitCompanyReview']> & { creditCode: string }

let clock = Date.UTC(2026, 10, 24, 2)
let server: TestServer
let runner: { token: string }
let second: { token: string }
let people = 0

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  runner = await enrolled(server, 'chenchen')
  second = await enrolled(server, 'dengdeng')
})
afterAll(() => server.close())

const somebody = (name: string | undefined = '林晓') =>
  newcomer(server, `136${String(++people).padStart(8, '0')}`, name)

/** A company of somebody's whose papers wait; each has a code of its own. */
async function waiting(change: Partial<Form> = {}, who?: Player) {
  const person = who ?? (await somebody())
  clock += 1000
  const pictures = await uploadedPictures(server, person, 2, 'company')
  const { companyName, creditCode = '', legalName } = companyForm(3000 + people)
  const own = { kind: 'enterprise' as const, companyName: `${companyName}${people}号`, creditCode, legalName }
  const form: Form = { ...companyPaperForm(pictures), ...own, ...change }
  const { data } = await server.call('submitCompanyReview', form, person)
  return { person, who: { ...person, tenantId: data.tenantId }, authid: data.authid, form, data }
}

const pass = (authid: string, creditCode: string, by = runner) =>
  server.call('passCompanyReview', { authid, creditCode, validUntil: '' }, by)
const refuse = (authid: string, reason = '营业执照不清晰') =>
  server.call('refuseCompanyReview', { authid, reason }, runner)
const infoOf = async (who: Player) => (await server.call('getAuthInfo', { tenantId: who.tenantId }, who)).data
const look = (authid: string, picture: number) => server.blob('companyReviewPicture', { authid, picture }, runner)
const refusalOf = ({ bytes }: { bytes: Buffer }): unknown => JSON.parse(bytes.toString()).data.reason

async function listed(by = runner): Promise<CompanyReview[]> {
  const found: CompanyReview[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const asked: Sent<Table['listCompanyReviews']> = cursor === '' ? {} : { cursor }
    const { data } = await server.call('listCompanyReviews', asked, by)
    found.push(...data.reviewArray)
    cursor = data.nextCursor
  }
  return found
}

test('a company waits, is looked at, and passes: administrator, pack, seal, message', async () => {
  const { who, authid, form } = await waiting()
  expect(await infoOf(who)).toMatchObject({
    isAuthed: 'inCompanyAuth',
    hasReview: 1,
    company: { authid, authWay: 'manualReview', step: 'manualReview', bankName: '' },
  })
  const [one] = (await listed()).filter((row) => row.authid === authid)
  expect(one).toMatchObject({ companyName: form.companyName, legalName: '林一鸣', operatorName: '林晓', hasFirst: 0 })
  expect(one?.phone).toMatch(/^136\*\*\*\*\d{4}$/)
  for (const search of [form.companyName, who.phone, '林一']) {
    const found = await server.call('listCompanyReviews', { search }, runner)
    expect(found.data.reviewArray.map((row) => row.authid)).toContain(authid)
  }
  const none = await server.call('listCompanyReviews', { search: '没有这家' }, runner)
  expect(none.data.reviewArray).toEqual([])
  const picture = await look(authid, 2)
  expect([picture.status, picture.bytes.equals(idPhoto())]).toEqual([200, true])
  expect(refusalOf(await look(authid, 3))).toBe('file/not-found')

  expect((await pass(authid, form.creditCode)).data).toEqual({ isPassed: 1 })
  const { data: space } = await server.call('getSpaceDetailInfo', {}, who)
  expect(space).toMatchObject({ isAuthed: 'passAuth', spaceName: form.companyName, isSpaceOwner: 'yes', surplus: 5 })
  expect(space.creditCode).toBe(form.creditCode)
  expect((await infoOf(who)).reviewLogArray.map(({ label }) => label)).toEqual(['提交审核', '平台查看', '审核通过'])
  const { data: self } = await server.call('operatorSelf', {}, runner)
  expect(self.logArray.slice(0, 2).map(({ label, detail }) => [label, detail])).toEqual([
    ['企业审核通过', form.companyName],
    ['查看证件影像', `${form.companyName}　盖章的授权书`],
  ])
  await expect
    .poll(async () => (await server.call('listSeals', {}, who)).data.sealInfoArray.length, { timeout: 30_000 })
    .toBe(1)
  expect((await listed()).some((row) => row.authid === authid)).toBe(false)
  expect(refusalOf(await look(authid, 1))).toBe('space/auth-changed')
  await arrivedMessages(server, { recipient: who.phone, scene: 'authPassed' })
  expect(JSON.stringify((await server.call('listMessage', {}, who)).data)).toContain('已通过人工审核')
  const third = await waiting({ creditCode: form.creditCode })
  expect(third.data.reason).toBe('space/company-taken')
})

test.each([
  ['individualBusiness', '92310000MA1000015J', '厦门老林小吃店', '林一鸣', 2],
  ['lawFirm', '31310000MD0000015U', '上海鹭江律师事务所', '林一鸣', 2],
  ['institution', '12310000MB0000015N', '厦门市鹭江图书馆', '林一鸣', 2],
  ['socialOrganisation', '51310000MC0000015P', '厦门市软件行业协会', '林一鸣', 2],
  ['foreign', 'hk-1234567', 'Lujiang Trading (HK) Co., Ltd.', 'Anne-Marie O’Neill', 3],
] as const)('%s is authenticated by its own number', async (kind, creditCode, companyName, legalName, count) => {
  const person = await somebody()
  const pictureArray = await uploadedPictures(server, person, count, 'company')
  const { who, authid } = await waiting({ kind, creditCode, companyName, legalName, pictureArray }, person)
  expect((await pass(authid, creditCode)).data).toEqual({ isPassed: 1 })
  const { data } = await server.call('getSpaceDetailInfo', {}, who)
  expect([data.isAuthed, data.spaceName, data.creditCode]).toEqual(['passAuth', companyName, creditCode.toUpperCase()])
})

test('a refusal is read with its reason by who handed the papers in, who may hand in others', async () => {
  const { person, who, authid, form } = await waiting()
  expect((await refuse(authid, ' ')).data['field']).toBe('reason')
  expect((await refuse(authid)).code).toBe(200)
  expect(await infoOf(who)).toMatchObject({ isAuthed: 'rejectCompanyAuth', reason: '营业执照不清晰', company: null })
  expect((await infoOf(who)).reviewLogArray.at(-1)).toMatchObject({ label: '审核不通过', detail: '营业执照不清晰' })
  expect(JSON.stringify((await server.call('listMessage', {}, who)).data)).toContain('未通过人工审核：营业执照不清晰')
  const used = await server.call('submitCompanyReview', { ...form, tenantId: who.tenantId }, person)
  expect([used.code, used.data['field']]).toEqual([422, 'pictureArray'])
  const again = await waiting({ ...form, tenantId: who.tenantId, pictureArray: await pictures(person) }, person)
  expect(again.data.isAuthed).toBe('inCompanyAuth')
  expect((await pass(again.authid, form.creditCode)).data).toEqual({ isPassed: 1 })
})

const pictures = (who: Player) => uploadedPictures(server, who, 2, 'company')

test('a number that is not the declared one does not pass, whatever the pictures show', async () => {
  const { who, authid } = await waiting()
  const wrong = [await pass(authid, companyForm(3999).creditCode), await pass(authid, '1'), await pass(authid, '')]
  expect(wrong.map(({ code, data }) => [code, data['field']])).toEqual(wrong.map(() => [422, 'creditCode']))
  expect((await infoOf(who)).isAuthed).toBe('inCompanyAuth')
})

test.each<[Partial<Form>, string]>([
  [{ creditCode: '31310000MD0000015U' }, 'creditCode'],
  [{ kind: 'foreign', creditCode: 'XX-1234567' }, 'creditCode'],
  [{ kind: 'foreign', creditCode: '1234567' }, 'creditCode'],
  [{ companyName: 'A' }, 'companyName'],
  [{ legalName: 'Lin' }, 'legalName'],
  [{ pictureArray: [] }, 'pictureArray'],
  [{ pictureArray: ['nobody', 'nothing'] }, 'pictureArray'],
])('%o is refused, and nothing waits', async (change, field) => {
  const { person, data } = await waiting(change)
  expect([data.reason, data['field']]).toEqual(['field/invalid', field])
  expect((await server.call('getUserSpaceInfo', {}, person)).data.spaceInfoArray).toHaveLength(1)
})

test('pictures of somebody else are nobody’s, and no other authentication runs beside one that waits', async () => {
  const { person, who, form } = await waiting()
  const thief = await somebody()
  const stolen = await waiting({ pictureArray: await pictures(person) }, thief)
  expect(stolen.data['field']).toBe('pictureArray')
  const beside = await waiting({ ...form, tenantId: who.tenantId, pictureArray: await pictures(person) }, person)
  expect(beside.data.reason).toBe('space/auth-changed')
})

test('what takes the place of papers ends their waiting', async () => {
  const { person, who, authid, form } = await waiting()
  const paid = { ...companyForm(3998), companyName: form.companyName, creditCode: form.creditCode }
  const other = await server.call('submitCompanyAuth', { ...paid, tenantId: who.tenantId, replaces: authid }, person)
  expect(other.data.isAuthed).toBe('inCompanyAuth')
  expect((await listed()).some((row) => row.authid === authid)).toBe(false)
  expect((await pass(authid, form.creditCode)).data.reason).toBe('space/auth-changed')
  expect((await infoOf(who)).company?.authWay).toBe('payment')
})

test('of decisions at once one counts, and what is decided is decided', async () => {
  const { who, authid, form } = await waiting()
  const once = () => [pass(authid, form.creditCode), refuse(authid)]
  const answers = await Promise.all([...once(), ...once()])
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(new Set(answers.flatMap(({ data }) => data?.['reason'] ?? []))).toEqual(new Set(['space/auth-changed']))
  const { isAuthed } = await infoOf(who)
  await refuse(authid)
  expect((await infoOf(who)).isAuthed).toBe(isAuthed)
  expect((await pass('nobody', form.creditCode)).data.reason).toBe('space/auth-changed')
})

test('papers of an operator who is not real-named are shown to nobody before', async () => {
  const person = await newcomer(server, `136${String(++people).padStart(8, '0')}`)
  const { who, authid, form, data } = await waiting({}, person)
  expect(data.isAuthed).toBe('inPersonAuth')
  expect((await listed()).some((row) => row.authid === authid)).toBe(false)
  expect(refusalOf(await look(authid, 1))).toBe('space/auth-changed')
  const named = { realName: '林晓', idNumber: '11010519491231002X', agree: 1, certificateAgree: 1 } as const
  expect((await server.call('submitPersonAuth', named, person)).data.isAuthed).toBe('passAuth')
  expect((await infoOf(who)).company?.step).toBe('manualReview')
  expect((await pass(authid, form.creditCode)).data).toEqual({ isPassed: 1 })
})

test('papers wait as long as they must, and no lapse ends them', async () => {
  const { who, authid } = await waiting()
  await lapsePayment(server.deps, { authId: authid })
  expect((await infoOf(who)).isAuthed).toBe('inCompanyAuth')
})

test('where two must look, the second is another, and either may refuse', async () => {
  Object.assign(server.deps.config, { companyReviewers: 2 })
  try {
    const { who, authid, form } = await waiting()
    expect((await pass(authid, form.creditCode)).data).toEqual({ isPassed: 0 })
    expect((await infoOf(who)).isAuthed).toBe('inCompanyAuth')
    const own = (await listed()).find((row) => row.authid === authid)
    const others = (await listed(second)).find((row) => row.authid === authid)
    expect([own?.hasFirst, own?.isFirstOwn, others?.hasFirst, others?.isFirstOwn]).toEqual([1, 1, 1, 0])
    expect((await pass(authid, form.creditCode)).data.reason).toBe('operator/second-person')
    expect((await pass(authid, form.creditCode, second)).data).toEqual({ isPassed: 1 })
    expect((await infoOf(who)).reviewLogArray.map(({ label }) => label)).toEqual(['提交审核', '初审通过', '审核通过'])
    const both = await waiting()
    const atOnce = await Promise.all([runner, second].map((by) => pass(both.authid, both.form.creditCode, by)))
    expect(atOnce.map(({ data }) => data?.isPassed).toSorted()).toEqual([0, 1])
    const doubted = await waiting()
    await pass(doubted.authid, doubted.form.creditCode, second)
    expect((await refuse(doubted.authid)).code).toBe(200)
  } finally {
    Object.assign(server.deps.config, { companyReviewers: 1 })
  }
})

test('three submissions of papers a person and company in 30 days, whatever was paid beside', async () => {
  const first = await waiting()
  const { person, who, form } = first
  let { authid } = first
  for (const _ of [2, 3]) {
    await refuse(authid)
    const again = await waiting({ ...form, tenantId: who.tenantId, pictureArray: await pictures(person) }, person)
    authid = again.authid
  }
  await refuse(authid)
  const fourth = await waiting({ ...form, tenantId: who.tenantId, pictureArray: await pictures(person) }, person)
  expect(fourth.data.reason).toBe('request/too-often')
  const paid = { ...companyForm(3997), companyName: form.companyName, creditCode: form.creditCode }
  const other = await server.call('submitCompanyAuth', { ...paid, tenantId: who.tenantId }, person)
  expect(other.data.isAuthed).toBe('inCompanyAuth')
})

test('the consent to the papers being looked at is on record', async () => {
  const { person } = await waiting()
  const rows = await server.deps.db.directory((directory) =>
    directory
      .selectFrom('consent as c')
      .innerJoin('account as a', 'a.account_id', 'c.account_id')
      .where('a.phone', '=', person.phone)
      .where('c.document', '=', reviewConsents[0].document)
      .select('c.version')
      .execute(),
  )
  expect(rows).toEqual([{ version: reviewConsents[0].version }])
})

/** How many pictures lie in somebody's space. */
async function kept({ person }: { person: Player }): Promise<number> {
  const rows = await server.deps.db.read(person.tenantId, (own) =>
    own.selectFrom('paper_picture').where('tenant_id', '=', person.tenantId).select('picture_id').execute(),
  )
  return rows.length
}

test('pictures go as long after the decision as was told, and those that wait stay', async () => {
  const [decided, waits] = [await waiting(), await waiting()]
  await refuse(decided.authid)
  expect([await kept(decided), await kept(waits)]).toEqual([2, 2])
  clock += paperKeptDays * dayMs + 1
  for (let hour = 0; hour < 24; hour++) {
    await sweep({ db: server.deps.db, now: () => clock })
    clock += 3_600_000
  }
  expect([await kept(decided), await kept(waits)]).toEqual([0, 2])
})

test('where operators are not let in nobody is asked to hand in papers', async () => {
  const person = await somebody()
  Object.assign(server.deps.config, { operator: false })
  const refused = await server.call('submitCompanyReview', companyPaperForm([]), person)
  Object.assign(server.deps.config, { operator: true })
  expect(refused.data.reason).toBe('operator/off')
})
