import { refusalAnswers } from '@moqi/api/refusal-answers'
import { table, type Table } from '@moqi/api/table'
import type { RefusalCode } from '@moqi/domain/refusal'
import type { Right } from '@moqi/domain/spaces/rights'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionHashOf } from './cores/identity/session.ts'
import type { Db } from './platform/database/database.ts'
import { contract, type Ids } from './testing/call-row.ts'
import { inventedIds } from './testing/invented-ids.ts'
import { callRows as rows } from './testing/call-rows.ts'
import { apply, askableSeal, colleagueWith, contractFor, madeFlow } from './testing/approval-scene.ts'
import { arrangedCompany, type CompanyThings } from './testing/company-scene.ts'
import { ownContacts } from './testing/contact-scene.ts'
import {
  newcomer,
  companySigner,
  personSigner,
  type Player,
  player,
  prepared,
  sent,
  signNow,
} from './testing/contract-scene.ts'
import { boundKey } from '#src/testing/key-scene.ts'
import { madeSignCode } from '#src/testing/sign-code-scene.ts'
import { askedForGrant } from './testing/grant-scene.ts'
import { arrangedGroup } from './testing/group-scene.ts'
import { arrangedArchive } from './testing/filing-scene.ts'
import { enrolled } from './testing/operator-scene.ts'
import { askedInvoice, savedTitle } from './testing/invoice-scene.ts'
import { atCashier, bought, ordered } from './testing/order-scene.ts'
import { people, savedTemplate, startedBatch } from './testing/template-scene.ts'
import { shownFace } from '#src/testing/face-scene.ts'
import { testServer, type TestServer } from './testing/test-server.ts'
import { preparedAgreement } from './testing/void-scene.ts'

const names = Object.keys(table) as (keyof Table)[]
/** Those of people who sign in, and those of who runs the platform: accounts of one open nothing of the other. */
const behindSignIn = names.filter((name) => table[name].access !== 'open')
const closed = behindSignIn.filter((name) => table[name].access !== 'operator')
const operators = behindSignIn.filter((name) => table[name].access === 'operator')
const inSpace = names.filter((name) => table[name].access === 'tenant')
/** Those that name somebody's things. */
const naming = names.filter((name) => rows[name].refused)
const outsiders = naming.flatMap((name) => [
  { name, role: 'stranger' },
  ...(rows[name].colleagueMay ? [] : [{ name, role: 'colleague' }]),
])
const general = names.filter((name) => !rows[name].refused && name !== 'logout')
/** What an operator has not. */
const managing: readonly Right[] = [
  'manageMembers',
  'manageIntegrations',
  'manageSeals',
  'manageFlows',
  'buy',
  'exportData',
  'closeCompany',
  'manageGroup',
  'manageArchive',
  'seeAllContracts',
]

