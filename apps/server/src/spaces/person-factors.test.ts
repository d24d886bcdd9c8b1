import { identityConsents } from '@moqi/domain/account/agreements'
import { table } from '@moqi/api/table'
import { attemptsSpent } from '@moqi/domain/identity/person-factors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  embeddedIdentityGateway,
  type IdentityVerdict,
  type PersonFactors,
} from '#src/platform/gateways/identity/identity-gateway.ts'
import { newcomer, type Player } from '#src/testing/contract-scene.ts'
import { tablesThatHold } from '#src/testing/owner-query.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const idNumber = '11010519491231002X'
const bankCard = '4111111111111111'
let server: TestServer
const clock = Date.UTC(2026, 10, 20, 2)
/** What the gateway answers next. */
let verdict: IdentityVerdict = { is: 'passed' }
const askedGateway: (PersonFactors & { authId: string })[] = []
let people = 0

const checkPerson = async (person: PersonFactors & { authId: string }) => {
  askedGateway.push(person)
  return verdict
}

beforeAll(async () => {
  server = await testServer({ now: () => clock, identity: { ...embeddedIdentityGateway, checkPerson } })
})
afterAll(() => server.close())

async function somebody(): Promise<Player> {
  people += 1
  return newcomer(server, `135${String(people).padStart(8, '0')}`)
}

const submit = (who: Player, realName: string) =>
  server.call('submitPersonAuth', { realName, idNumber, agree: 1, certificateAgree: 1 }, who)

const consentsOf = (who: Player) =>
  server.deps.db.directory((directory) =>
    directory
      .selectFrom('consent as c')
      .innerJoin('account as a', 'a.account_id', 'c.account_id')
      .where('a.phone', '=', who.phone)
      .where('c.document', 'in', ['identityNotice', 'certificateNotice'])
      .select(['c.document', 'c.version', 'c.agreed_at'])
      .orderBy('c.document', 'desc')
      .execute(),
  )

test('both consents are on record with their versions before the gateway is asked, and once (R20)', async () => {
  const who = await somebody()
  expect(await consentsOf(who)).toEqual([])
  verdict = { is: 'failed', reason: '未查询到该身份证号' }
  for (let times = 0; times < 2; times++) await submit(who, '荀彧')
  verdict = { is: 'passed' }
  expect(await consentsOf(who)).toEqual(
    identityConsents.map(({ document, version }) => ({ document, version, agreed_at: clock })),
  )
})

test('the gateway is asked by the factors that were chosen, the phone being the account’s own', async () => {
  const asked = { realName: '荀攸', idNumber, agree: 1, certificateAgree: 1 } as const
  const who = await somebody()
  verdict = { is: 'failed', reason: '再来' }
  await server.call('submitPersonAuth', { ...asked, authWay: 'twoFactors', bankCard }, who)
  await server.call('submitPersonAuth', { ...asked, authWay: 'threeFactors', bankCard }, who)
  verdict = { is: 'passed' }
  await server.call('submitPersonAuth', { ...asked, authWay: 'fourFactors', bankCard: '4111 1111-1111 1111' }, who)
  const person = { authId: expect.any(String), realName: '荀攸', idNumber }
  const { phone } = who
  expect(askedGateway.slice(-3)).toEqual([person, { ...person, phone }, { ...person, phone, bankCard }])
  expect((await server.call('getAuthInfo', {}, who)).data).toMatchObject({
    isAuthed: 'passAuth',
    authWay: 'fourFactors',
    completeTime: clock,
  })
})

test.each([undefined, '', '4111111111111112'])('four factors without a good card (%s) ask nobody', async (card) => {
  const who = await somebody()
  const before = askedGateway.length
  const input = { realName: '荀攸', idNumber, authWay: 'fourFactors', bankCard: card } as const
  const { code, data } = await server.call('submitPersonAuth', { ...input, agree: 1, certificateAgree: 1 }, who)
  expect([code, data.field, askedGateway.length]).toEqual([422, 'bankCard', before])
})

