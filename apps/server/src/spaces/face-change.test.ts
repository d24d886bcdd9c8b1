import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endAuth } from '#src/cores/identity/end-auth.ts'
import type { FaceOutcome, FaceQuestion } from '#src/platform/gateways/identity/face-gateway.ts'
import { embeddedIdentityGateway } from '#src/platform/gateways/identity/identity-gateway.ts'
import { newcomer, type Player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let clock = Date.UTC(2026, 10, 28, 2)
let server: TestServer
let people = 0
/** What the gateway says next, and the id that it sends the phone back with. */
let outcome: FaceOutcome
let authid = ''

const face = {
  async begin({ returnUrl }: FaceQuestion) {
    authid = new URL(returnUrl).searchParams.get('authid') ?? ''
    return { is: 'begun', gatewayId: authid, address: 'https://face.example.cn' } as const
  },
  outcome: async () => outcome,
}

beforeAll(async () => {
  server = await testServer({ now: () => clock, identity: { ...embeddedIdentityGateway, face } })
})
afterAll(() => server.close())
beforeEach(() => {
  outcome = { is: 'running' }
  // An address may begin so often a minute.
  clock += 60_000
})

const typed = { realName: '荀彧', idNumber: '440524188001010014', agree: 1, certificateAgree: 1 } as const
const somebody = () => newcomer(server, `133${String(++people).padStart(8, '0')}`)
const comeBack = (id = authid) => server.call('askFace', { authid: id }, {})
const desk = async (who: Player, faceId: string) => (await server.call('getFace', { faceId }, who)).data
const info = async (who: Player) => (await server.call('getAuthInfo', {}, who)).data
const phoneKey = 'phone'.padEnd(22, '0')

/** One that runs, for what was typed. */
async function running(who: Player, asked: typeof typed | typeof changing = typed) {
  const { data } = await server.call('startFace', asked, who)
  const ticket = new URL(data.faceLink).searchParams.get('ticket') ?? ''
  const scanned = await server.call('faceScanned', { ticket, phoneKey }, {})
  expect((await server.call('beginFace', { ticket, phoneKey, agree: 1 }, {})).code).toBe(200)
  return { faceId: data.faceId, isChange: scanned.data.isChange }
}

const changing = { ...typed, realName: '荀文若', isChange: 1 } as const

/** Somebody real-named by a face, whose change of name runs on a phone. */
async function changingFace() {
  const who = await somebody()
  await running(who)
  outcome = { is: 'passed' }
  await comeBack()
  outcome = { is: 'running' }
  expect(await info(who)).toMatchObject({ isAuthed: 'passAuth', realName: '荀彧' })
  const { faceId, isChange } = await running(who, changing)
  expect(isChange).toBe(1)
  return { who, faceId, authid }
}

test('a name changes by a face while what stands stays in force, and only when it has passed', async () => {
  const { who, faceId } = await changingFace()
  expect(await info(who)).toMatchObject({ isAuthed: 'passAuth', realName: '荀彧', change: { changeState: 'pending' } })
  const second = await server.call('changePersonInfo', { ...typed, realName: '荀文若' }, who)
  expect(second.data['reason']).toBe('identity/changed')
  outcome = { is: 'passed' }
  await comeBack()
  expect(await info(who)).toMatchObject({
    isAuthed: 'passAuth',
    realName: '荀文若',
    authWay: 'face',
    change: { changeState: 'passed' },
  })
  expect((await desk(who, faceId)).faceState).toBe('passed')
  await comeBack()
  const told = (await server.call('listMessage', { pageSize: 20 }, who)).data.messageArray
  expect(told.filter(({ kind }) => kind === 'personChanged')).toHaveLength(1)
})

test('a change by a face that fails is told and costs a try, one that is cancelled neither, and both leave the name', async () => {
  const failed = await changingFace()
  outcome = { is: 'failed', reason: '光线太暗' }
  await comeBack()
  expect(await info(failed.who)).toMatchObject({
    isAuthed: 'passAuth',
    realName: '荀彧',
    triesLeft: 4,
    change: { changeState: 'failed', reason: '光线太暗' },
  })
  outcome = { is: 'running' }
  const taken = await changingFace()
  expect((await server.call('cancelFace', { faceId: taken.faceId }, taken.who)).data.faceState).toBe('cancelled')
  outcome = { is: 'passed' }
  await server.call('askFace', { authid: taken.authid }, {})
  expect(await info(taken.who)).toMatchObject({ realName: '荀彧', triesLeft: 5, change: null })
  const told = (await server.call('listMessage', { pageSize: 20 }, taken.who)).data.messageArray
  expect(told.filter(({ kind }) => kind === 'personChanged')).toEqual([])
})

test('a face changes nobody into somebody else, nor whoever is not authenticated', async () => {
  const nobody = await somebody()
  expect((await server.call('startFace', changing, nobody)).data['reason']).toBe('identity/changed')
  await running(nobody)
  outcome = { is: 'passed' }
  await comeBack()
  const both = await server.call('startFace', { ...changing, idNumber: '11010519491231002X' }, nobody)
  expect(both.data['reason']).toBe('field/invalid')
  expect((await server.call('startFace', typed, nobody)).data['reason']).toBe('identity/changed')
})

test('a face that passes after the platform has ended the authentication has changed nobody', async () => {
  const { who, faceId } = await changingFace()
  const end = { cause: 'misused', reason: '本人报案', reference: '京公刑〔2026〕1号' } as const
  await server.deps.db.write(who.tenantId, (tx) =>
    endAuth(server.deps, tx, { tenantId: who.tenantId, endingId: server.deps.newId(), end }),
  )
  outcome = { is: 'passed' }
  await comeBack()
  expect(await info(who)).toMatchObject({ isAuthed: 'notAuth', realName: '荀彧' })
  expect(await desk(who, faceId)).toMatchObject({ faceState: 'cancelled', reason: '本次核验已终止，请重新认证' })
})
