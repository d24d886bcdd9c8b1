import { checkPersonalCard } from '@moqi/domain/identity/bank'
import { checkIdNumber } from '@moqi/domain/identity/id-number'
import { checkPhone } from '@moqi/domain/identity/phone'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  embeddedIdentityGateway,
  type IdentityVerdict,
  type PersonFactors,
} from '#src/platform/gateways/identity/identity-gateway.ts'
import { newcomer, type Player } from '#src/testing/contract-scene.ts'
import { jobKeys } from '#src/testing/owner-query.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { findPerson } from '#src/cores/identity/session.ts'
import { getAuthInfo } from './auth-info.ts'
import { readPersonVerdict } from './person-verdict.ts'

const idNumber = '11010519491231002X'
let server: TestServer
const clock = Date.UTC(2026, 10, 20, 2)
/** What the gateway answers next. */
let verdict: IdentityVerdict = { is: 'passed' }
/** What it answers when it is asked again. */
let later: IdentityVerdict = { is: 'pending' }
const askedGateway: (PersonFactors & { authId: string })[] = []
let people = 0

beforeAll(async () => {
  const identity = {
    ...embeddedIdentityGateway,
    checkPerson: async (person: PersonFactors & { authId: string }) => {
      askedGateway.push(person)
      return verdict
    },
    personVerdict: async () => later,
  }
  server = await testServer({ now: () => clock, identity })
})
afterAll(() => server.close())

async function somebody(): Promise<Player> {
  people += 1
  return newcomer(server, `136${String(people).padStart(8, '0')}`)
}

const submit = (who: Player, realName: string, number = idNumber, key?: string) =>
  server.call(
    'submitPersonAuth',
    { realName, idNumber: number, agree: 1, certificateAgree: 1 },
    { ...who, ...(key && { key }) },
  )

const surplusOf = async (who: Player) => (await server.call('getSpaceDetailInfo', {}, who)).data.surplus

/** The seals once the job has made the first. */
async function sealsOf(who: Player) {
  for (let attempt = 0; attempt < 600; attempt++) {
    const { data } = await server.call('listSeals', {}, who)
    if (data.sealInfoArray.length > 0) return data.sealInfoArray
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return []
}

test('a name and number that fit real-name the space, give five 份 and a first seal', async () => {
  const who = await somebody()
  const before = await server.call('getAuthInfo', {}, who)
  expect(before.data).toMatchObject({ isAuthed: 'notAuth', realName: null, reason: null, company: null })
  const { data } = await submit(who, ' 司马相如 ')
  expect([data.isAuthed, data.reason, data.completeTime]).toEqual(['passAuth', null, clock])
  const account = await server.call('getUserAccountInfo', {}, who)
  const space = await server.call('getSpaceDetailInfo', {}, who)
  expect(account.data.nickName).toBe(space.data.spaceName)
  expect(space.data).toMatchObject({ isAuthed: 'passAuth', surplus: 5 })
  const [seal, ...more] = await sealsOf(who)
  expect(seal).toMatchObject({ sealType: 'person', sealStatus: 'enabled', isDefault: 1, sealPermission: 'direct' })
  expect(more).toEqual([])
})

test('a second authentication is refused, in words of its own, and gives nothing (C92)', async () => {
  const who = await somebody()
  await submit(who, '赵云')
  const again = await submit(who, '赵云')
  expect([again.code, again.message]).toEqual([409, '实名认证状态已变更，请刷新后重试'])
  expect(await surplusOf(who)).toBe(5)
})

test('ten submissions at once, with one key or with none, give five 份 once', async () => {
  for (const key of ['once', undefined]) {
    const who = await somebody()
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(who, '周瑜', idNumber, key)))
    const passed = answers.filter(({ code }) => code === 200)
    expect(passed).toHaveLength(key ? 10 : 1)
    expect(await surplusOf(who)).toBe(5)
    expect(await sealsOf(who)).toHaveLength(1)
  }
})

test('what the gateway refuses is told with its reason, and may be tried again', async () => {
  const who = await somebody()
  const reason = '姓名与身份证号不一致'
  verdict = { is: 'failed', reason }
  const refused = await submit(who, '孙尚香')
  expect([refused.code, refused.data.isAuthed, refused.data.reason, refused.data.completeTime]).toEqual([
    200,
    'rejectPersonAuth',
    reason,
    null,
  ])
  const space = await server.call('getSpaceDetailInfo', {}, who)
  expect(space.data).toMatchObject({ isAuthed: 'rejectPersonAuth', rejectCompanyAuthReason: reason, surplus: 0 })
  const info = await server.call('getAuthInfo', {}, who)
  expect(info.data).toMatchObject({ isAuthed: 'rejectPersonAuth', reason })
  verdict = { is: 'passed' }
  expect((await submit(who, '孙尚香')).data.isAuthed).toBe('passAuth')
  expect((await server.call('getAuthInfo', {}, who)).data).toMatchObject({
    isAuthed: 'passAuth',
    realName: '孙尚香',
    reason: null,
    company: null,
  })
  expect(await surplusOf(who)).toBe(5)
})

test.each([
  ['realName', '', idNumber],
  ['realName', '王', idNumber],
  ['realName', 'Wang Xiaoming', idNumber],
  ['realName', '王小明123', idNumber],
  ['idNumber', '王小明', '110105194912310021'],
  ['idNumber', '王小明', '11010519491331002X'],
  ['idNumber', '王小明', '123'],
  // Born on 2008-11-21: eighteen tomorrow.
  ['idNumber', '王小明', '110101200811210014'],
])('a faulty %s ("%s", %s) is refused before the gateway is asked', async (field, realName, number) => {
  const who = await somebody()
  const before = askedGateway.length
  const { code, data } = await submit(who, realName, number)
  expect([code, data.reason, data.field]).toEqual([422, 'field/invalid', field])
  expect(askedGateway).toHaveLength(before)
  expect((await server.call('getAuthInfo', {}, who)).data.isAuthed).toBe('notAuth')
})

