import type { PersonReview } from '@moqi/api/person-review'
import type { Table } from '@moqi/api/table'
import { reviewConsents } from '@moqi/domain/account/agreements'
import { paperKeptDays } from '@moqi/domain/identity/person-paper'
import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitingReviews } from '#src/cores/identity/person-review.ts'
import { pageOf, readCursor } from '#src/platform/keyset.ts'
import { openLog } from '#src/platform/operation/open-log.ts'
import { rotateSpaceKeys } from '#src/platform/keys/rotate-keys.ts'
import { sweep } from '#src/platform/jobs/sweep.ts'
import { newcomer, type Player } from '#src/testing/contract-scene.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { tablesThatHold } from '#src/testing/owner-query.ts'
import { idPhoto, paperForm, uploadedPictures } from '#src/testing/paper-review-scene.ts'
import { type Answer, testServer, type TestServer } from '#src/testing/test-server.ts'

const { idNumber, birthday } = paperForm([])
const logged: string[] = []
let clock = Date.UTC(2026, 10, 24, 2)
let server: TestServer
let runner: { token: string }
let people = 0

beforeAll(async () => {
  const log = openLog({ write: (line: string) => void logged.push(line) })
  server = await testServer({ now: () => clock, log })
  runner = await enrolled(server, 'chenchen')
})
afterAll(() => server.close())

async function somebody(): Promise<Player> {
  people += 1
  return newcomer(server, `134${String(people).padStart(8, '0')}`)
}

/** Somebody whose passport waits. */
async function waiting(change: Partial<ReturnType<typeof paperForm>> = {}) {
  const who = await somebody()
  clock += 1000
  const form = { ...paperForm(await uploadedPictures(server, who, 2)), ...change }
  const { data } = await server.call('submitPersonReview', form, who)
  return { who, authid: data.authid, form }
}

const pass = (authid: string, typed = { idNumber, birthday }) =>
  server.call('passPersonReview', { authid, ...typed, validUntil: '2036-01-05' }, runner)
const refuse = (authid: string, reason = '照片反光，看不清号码') =>
  server.call('refusePersonReview', { authid, reason }, runner)
const infoOf = async (who: Player) => (await server.call('getAuthInfo', {}, who)).data
const labelsOf = async (who: Player) => (await infoOf(who)).reviewLogArray.map(({ label }) => label)
const look = (authid: string, picture: number) => server.blob('personReviewPicture', { authid, picture }, runner)

const refusalOf = ({ bytes }: { bytes: Buffer }): unknown => JSON.parse(bytes.toString()).data.reason

async function listed() {
  const found: PersonReview[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { data }: Answer<Table['listPersonReviews']> = await server.call(
      'listPersonReviews',
      cursor === '' ? {} : { cursor },
      runner,
    )
    found.push(...data.reviewArray)
    cursor = data.nextCursor
  }
  return found
}

test('a passport waits, is looked at, and passes with what stands in its pictures: name, trial pack and seal', async () => {
  const { who, authid } = await waiting()
  expect(await infoOf(who)).toMatchObject({ isAuthed: 'inPersonAuth', authWay: 'manualReview', hasReview: 1 })
  const [one] = (await listed()).filter((row) => row.authid === authid)
  expect(one).toMatchObject({ paper: 'passport', realName: 'Anne-Marie O’Neill', submitTime: clock })
  expect(one?.phone).toMatch(/^134\*\*\*\*\d{4}$/)
  const picture = await look(authid, 2)
  expect([picture.status, picture.bytes.equals(idPhoto()), picture.headers['content-type']]).toEqual([
    200,
    true,
    'image/png',
  ])
  expect(refusalOf(await look(authid, 3))).toBe('file/not-found')
  expect((await pass(authid)).code).toBe(200)

  expect(await infoOf(who)).toMatchObject({ isAuthed: 'passAuth', realName: 'Anne-Marie O’Neill' })
  expect((await server.call('getSpaceDetailInfo', {}, who)).data.surplus).toBe(5)
  expect(await labelsOf(who)).toEqual(['提交审核', '平台查看', '审核通过'])
  const { data: self } = await server.call('operatorSelf', {}, runner)
  expect(self.logArray.slice(0, 2).map(({ label, detail }) => [label, detail])).toEqual([
    ['实名审核通过', 'Anne-Marie O’Neill'],
    ['查看证件影像', 'Anne-Marie O’Neill　手持证件'],
  ])
  await expect
    .poll(async () => (await server.call('listSeals', {}, who)).data.sealInfoArray.length, { timeout: 30_000 })
    .toBe(1)
  expect((await listed()).some((row) => row.authid === authid)).toBe(false)
  expect(refusalOf(await look(authid, 1))).toBe('identity/changed')
})