let server: TestServer
const clock = Date.UTC(2026, 10, 20, 2)
let victim: Player
let colleague: Player
let stranger: Player
let former: Player
/** The token of one who runs the platform. */
let runner: string
/** The victim's token of a session that nobody has used for long. */
let expired: string
/** The victim's contract in each kind of state: finished, being signed, draft, and an agreement to void the first. */
const victims: Ids[] = []

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  victim = await player(server, '13800000002', 'company')
  colleague = await player(server, '13800000003', 'company')
  stranger = await player(server, '13800000004', 'company')
  const signer = await player(server, '13800000001', 'person')
  const parties = [personSigner(1, '王小明', signer.phone)]
  const finished = await sent(server, victim, parties)
  await signNow(server, signer, finished.taskId)
  await useCompanySeal()
  const others = [
    await sent(server, victim, parties),
    await prepared(server, victim, parties),
    await preparedAgreement(server, victim, finished.signId),
  ]
  const seals = await server.call('listSeals', {}, victim)
  const spaces = await server.call('getUserSpaceInfo', {}, victim)
  const company = spaces.data.spaceInfoArray.find(({ tenantId }) => tenantId === victim.tenantId)
  const arranged = await companyThings(victim, colleague)
  const own = { ...(await otherSignIn()), keyId: (await boundKey(server, victim)).keyId }
  const template = await savedTemplate(server, victim)
  const batchId = await startedBatch(server, victim, template, people(1))
  const signCode = await madeSignCode(server, victim, template.templateId)
  const applied = await application()
  const orderId = await ordered(server, victim)
  const order = { orderId, paymentNo: await atCashier(server, victim, orderId) }
  const titleId = await savedTitle(server, victim)
  const invoiceId = await askedInvoice(server, victim, [await bought(server, victim)], titleId)
  const { data: handwriting } = await server.call('handwriteLink', {}, victim)
  const archive = await arrangedArchive(server, victim)
  const faceId = await shownFace(server, victim.phone)
  const group = await arrangedGroup(server, victim)
  for (const made of [finished, ...others]) {
    const { data } = await server.call('getSignDetailInfo', { signId: made.signId }, victim)
    victims.push({
      ...made,
      ...arranged,
      fileId: data.fileArray[0]?.fileId ?? '',
      sealId: seals.data.sealInfoArray[0]?.sealId ?? '',
      tenantId: victim.tenantId,
      companyId: company?.companyId ?? '',
      ...own,
      templateId: template.templateId,
      batchId,
      signCodeId: signCode.signCodeId,
      handwritingId: handwriting.handwriteSealId,
      faceId,
      ...applied,
      ...order,
      titleId,
      invoiceId,
      ...archive,
      ...group,
      ...(await ownContacts(server, victim)),
    })
  }
  expired = await server.login(victim.phone)
  await fallIdle(expired)
  former = { ...(await newcomer(server, '13900000301', '钱多多')), tenantId: victim.tenantId }
  await join(former)
  await leave(former)
  runner = (await enrolled(server, 'watcher')).token
})
afterAll(() => server.close())

/** The company signs something, so that its seal cannot be deleted. */
async function useCompanySeal(): Promise<void> {
  const { data } = await server.call('getSpaceDetailInfo', {}, victim)
  const { taskId } = await sent(server, victim, [
    companySigner(1, data.spaceName, { name: '李静', phone: victim.phone }),
  ])
  await signNow(server, victim, taskId)
}

/** A colleague applies for the company's seal, and asks to be granted it, on which the victim is to decide. */
async function application(): Promise<Pick<Ids, 'flowId' | 'approveId' | 'requestId'>> {
  const applicant = await colleagueWith(server, victim, { name: '沙悟净', phone: '13900000304', rights: [] })
  const nodes = [{ nodeMode: 'any' as const, memberIdArray: [await accountOf(victim)] }]
  const flowId = await madeFlow(server, victim, { flowName: '合同用印', nodes })
  const { signId } = await contractFor(server, victim, applicant)
  const { data } = await apply(server, applicant, { signId, sealId: await askableSeal(server, applicant), flowId })
  return { flowId, approveId: data.approveId, requestId: await askedForGrant(server, applicant, signId) }
}

/** Another session of the victim, on a device that is trusted. */
async function otherSignIn(): Promise<Pick<Ids, 'sessionId' | 'deviceId'>> {
  const login = { userName: victim.phone, password: 'Moqi@2026', rememberMe: 1 } as const
  await server.call('loginByAccount', login)
  const { data: sessions } = await server.call('listSessions', {}, victim)
  const { data: devices } = await server.call('listDevices', {}, victim)
  return {
    sessionId: sessions.sessionArray.find(({ isCurrent }) => isCurrent === 'no')?.sessionId ?? '',
    deviceId: devices.deviceArray[0]?.deviceId ?? '',
  }
}