test('eighteen years are enough on the day itself', async () => {
  expect((await submit(await somebody(), '王小明', '110101200811200019')).data.isAuthed).toBe('passAuth')
})

test('neither identity number nor birthday is stored as it is, and an authentication that ended keeps no name', async () => {
  const rows = await server.deps.db.directory((directory) => directory.selectFrom('space').selectAll().execute())
  expect(rows.some(({ identity_hash, birthday_hashes }) => identity_hash && birthday_hashes)).toBe(true)
  const stored = await server.deps.db.directory((directory) =>
    directory.selectFrom('person_auth').selectAll().execute(),
  )
  const ended = stored.filter(({ ended_at }) => ended_at !== null)
  expect(new Set(ended.map(({ real_name, identity_hash }) => real_name ?? identity_hash))).toEqual(new Set([null]))
  for (const text of [idNumber, '491231', '194912']) expect(JSON.stringify([rows, stored])).not.toContain(text)
})

async function pendingOne() {
  const who = await somebody()
  verdict = { is: 'pending' }
  const { data } = await submit(who, '蔡文姬')
  verdict = { is: 'passed' }
  return { who, authId: data.authid, data }
}

test('each authentication has an id of its own, by which the gateway was asked, and no other runs beside it', async () => {
  const { who, authId, data } = await pendingOne()
  expect(data).toEqual({ authid: authId, isAuthed: 'inPersonAuth', reason: null, completeTime: null })
  expect([askedGateway.at(-1)?.authId, authId === who.tenantId]).toEqual([authId, false])
  expect((await server.call('getAuthInfo', {}, who)).data).toMatchObject({ isAuthed: 'inPersonAuth', realName: null })
  expect((await submit(who, '蔡文姬')).data.reason).toBe('identity/changed')
})

test('a gateway that takes its time is asked again, and what it says then ends it', async () => {
  const { who, authId } = await pendingOne()
  later = { is: 'pending' }
  await readPersonVerdict(server.deps, { authId, asked: 0 })
  expect(await jobKeys(server, authId)).toContain(`verdict ${authId}`)
  expect(await surplusOf(who)).toBe(0)
  later = { is: 'passed' }
  for (const asked of [1, 1]) await readPersonVerdict(server.deps, { authId, asked })
  expect((await server.call('getAuthInfo', {}, who)).data).toMatchObject({ isAuthed: 'passAuth', realName: '蔡文姬' })
  expect(await surplusOf(who)).toBe(5)
})

test('one that nobody ever answers has failed in the end, and may be tried again', async () => {
  const { who, authId } = await pendingOne()
  later = { is: 'pending' }
  await readPersonVerdict(server.deps, { authId, asked: 7 })
  const { data } = await server.call('getAuthInfo', {}, who)
  expect([data.isAuthed, data.reason]).toEqual(['rejectPersonAuth', '核验超时未完成，请重新认证'])
  expect((await submit(who, '蔡文姬')).data.isAuthed).toBe('passAuth')
})

test.each(embeddedIdentityGateway.trials.person)(
  'the embedded gateway answers $input as it says: $outcome',
  async ({ input, outcome, authWay }) => {
    const person = { authId: 'x', realName: '王小明', idNumber }
    const factors = {
      twoFactors: { idNumber: input },
      threeFactors: { phone: input },
      fourFactors: { bankCard: input },
    }
    const wellFormed = {
      twoFactors: checkIdNumber(input, { year: 2026, month: 11, day: 20 }),
      threeFactors: checkPhone(input),
      fourFactors: checkPersonalCard(input),
    }
    expect(wellFormed[authWay ?? 'twoFactors'].ok).toBe(true)
    const answer = await embeddedIdentityGateway.checkPerson({ ...person, ...factors[authWay ?? 'twoFactors'] })
    expect(outcome).toBe(answer.is === 'failed' ? `认证失败：${answer.reason}` : '先为认证中，约10秒后通过')
    expect(answer.is).not.toBe('passed')
  },
)

test.each(['491231', '194912'])('a signing PIN is not the birthday (%s)', async (pin) => {
  const who = await somebody()
  await submit(who, '文天祥')
  await server.call('getSmsVerificationCode', { scene: 'pin' }, who)
  const refused = await server.call('setPin', { smsCode: await server.code(who.phone, 'pin'), pin }, who)
  expect([refused.code, refused.data.field, refused.message]).toEqual([422, 'pin', '签署密码过于简单，请重新设置'])
})

test('the demonstration says what may be typed to see another outcome', async () => {
  const who = await somebody()
  const { trials } = embeddedIdentityGateway
  expect((await server.call('getAuthInfo', {}, who)).data.trialArray).toEqual([...trials.person, ...trials.face])
  expect((await server.call('getAuthInfo', { companyName: '某某有限公司' }, who)).data.trialArray).toEqual([
    ...trials.company,
    ...server.deps.bank.trials,
  ])
  const real = { ...server.deps, config: { ...server.deps.config, demo: false } }
  const caller = { address: '', userAgent: '', token: who.token }
  const person = await findPerson(server.deps, caller, { isUse: false })
  if (!person) throw new Error('nobody is signed in')
  expect(await getAuthInfo(real, person, {})).not.toHaveProperty('trialArray')
})