test('whoever failed five times within a day tries no more, is told until when, and then may again', async () => {
  const who = await somebody()
  const info = async () => (await server.call('getAuthInfo', {}, who)).data
  verdict = { is: 'failed', reason: '姓名与身份证号不一致' }
  expect(await info()).toMatchObject({ triesLeft: 5, retryTime: null })
  for (let left = 4; left >= 0; left--) {
    await submit(who, '贾诩')
    expect((await info()).triesLeft).toBe(left)
  }
  expect((await info()).retryTime).toBe(clock + 86_400_000)
  verdict = { is: 'passed' }
  const before = askedGateway.length
  const refused = await submit(who, '贾诩')
  expect([refused.code, refused.message]).toEqual([429, attemptsSpent])
  expect([askedGateway.length, (await info()).isAuthed]).toEqual([before, 'rejectPersonAuth'])
  // Somebody else's failures are no matter.
  expect((await submit(await somebody(), '贾逵')).data.isAuthed).toBe('passAuth')
  await server.deps.db.directory((directory) =>
    directory
      .updateTable('person_auth')
      .set({ created_at: clock - 86_400_000 })
      .where('tenant_id', '=', who.tenantId)
      .execute(),
  )
  expect(await info()).toMatchObject({ triesLeft: 5, retryTime: null })
  expect((await submit(who, '贾诩')).data.isAuthed).toBe('passAuth')
})

test('those submitted all at once learn no more than five verdicts', async () => {
  const who = await somebody()
  verdict = { is: 'failed', reason: '姓名与身份证号不一致' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => submit(who, '程昱')))
  verdict = { is: 'passed' }
  expect(answers.filter(({ code }) => code === 200).length).toBeLessThanOrEqual(5)
  const { data } = await server.call('getAuthInfo', {}, who)
  expect(data.triesLeft).toBe(5 - answers.filter(({ code }) => code === 200).length)
})

test('numbers that were typed are in no table, whatever became of them, nor in any answer', async () => {
  const planted = ['440524188001010014', '110101199003070011', '6222020000000000018', bankCard]
  const who = await somebody()
  const [pass = '', fail = '', card = ''] = planted
  verdict = { is: 'failed', reason: '姓名与身份证号不一致' }
  const consents = { agree: 1, certificateAgree: 1, authWay: 'fourFactors' } as const
  const failed = await server.call(
    'submitPersonAuth',
    { realName: '郭嘉', idNumber: fail, bankCard: card, ...consents },
    who,
  )
  verdict = { is: 'pending' }
  const waits = await server.call('submitPersonAuth', { realName: '郭嘉', idNumber: pass, bankCard, ...consents }, who)
  verdict = { is: 'passed' }
  expect([failed.data.isAuthed, waits.data.isAuthed]).toEqual(['rejectPersonAuth', 'inPersonAuth'])
  const { trialArray: _, ...info } = (await server.call('getAuthInfo', {}, who)).data
  for (const text of planted) expect(JSON.stringify([failed, waits, info])).not.toContain(text)
  expect(await tablesThatHold(server, who.phone)).toContain('public.account')
  for (const text of planted) expect(await tablesThatHold(server, text)).toEqual([])
})

test.each([{ agree: 0, certificateAgree: 1 }, { agree: 1, certificateAgree: 0 }, { agree: 1 }])(
  'neither consent alone is enough (%j)',
  async (consents) => {
    const who = await somebody()
    const answer = await server.app.inject({
      method: 'POST',
      url: table.submitPersonAuth.path,
      headers: { authorization: `Bearer ${who.token}` },
      payload: { realName: '王小明', idNumber, ...consents },
    })
    expect(answer.statusCode).toBe(400)
    expect(await consentsOf(who)).toEqual([])
  },
)