/** Nobody uses the session for longer than it lives. */
async function fallIdle(token: string): Promise<void> {
  const { db } = server.deps
  await db.directory((directory) =>
    directory
      .updateTable('session')
      .set({ seen_at: 0 })
      .where('token_hash', '=', sessionHashOf(server.deps, token))
      .execute(),
  )
}

const accountOf = async ({ phone: own }: Player) => {
  const { db } = server.deps
  const query = (directory: Db) => directory.selectFrom('account').where('phone', '=', own).select('account_id')
  return (await db.directory((directory) => query(directory).executeTakeFirstOrThrow())).account_id
}

/** What the company has beside contracts, made by its owner. */
async function companyThings(owner: Player, operator: Player): Promise<CompanyThings> {
  const newMember = await newcomer(server, '13900000302', '孙悟空')
  await join({ ...newMember, tenantId: owner.tenantId })
  const [memberId, operatorId] = [await accountOf(newMember), await accountOf(operator)]
  return { memberId, operatorId, ...(await arrangedCompany(server, owner, operatorId)) }
}

/** Makes the person an operator of the company that `tenantId` names. */
async function join(who: Player): Promise<void> {
  const row = { tenant_id: who.tenantId, account_id: await accountOf(who), is_owner: false, created_at: clock }
  await server.deps.db.directory((directory) => directory.insertInto('membership').values(row).execute())
}

async function leave(who: Player): Promise<void> {
  const accountId = await accountOf(who)
  const rest = (directory: Db) => directory.deleteFrom('membership').where('account_id', '=', accountId)
  await server.deps.db.directory((directory) => rest(directory).where('tenant_id', '=', who.tenantId).execute())
}

type Who = { token?: string; tenantId?: string }

/** The answer to the byte. */
async function ask(name: keyof Table, input: unknown, { token, tenantId }: Who): Promise<[number, string]> {
  const { method, path } = table[name]
  const payload: object = Object(input)
  const given = Object.entries(payload)
  const url = given.reduce((made, [key, value]) => made.replace(`:${key}`, String(value)), String(path))
  const headers = { ...(token && { authorization: `Bearer ${token}` }), ...(tenantId && { 'x-tenant-id': tenantId }) }
  const query = Object.fromEntries(given.map(([key, value]) => [key, String(value)]))
  const request = method === 'GET' ? { method, url, headers, query } : { method, url, headers, payload }
  if (table[name].kind === 'stream') return beginning(request)
  const answer = await server.app.inject(request)
  return [answer.statusCode, answer.payload]
}

/** As far as it comes by itself: a stream's first event, or all of a refusal. */
async function beginning(question: InjectOptions): Promise<[number, string]> {
  const answer = await server.app.inject({ ...question, payloadAsStream: true })
  let text = ''
  for await (const chunk of answer.stream()) {
    text += String(chunk)
    if (text.includes('data: ')) break
  }
  return [answer.statusCode, text]
}

/** What a refusal looks like when it says nothing but itself. */
function bare(reason: RefusalCode): [number, unknown] {
  const { status, code, text } = refusalAnswers[reason]
  return [status, { code, message: text({}), data: { reason } }]
}

/** The answers to everything a call can be asked with these ids. */
const asked = (name: keyof Table, ids: Ids, who: Who) =>
  Promise.all(rows[name].inputs(ids).map((input) => ask(name, input, who)))

test.each(behindSignIn)('%s answers nobody without a living session', async (name) => {
  for (const token of [undefined, 'A'.repeat(43), `${victim.token}A`, expired]) {
    const who = { ...(token && { token }), tenantId: victim.tenantId }
    for (const input of rows[name].inputs(victims[0] ?? inventedIds)) {
      const [status, body] = await ask(name, input, who)
      expect([status, JSON.parse(body)]).toEqual(bare('session/required'))
    }
  }
})

