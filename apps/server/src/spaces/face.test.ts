import { faceConsent, identityConsents } from '@moqi/domain/account/agreements'
import { faceCodeMs, faceLimit, faceStepMs, faceTimedOut } from '@moqi/domain/identity/face-lifecycle'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FaceBeginning, FaceOutcome, FaceQuestion } from '#src/platform/gateways/identity/face-gateway.ts'
import { embeddedIdentityGateway } from '#src/platform/gateways/identity/identity-gateway.ts'
import { GatewayFault } from '#src/platform/gateways/gateway-fault.ts'
import { newcomer, type Player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { followFace } from './face-verdict.ts'

const idNumber = '440524188001010014'
const start = Date.UTC(2026, 10, 28, 2)
let clock = start
let server: TestServer
let people = 0
/** What the gateway says next, and what it was asked. */
let outcome: FaceOutcome | Error
let beginning: FaceBeginning | Error | null
const begun: FaceQuestion[] = []
const asked: string[] = []

const face = {
  async begin(question: FaceQuestion): Promise<FaceBeginning> {
    begun.push(question)
    if (beginning instanceof Error) throw beginning
    const own = {
      is: 'begun',
      gatewayId: `at gateway ${begun.length}`,
      address: `https://face.example.cn/${begun.length}`,
    }
    return beginning ?? { ...own, is: 'begun' }
  },
  async outcome(gatewayId: string): Promise<FaceOutcome> {
    asked.push(gatewayId)
    if (outcome instanceof Error) throw outcome
    return outcome
  },
}
const away = () => new GatewayFault('nobody answers', true)

beforeAll(async () => {
  server = await testServer({ now: () => clock, identity: { ...embeddedIdentityGateway, face } })
})
afterAll(() => server.close())
beforeEach(() => {
  outcome = { is: 'running' }
  beginning = null
  begun.length = 0
  asked.length = 0
})

async function somebody(): Promise<Player> {
  people += 1
  return newcomer(server, `134${String(people).padStart(8, '0')}`)
}

const keyOf = (phone: string) => phone.padEnd(22, '0')
const typed = { realName: '荀彧', idNumber, agree: 1, certificateAgree: 1 } as const

/** A code that the person's desk shows. */
async function shown(who: Player) {
  const { code, data } = await server.call('startFace', typed, who)
  expect(code).toBe(200)
  const ticket = new URL(data.faceLink).searchParams.get('ticket') ?? ''
  return { faceId: data.faceId, ticket, link: data.faceLink }
}

const scan = (ticket: string, phone = 'phone') => server.call('faceScanned', { ticket, phoneKey: keyOf(phone) }, {})
const begin = (ticket: string, phone = 'phone') =>
  server.call('beginFace', { ticket, phoneKey: keyOf(phone), agree: 1 }, {})
/** The id that the gateway sends the phone back with. */
const authIdOf = (question = begun.at(-1)) => new URL(question?.returnUrl ?? '').searchParams.get('authid') ?? ''
const comeBack = (authid = authIdOf()) => server.call('askFace', { authid }, {})
const desk = async (who: Player, faceId: string) => (await server.call('getFace', { faceId }, who)).data
const info = async (who: Player) => (await server.call('getAuthInfo', {}, who)).data

/** One that runs. */
async function running(who: Player) {
  const made = await shown(who)
  await scan(made.ticket)
  expect((await begin(made.ticket)).code).toBe(200)
  return { ...made, authid: authIdOf() }
}

test('from the code to the result: who is asked about, which consents are kept, and the seal that follows', async () => {
  const who = await somebody()
  const { faceId, ticket, link } = await shown(who)
  expect(link).toContain('/home/face?ticket=')
  expect(await desk(who, faceId)).toMatchObject({ faceState: 'waiting', device: null, triesLeft: 5 })
  const scanned = await scan(ticket)
  expect(scanned.data).toMatchObject({
    faceState: 'scanned',
    realName: '荀*',
    idNumber: '4****************4',
    isTrial: 0,
  })
  expect(JSON.stringify(scanned)).not.toContain(idNumber)
  expect(await desk(who, faceId)).toMatchObject({ faceState: 'scanned', scanTime: clock, device: expect.any(String) })
  // Nothing was asked of anybody, and the space is as it was.
  expect([begun.length, (await info(who)).isAuthed]).toEqual([0, 'notAuth'])
  expect((await begin(ticket)).data.address).toBe('https://face.example.cn/1')
  expect(begun).toEqual([
    {
      authId: authIdOf(),
      realName: '荀彧',
      idNumber,
      returnUrl: expect.stringContaining('/home/open/personAuth/authSuccess?authid='),
      userAgent: expect.any(String),
    },
  ])
  expect(await info(who)).toMatchObject({ isAuthed: 'inPersonAuth', authWay: 'face', hasFace: 1 })
  expect((await comeBack()).data).toMatchObject({ faceState: 'running' })
  outcome = { is: 'passed' }
  expect((await comeBack()).data).toMatchObject({ faceState: 'passed', reason: null })
  expect(await desk(who, faceId)).toMatchObject({ faceState: 'passed' })
  expect(await info(who)).toMatchObject({
    isAuthed: 'passAuth',
    realName: '荀彧',
    authWay: 'face',
    completeTime: clock,
  })
  await expect
    .poll(async () => (await server.call('listSeals', {}, who)).data.sealInfoArray.length, { timeout: 30_000 })
    .toBe(1)
  const rows = await server.deps.db.directory((directory) =>
    directory
      .selectFrom('consent as c')
      .innerJoin('account as a', 'a.account_id', 'c.account_id')
      .where('a.phone', '=', who.phone)
      .where(
        'c.document',
        'in',
        [...identityConsents, faceConsent].map(({ document }) => document),
      )
      .select(['c.document', 'c.version'])
      .orderBy('c.agreed_at')
      .execute(),
  )
  expect(new Set(rows.map(({ document, version }) => `${document} ${version}`))).toEqual(
    new Set([...identityConsents, faceConsent].map(({ document, version }) => `${document} ${version}`)),
  )
})

test('whoever fails is told why, loses a try, and begins again by the same code as another authentication', async () => {
  const who = await somebody()
  const { faceId, ticket, authid } = await running(who)
  outcome = { is: 'failed', reason: '光线太暗' }
  expect((await comeBack()).data).toEqual({ faceState: 'failed', reason: '光线太暗', triesLeft: 4 })
  expect(await info(who)).toMatchObject({ isAuthed: 'rejectPersonAuth', reason: '光线太暗', triesLeft: 4 })
  expect(await desk(who, faceId)).toMatchObject({ faceState: 'failed', reason: '光线太暗', triesLeft: 4 })
  expect((await scan(ticket)).data).toMatchObject({ faceState: 'failed', reason: '光线太暗' })
  outcome = { is: 'running' }
  expect((await begin(ticket)).code).toBe(200)
  expect(authIdOf()).not.toBe(authid)
  outcome = { is: 'passed' }
  // The first one's address leads nowhere any more, and says nothing of the second.
  expect((await comeBack(authid)).data.reason).toBe('face/dead')
  expect((await info(who)).isAuthed).toBe('inPersonAuth')
  expect((await comeBack()).data.faceState).toBe('passed')
})

test('what the gateway says twice, at once or late, ends it once; an address that says so ends nothing', async () => {
  const who = await somebody()
  const { faceId, ticket } = await running(who)
  // Whoever forges the way back learns that it still runs.
  for (const forged of [authIdOf(), authIdOf()]) expect((await comeBack(forged)).data.faceState).toBe('running')
  outcome = { is: 'failed', reason: '比对不一致' }
  await Promise.all([comeBack(), comeBack(), comeBack()])
  expect((await info(who)).triesLeft).toBe(4)
  outcome = { is: 'passed' }
  expect((await comeBack()).data.faceState).toBe('failed')
  await followFace(server.deps, { tenantId: who.tenantId, faceId })
  expect((await info(who)).isAuthed).toBe('rejectPersonAuth')
  await begin(ticket)
  await server.call('cancelFace', { faceId }, who)
  expect((await comeBack()).data.faceState).toBe('cancelled')
  expect(await info(who)).toMatchObject({ isAuthed: 'rejectPersonAuth', triesLeft: 4 })
})

test('the code is the first phone’s; another one, an old one, a late one and an invented one lead nowhere', async () => {
  const who = await somebody()
  const first = await shown(who)
  const second = await shown(who)
  expect((await scan(first.ticket)).data.reason).toBe('face/dead')
  expect((await scan('invented')).data.reason).toBe('face/dead')
  // A code that nobody has scanned begins nothing.
  expect((await begin(second.ticket)).data.reason).toBe('face/changed')
  expect((await scan(second.ticket, 'phone')).code).toBe(200)
  expect((await scan(second.ticket, 'thief')).data.reason).toBe('face/used')
  expect((await begin(second.ticket, 'thief')).data.reason).toBe('face/used')
  expect((await scan(second.ticket, 'phone')).code).toBe(200)
  const third = await shown(who)
  clock += faceCodeMs
  expect((await scan(third.ticket)).data.reason).toBe('face/dead')
  expect((await desk(who, third.faceId)).faceState).toBe('expired')
  expect(begun).toEqual([])
  const other = await running(who)
  outcome = { is: 'passed' }
  await comeBack()
  expect((await scan(other.ticket)).data.reason).toBe('face/changed')
  expect((await begin(other.ticket)).data.reason).toBe('face/changed')
})

test('asking to begin twice is one verification, also at once', async () => {
  const who = await somebody()
  const { ticket } = await shown(who)
  await scan(ticket)
  const answers = await Promise.all([begin(ticket), begin(ticket), begin(ticket)])
  expect(new Set(answers.map(({ data }) => data.address)).size).toBe(1)
  const times = begun.length
  expect((await begin(ticket)).data).toEqual(answers[0]?.data)
  expect(begun.length).toBe(times)
})

test('a gateway that is away fails nobody and costs no try, neither at the beginning nor at the end', async () => {
  const who = await somebody()
  const { faceId, ticket } = await shown(who)
  await scan(ticket)
  beginning = away()
  expect((await begin(ticket)).data.reason).toBe('service/unavailable')
  expect(await info(who)).toMatchObject({ isAuthed: 'notAuth', triesLeft: 5 })
  beginning = { is: 'refused', reason: '今日刷脸次数过多' }
  const refused = await begin(ticket)
  expect([refused.data.reason, refused.message]).toEqual(['identity/rejected', '今日刷脸次数过多'])
  beginning = null
  expect((await begin(ticket)).code).toBe(200)
  outcome = away()
  expect((await comeBack()).data.reason).toBe('service/unavailable')
  expect((await info(who)).isAuthed).toBe('inPersonAuth')
  await expect(followFace(server.deps, { tenantId: who.tenantId, faceId })).rejects.toThrow('nobody answers')
  clock += faceStepMs
  await followFace(server.deps, { tenantId: who.tenantId, faceId })
  expect(await desk(who, faceId)).toMatchObject({ faceState: 'expired', reason: faceTimedOut })
  expect(await info(who)).toMatchObject({ isAuthed: 'rejectPersonAuth', reason: faceTimedOut, triesLeft: 5 })
  expect((await server.call('startFace', typed, who)).code).toBe(200)
})

test('a verification that nobody comes back from is asked for, and over when its time is', async () => {
  const passes = await somebody()
  const { faceId } = await running(passes)
  outcome = { is: 'passed' }
  for (let times = 0; times < 2; times++) await followFace(server.deps, { tenantId: passes.tenantId, faceId })
  expect((await info(passes)).isAuthed).toBe('passAuth')
  expect(asked.length).toBe(1)
  outcome = { is: 'running' }
  const leaves = await somebody()
  const left = await running(leaves)
  await followFace(server.deps, { tenantId: leaves.tenantId, faceId: left.faceId })
  expect((await desk(leaves, left.faceId)).faceState).toBe('running')
  clock += faceStepMs
  await followFace(server.deps, { tenantId: leaves.tenantId, faceId: left.faceId })
  expect(await desk(leaves, left.faceId)).toMatchObject({ faceState: 'expired', triesLeft: 5 })
})

test('another way is always open: whoever cancels may be checked by factors at once', async () => {
  const who = await somebody()
  const { faceId, ticket } = await running(who)
  const submit = () => server.call('submitPersonAuth', { ...typed, authWay: 'twoFactors' }, who)
  expect((await submit()).data.reason).toBe('identity/changed')
  for (let times = 0; times < 2; times++)
    expect((await server.call('cancelFace', { faceId }, who)).data.faceState).toBe('cancelled')
  expect((await submit()).data.isAuthed).toBe('passAuth')
  expect((await server.call('cancelFace', {}, who)).data.reason).toBe('face/dead')
  expect((await begin(ticket)).data.reason).toBe('face/dead')
  expect((await server.call('startFace', typed, who)).data.reason).toBe('identity/changed')
})

test('failures count with those of the other ways, and faces are looked at eight times a day at most', async () => {
  const who = await somebody()
  const { ticket } = await running(who)
  outcome = { is: 'failed', reason: '比对不一致' }
  await comeBack()
  for (let times = 1; times < 5; times++) {
    outcome = { is: 'running' }
    expect((await begin(ticket)).code).toBe(200)
    outcome = { is: 'failed', reason: '比对不一致' }
    await comeBack()
  }
  expect((await begin(ticket)).data.reason).toBe('identity/tries-spent')
  expect((await server.call('startFace', typed, who)).data.reason).toBe('identity/tries-spent')
  const submitted = await server.call('submitPersonAuth', { ...typed, authWay: 'twoFactors' }, who)
  expect(submitted.data.reason).toBe('identity/tries-spent')

  outcome = { is: 'running' }
  const cancels = await somebody()
  for (let times = 0; times < faceLimit; times++) {
    const { faceId } = await running(cancels)
    await server.call('cancelFace', { faceId }, cancels)
  }
  expect((await server.call('startFace', typed, cancels)).data.reason).toBe('face/spent')
  expect(await info(cancels)).toMatchObject({ triesLeft: 5 })
})

test('whoever has lost the page with the code cancels what runs without its name, and nobody else’s', async () => {
  const who = await somebody()
  await running(who)
  const stranger = await somebody()
  expect((await server.call('cancelFace', {}, stranger)).data.reason).toBe('face/dead')
  expect((await server.call('cancelFace', {}, who)).data.faceState).toBe('cancelled')
  expect((await info(who)).isAuthed).toBe('rejectPersonAuth')
})

test('a stranger, another tenant and nobody see and cancel nothing of it', async () => {
  const who = await somebody()
  const { faceId } = await running(who)
  const stranger = await somebody()
  for (const call of ['getFace', 'cancelFace'] as const) {
    expect((await server.call(call, { faceId }, stranger)).data.reason).toBe('face/dead')
    expect((await server.call(call, { faceId: 'invented' }, stranger)).data.reason).toBe('face/dead')
    expect((await server.call(call, { faceId }, {})).data.reason).toBe('session/required')
  }
  for (const authid of ['invented', faceId, '0198a000-0000-7000-8000-000000000000'])
    for (const call of ['askFace', 'playFace'] as const)
      expect((await server.call(call, { authid }, {})).data.reason).toBe('face/dead')
  // This gateway is no demonstration: its step cannot be played.
  expect((await server.call('playFace', { authid: authIdOf() }, {})).data.reason).toBe('face/dead')
  expect((await desk(who, faceId)).faceState).toBe('running')
})