test('what differs from what was declared does not pass, whatever the pictures show', async () => {
  const { who, authid } = await waiting()
  const faults = [
    await pass(authid, { idNumber: 'KX9382716', birthday }),
    await pass(authid, { idNumber: 'KX-1', birthday }),
    await pass(authid, { idNumber, birthday: '1987-06-24' }),
    await pass(authid, { idNumber, birthday: '' }),
  ]
  expect(faults.map(({ code, data }) => [code, data['field']])).toEqual([
    [422, 'idNumber'],
    [422, 'idNumber'],
    [422, 'birthday'],
    [422, 'birthday'],
  ])
  expect((await infoOf(who)).isAuthed).toBe('inPersonAuth')
  expect((await pass(authid, { idNumber: ' kx 9382715', birthday })).code).toBe(200)
})

test('a refusal is read with its reason by whoever handed in, who may hand in others', async () => {
  const { who, authid, form } = await waiting()
  expect((await refuse(authid, ' ')).data['field']).toBe('reason')
  expect((await refuse(authid)).code).toBe(200)
  expect(await infoOf(who)).toMatchObject({ isAuthed: 'rejectPersonAuth', reason: '照片反光，看不清号码' })
  const { data: told } = await server.call('listMessage', {}, who)
  expect(JSON.stringify(told)).toContain('未通过人工审核：照片反光，看不清号码')
  const used = await server.call('submitPersonReview', form, who)
  expect([used.code, used.data['field']]).toEqual([422, 'pictureArray'])
  const anew = { ...form, pictureArray: await uploadedPictures(server, who, 2) }
  const again = await server.call('submitPersonReview', anew, who)
  expect(again.data.isAuthed).toBe('inPersonAuth')
  expect((await pass(again.data.authid)).code).toBe(200)
  expect((await server.call('getSpaceDetailInfo', {}, who)).data.surplus).toBe(5)
})

test('papers are taken back while they wait: pictures go at once, no attempt is counted, others may be handed in', async () => {
  const { who, authid } = await waiting()
  const answers = await Promise.all([1, 2, 3].map(() => server.call('withdrawPersonReview', {}, who)))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409, 409])
  expect(await infoOf(who)).toMatchObject({ isAuthed: 'rejectPersonAuth', reason: '您已撤回提交的证件，可以重新认证' })
  expect(await labelsOf(who)).toEqual(['提交审核', '本人撤回'])
  expect(await picturesOf(who)).toEqual([])
  expect((await pass(authid)).data['reason']).toBe('identity/changed')
  expect((await listed()).some((row) => row.authid === authid)).toBe(false)
  for (let times = 0; times < 6; times++) {
    const again = { ...paperForm(await uploadedPictures(server, who, 2)) }
    expect((await server.call('submitPersonReview', again, who)).code).toBe(200)
    expect((await server.call('withdrawPersonReview', {}, who)).code).toBe(200)
  }
})

test('of a withdrawal and a decision at once one counts', async () => {
  const { who, authid } = await waiting()
  const [taken, passed] = await Promise.all([server.call('withdrawPersonReview', {}, who), pass(authid)])
  expect([taken.code, passed.code].toSorted()).toEqual([200, 409])
  expect((await infoOf(who)).isAuthed).toBe(taken.code === 200 ? 'rejectPersonAuth' : 'passAuth')
})