test.each(closed)('%s answers no operator of the platform', async (name) => {
  for (const tenantId of [victim.tenantId, '']) {
    for (const input of rows[name].inputs(victims[0] ?? inventedIds)) {
      const [status, body] = await ask(name, input, { token: runner, tenantId })
      expect([status, JSON.parse(body)]).toEqual(bare('session/required'))
    }
  }
})

test.each(operators)('%s answers operators of the platform alone', async (name) => {
  for (const { token, tenantId } of [victim, colleague, stranger, former]) {
    for (const input of rows[name].inputs(victims[0] ?? inventedIds)) {
      const [status, body] = await ask(name, input, { token, tenantId })
      expect([status, JSON.parse(body)]).toEqual(bare('session/required'))
    }
  }
  // What is invented is not there, and an upload comes as a form; being let in is another matter.
  const letIn = table[name].kind === 'upload' ? [400] : [200, 404]
  const own = await Promise.all(rows[name].inputs(inventedIds).map((input) => ask(name, input, { token: runner })))
  expect(own.filter(([status]) => !letIn.includes(status))).toEqual([])
})

test.each(closed)('%s refuses a space that is not, or no longer, the own one', async (name) => {
  for (const { token } of [former, stranger]) {
    for (const input of rows[name].inputs(victims[0] ?? inventedIds)) {
      const foreign = await ask(name, input, { token, tenantId: victim.tenantId })
      expect([foreign[0], JSON.parse(foreign[1])]).toEqual(bare('space/not-found'))
      expect(await ask(name, input, { token, tenantId: inventedIds.tenantId })).toEqual(foreign)
    }
  }
})

test.each(outsiders)(
  '$name tells a $role nothing: real and invented ids answer alike to the byte',
  async ({ name, role }) => {
    const who = role === 'colleague' ? colleague : stranger
    const unknown = await asked(name, inventedIds, who)
    const { right } = table[name]
    const forbidden = role === 'colleague' && right !== null && managing.includes(right)
    const expected = unknown.map(() =>
      bare(forbidden ? 'session/forbidden' : (rows[name].refused ?? 'request/invalid')),
    )
    expect(unknown.map(([status, body]) => [status, JSON.parse(body)])).toEqual(expected)
    for (const ids of victims) expect(await asked(name, ids, who)).toEqual(unknown)
  },
)

test.each(general)('%s shows a stranger none of what belongs to others', async (name) => {
  for (const input of rows[name].inputs(inventedIds)) {
    const [status, body] = await ask(name, input, stranger)
    expect(status).toBeLessThan(500)
    for (const ids of victims) for (const id of Object.values(ids)) expect(body).not.toContain(id)
  }
})

// Last, since an answer may change or remove what it is about.
test.each(naming)('%s answers the owner, so that silence is not its only answer', async (name) => {
  const refused = String(rows[name].refused)
  const answers: string[] = []
  for (const ids of victims) {
    if (answers.some((body) => !body.includes(refused))) break
    for (const input of rows[name].inputs(ids)) {
      const [status, body] = await ask(name, input, victim)
      expect(status).toBeLessThan(400)
      answers.push(body)
    }
  }
  expect(answers.filter((body) => !body.includes(refused))).not.toEqual([])
})

test('calls that name somebody’s things are more than half of those in a space', () => {
  expect(naming.length).toBeGreaterThan(inSpace.length / 2)
})

test('a contract launched in a company is closed to its launcher who has left it', async () => {
  await join(former)
  const own = await sent(server, former, [personSigner(1, '王小明', '13800000001')])
  expect((await server.call('getSignDetailInfo', { signId: own.signId }, former)).code).toBe(200)
  await leave(former)
  const inCompany = await server.call('getSignDetailInfo', { signId: own.signId }, former)
  expect([inCompany.code, inCompany.data.reason]).toEqual([404, 'space/not-found'])
  const atHome = await server.call('getSignDetailInfo', { signId: own.signId }, { token: former.token })
  expect([atHome.code, atHome.data]).toEqual([404, { reason: contract }])
})