test('of decisions at once one counts, and what is decided is decided', async () => {
  const { who, authid } = await waiting()
  const answers = await Promise.all([pass(authid), refuse(authid), pass(authid), refuse(authid)])
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  const late = answers.filter(({ code }) => code !== 200)
  expect(new Set(late.map(({ data }) => data['reason']))).toEqual(new Set(['identity/changed']))
  const { isAuthed } = await infoOf(who)
  expect((await refuse(authid)).data['reason']).toBe('identity/changed')
  expect((await pass(authid)).data['reason']).toBe('identity/changed')
  expect((await infoOf(who)).isAuthed).toBe(isAuthed)
  expect((await pass('nobody')).data['reason']).toBe('identity/changed')
})

test.each([
  [{ paper: 'identityCard' as const, realName: '李雷', idNumber: '110105194912310021' }, 'idNumber'],
  [{ paper: 'mainlandPermit' as const, idNumber: 'K12345678' }, 'idNumber'],
  [{ realName: 'X' }, 'realName'],
  [{ paper: 'identityCard' as const, idNumber: '11010519491231002X' }, 'realName'],
  [{ birthday: '2012-01-01' }, 'birthday'],
  [{ pictureArray: [] as string[] }, 'pictureArray'],
  [{ pictureArray: ['nobody', 'nothing'] }, 'pictureArray'],
])('%o is refused at %s, and nothing waits', async (change, field) => {
  const { who, authid } = await waiting(change)
  expect(authid).toBeUndefined()
  const refused = await server.call('submitPersonReview', { ...paperForm([]), ...change }, who)
  expect([refused.code, refused.data['field']]).toEqual([422, field])
  expect((await infoOf(who)).isAuthed).toBe('notAuth')
})

test('pictures of somebody else are nobody’s, and no other runs beside one that waits', async () => {
  const { who } = await waiting()
  const thief = await somebody()
  const others = await uploadedPictures(server, who, 2)
  expect(others).toEqual([undefined, undefined])
  const victim = await somebody()
  const theirs = await uploadedPictures(server, victim, 2)
  const stolen = await server.call('submitPersonReview', paperForm(theirs), thief)
  expect([stolen.code, stolen.data['field']]).toEqual([422, 'pictureArray'])
  expect((await infoOf(thief)).isAuthed).toBe('notAuth')
  expect((await server.call('submitPersonReview', paperForm(theirs), victim)).code).toBe(200)
})

test('a picture sent again with its key, at once or later, is kept once', async () => {
  const who = await somebody()
  const send = () =>
    server.send('uploadPaperPicture', { fileName: '护照.png', bytes: idPhoto() }, {}, { ...who, key: 'once' })
  const answers = [...(await Promise.all([send(), send(), send()])), await send()]
  expect(new Set(answers.map(({ code, data }) => `${code} ${data.pictureId}`)).size).toBe(1)
  expect(await picturesOf(who)).toHaveLength(1)
})

test('what is no picture, or too large, is refused in words that say what to do', async () => {
  const who = await somebody()
  const sent = async (bytes: Buffer) =>
    (await server.send('uploadPaperPicture', { fileName: '护照.jpg', bytes }, {}, who)).message
  expect(await sent(Buffer.from('%PDF-1.7\n'))).toBe('照片仅支持 jpg、png 格式')
  expect(await sent(Buffer.from('nothing'))).toBe('照片仅支持 jpg、png 格式')
  expect(await sent(idPhoto().subarray(0, 400))).toBe('照片已损坏或无法打开，请换一张')
  expect(await sent(Buffer.concat([idPhoto(), Buffer.alloc(5 * 1024 * 1024)]))).toContain('5MB')
})

test('neither number, birthday nor picture stands in clear in any table, answer or log', async () => {
  const { who, authid } = await waiting()
  const answers = [await infoOf(who), await listed(), (await server.call('operatorSelf', {}, runner)).data]
  for (const text of [idNumber, '1987-06-23']) expect(await tablesThatHold(server, text)).toEqual([])
  for (const text of [idNumber, '870623', '1987-06-23']) {
    expect(JSON.stringify(answers)).not.toContain(text)
    expect(logged.join('')).not.toContain(text)
  }
  expect(await tablesThatHold(server, authid)).not.toEqual([])
  expect(await tablesThatHold(server, idPhoto().toString('hex').slice(0, 200))).toEqual([])
  await pass(authid)
  for (const text of [idNumber, '1987-06-23']) expect(await tablesThatHold(server, text)).toEqual([])
})

test('a new data key opens the pictures that waited under the one before', async () => {
  const { authid } = await waiting()
  clock += 1000
  await rotateSpaceKeys(server.deps, clock, () => {})
  expect((await look(authid, 1)).bytes.equals(idPhoto())).toBe(true)
})

const picturesOf = (who: Player) =>
  server.deps.db.read(who.tenantId, (own) =>
    own.selectFrom('paper_picture').where('tenant_id', '=', who.tenantId).select('picture_id').execute(),
  )

/** Each space is swept in its own hour of the day. */
async function sweepDay() {
  for (let hour = 0; hour < 24; hour++) {
    await sweep({ db: server.deps.db, now: () => clock })
    clock += 3_600_000
  }
}

test('pictures go as long after the decision as was told, unused ones after a day, those that wait stay', async () => {
  const [decided, waits] = [await waiting(), await waiting()]
  await refuse(decided.authid)
  const idle = await somebody()
  await uploadedPictures(server, idle, 2)
  clock += (paperKeptDays - 1) * dayMs
  await sweepDay()
  expect([await picturesOf(decided.who), await picturesOf(waits.who), await picturesOf(idle)]).toMatchObject([
    [{}, {}],
    [{}, {}],
    [],
  ])
  clock += dayMs
  await sweepDay()
  expect([await picturesOf(decided.who), await picturesOf(waits.who)]).toMatchObject([[], [{}, {}]])
})

test('both consents of the review are on record, and not those of the machines', async () => {
  const { who } = await waiting()
  const rows = await server.deps.db.directory((directory) =>
    directory
      .selectFrom('consent as c')
      .innerJoin('account as a', 'a.account_id', 'c.account_id')
      .where('a.phone', '=', who.phone)
      .where('c.document', 'in', ['identityNotice', ...reviewConsents.map(({ document }) => document)])
      .select(['c.document', 'c.version'])
      .orderBy('c.document', 'desc')
      .execute(),
  )
  expect(rows).toEqual(reviewConsents.map(({ document, version }) => ({ document, version })))
})

test('the queue goes on where its page ended', async () => {
  // Its session did not outlive the month.
  runner = await enrolled(server, 'dengdeng')
  const mine = [(await waiting()).authid, (await waiting()).authid]
  const ids: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const after: string = cursor
    const rows = await server.deps.db.directory((directory) => waitingReviews(directory, readCursor(after), 2))
    const read = pageOf(rows, 2, ({ submitted_at: at, auth_id: id }) => ({ at, id }))
    ids.push(...read.page.map(({ auth_id }) => auth_id))
    cursor = read.nextCursor
  }
  expect(ids.slice(-2)).toEqual(mine)
  expect(new Set(ids).size).toBe(ids.length)
  expect((await listed()).map(({ authid }) => authid)).toEqual(ids)
  const [last] = await server.deps.db.directory((directory) =>
    waitingReviews(directory, null, 1, '').then((rows) => rows.slice(0, 1)),
  )
  const found = async (search: string) =>
    (await server.call('listPersonReviews', { search }, runner)).data.reviewArray.map(({ authid }) => authid)
  expect(await found(last?.phone ?? '')).toContain(last?.auth_id)
  expect(await found(last?.real_name?.slice(0, 1) ?? '')).toContain(last?.auth_id)
  expect([await found(last?.phone.slice(0, 7) ?? ''), await found('没有这个人')]).toEqual([[], []])
})

test('where operators are not let in nobody is asked to hand in papers', async () => {
  const who = await somebody()
  Object.assign(server.deps.config, { operator: false })
  const refused = await server.call('submitPersonReview', paperForm([]), who)
  const { hasReview } = await infoOf(who)
  Object.assign(server.deps.config, { operator: true })
  expect([refused.data['reason'], hasReview]).toEqual(['operator/off', 0])
})
