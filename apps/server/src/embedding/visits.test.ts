import { table, type Table } from '@moqi/api/table'
import { ofPurpose, visitPurposes } from '@moqi/domain/integrations/embed-rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAppId } from '#src/cores/integration/app-id.ts'
import { callRows } from '#src/testing/call-rows.ts'
import { madeIntegration } from '#src/testing/company-scene.ts'
import {
  companySigner,
  ownSignId,
  personSigner,
  type Player,
  prepared,
  proveWill,
  sent,
} from '#src/testing/contract-scene.ts'
import { integrationScene, type IntegrationScene } from '#src/testing/integration-scene.ts'
import { inventedIds } from '#src/testing/invented-ids.ts'
import { sendSigned, signedCall } from '#src/testing/signed-call.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let owner: Player
let wang: Player
let keys: IntegrationScene['keys']
let company: string
/** Of the company's entry. */
let signId: string
/** 王小明's, and another contract of his. */
let wangs: { signId: string; other: string }

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  ;({ owner, wang, keys } = await integrationScene(server))
  const spaces = await server.call('getUserSpaceInfo', {}, owner)
  const space = spaces.data.spaceInfoArray.find(({ tenantId }) => tenantId === owner.tenantId)
  company = space?.spaceName ?? ''
  const parties = [personSigner(1, '王小明', wang.phone), companySigner(2, company, jing())]
  const made = await sent(server, owner, parties, { signOrderType: 'disorder' })
  const other = await sent(server, owner, [personSigner(1, '王小明', wang.phone)])
  signId = made.signId
  wangs = {
    signId: await ownSignId(server, wang, made.taskId),
    other: await ownSignId(server, wang, other.taskId),
  }
  await server.call(
    'saveEmbedding',
    {
      integrationId: keys.integrationId,
      originArray: ['https://OA.example.com/'],
      returnArray: ['https://oa.example.com/done'],
    },
    owner,
  )
})
afterAll(() => server.close())

const jing = () => ({ name: '李静', phone: owner.phone })
const returnUrl = 'https://oa.example.com/done?id=42'

async function issued(signerNo: number, by = keys, more: object = {}) {
  return sendSigned(server, signedCall(server, by, 'issuePass', { signId, signerNo, ...more }))
}

/** What a link carries. */
async function passFor(signerNo: number, more: object = {}) {
  const { code, data } = await issued(signerNo, keys, more)
  expect(code).toBe(200)
  const link = new URL(data.link)
  return { appId: String(link.searchParams.get('app')), pass: String(link.searchParams.get('pass')) }
}

async function visiting(signerNo: number) {
  const { data } = await server.call('redeemPass', await passFor(signerNo, { returnUrl }))
  return data
}

/** What redeeming a pass of that kind gives. */
async function opened(asked: { signId: string; [more: string]: unknown }) {
  const { code, message, data } = await sendSigned(server, signedCall(server, keys, 'issuePass', asked))
  if (code !== 200) throw new Error(message)
  const query = new URL(data.link).searchParams
  const pass = query.get('pass') ?? query.get('sid') ?? query.get('ticket') ?? ''
  return (await server.call('redeemPass', { appId: query.get('app') ?? '', pass })).data
}

const drafting = async (purpose: 'launch' | 'place') =>
  (await opened({ signId: (await prepared(server, owner, [personSigner(1, '王小明', wang.phone)])).signId, purpose }))
    .token

const ownSide = async (purpose: 'assign' | 'office') => (await opened({ signId, signerNo: 2, purpose })).token

/** 王小明's visit, once his phone is proved. */
let proved: string

const reason = ({ data }: { data: Record<string, unknown> | null }) => data?.reason

test('a link opens the signing page once, for whoever signs for the own company', async () => {
  const pass = await passFor(2, { returnUrl })
  const { data } = await server.call('redeemPass', pass)
  expect(data.purpose).toBe('sign')
  const visit = await server.call('getVisit', {}, data)
  const opener = await server.call('getOpener', { appId: pass.appId })
  expect(opener.data).toEqual({ integrationName: '金蝶云星空', originArray: ['https://oa.example.com'] })
  expect(visit.data).toMatchObject({
    companyName: company,
    returnUrl,
    space: { tenantId: owner.tenantId, spaceName: company },
  })
  const again = await server.call('redeemPass', pass)
  expect([again.code, again.message, reason(again)]).toEqual([
    410,
    '链接已使用过，请返回原来的应用重新打开',
    'pass/used',
  ])
  expect((await server.call('getVisit', {}, data)).code).toBe(200)
})

test('ten at once redeem it once', async () => {
  const pass = await passFor(2)
  const answers = await Promise.all(Array.from({ length: 10 }, () => server.call('redeemPass', pass)))
  expect(answers.map((answer) => reason(answer) ?? 'opened').toSorted()).toEqual([
    'opened',
    ...Array.from({ length: 9 }, () => 'pass/used'),
  ])
})

test('it is refused late, for another application, and when it never was', async () => {
  const late = await passFor(2)
  clock += 60_001
  expect(reason(await server.call('redeemPass', late))).toBe('pass/late')
  const { pass } = await passFor(2)
  const { appId } = await madeIntegration(server, owner)
  expect(reason(await server.call('redeemPass', { appId, pass }))).toBe('pass/foreign')
  expect(reason(await server.call('redeemPass', { appId: keys.appId, pass: 'A'.repeat(43) }))).toBe('pass/foreign')
})

test('who signs for others proves the phone before anything is shown', async () => {
  const { token, purpose } = await visiting(1)
  expect(purpose).toBe('prove')
  const before = await server.call('getVisit', {}, { token })
  expect(before.data).toMatchObject({ phone: '138****0001', space: null, hasPin: 'no' })
  expect(reason(await server.call('getSignDetailInfo', { signId: wangs.signId }, { token }))).toBe('visit/limited')
  await server.call('sendVisitCode', {}, { token })
  expect(reason(await server.call('proveVisit', { smsCode: 'x' }, { token }))).toBe('account/code-wrong')
  const smsCode = await server.code(wang.phone, 'visit')
  const { data } = await server.call('proveVisit', { smsCode }, { token })
  expect((await server.call('getSignDetailInfo', { signId: wangs.signId }, { token: data.token })).code).toBe(200)
  expect((await server.call('getVisit', {}, { token })).code).toBe(-10)
  proved = data.token
})

const closed = (Object.keys(table) as (keyof Table)[]).filter((name) => table[name].access !== 'open')

/** What a visit answers, as HTTP has it. */
async function ask(name: keyof Table, input: object, token: string): Promise<string> {
  const { method, path } = table[name]
  const url = Object.entries(input).reduce((made, [key, value]) => made.replace(`:${key}`, String(value)), String(path))
  const query = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]))
  const asked = method === 'GET' ? { query } : { payload: input }
  const answer = await server.app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...asked })
  if (!String(answer.headers['content-type']).includes('json')) return 'answered'
  return String(answer.json().data?.reason ?? 'answered')
}

test('a visit is answered the calls that its purpose names, and no other', async () => {
  const tokens = {
    prove: (await visiting(1)).token,
    sign: proved,
    launch: await drafting('launch'),
    place: await drafting('place'),
    assign: await ownSide('assign'),
    office: await ownSide('office'),
  }
  for (const purpose of visitPurposes) {
    const unnamed = closed.filter((name) => ofPurpose(table[name].visit, purpose) === undefined)
    expect(unnamed.length).toBeGreaterThan(180)
    for (const name of unnamed) {
      const input: object = callRows[name].inputs({ ...inventedIds, signId: wangs.signId })[0] ?? {}
      const answer = await ask(name, input, tokens[purpose])
      // Who runs the platform has accounts of their own.
      const refused = table[name].access === 'operator' ? 'session/required' : 'visit/limited'
      expect([purpose, name, answer]).toEqual([purpose, name, refused])
    }
  }
})

test('what names a contract is answered for the visit’s own alone', async () => {
  const token = proved
  const asked = closed
    .filter((name) => table[name].visit?.sign)
    .flatMap((name) =>
      callRows[name].inputs({ ...inventedIds, signId: wangs.other }).map((input) => ({ name, input: Object(input) })),
    )
    .filter(({ input }) => JSON.stringify(input).includes(wangs.other))
  expect(new Set(asked.map(({ name }) => name)).size).toBeGreaterThan(14)
  for (const { name, input } of asked) {
    expect([name, await ask(name, input, token)]).toEqual([name, 'visit/limited'])
  }
})

test('in a visit one signs, after the will was proved, and is limited to that contract', async () => {
  const token = proved
  const own = { signId: wangs.signId }
  const detail = await server.call('getSignDetailInfo', own, { token })
  const seals = await server.call('userSeals', own, { token })
  const sealId = seals.data.sealInfoArray[0]?.sealId ?? ''
  const positionArray = detail.data.positionArray.map(({ positionId, positionType }) =>
    positionType === 'date' ? { positionId } : { positionId, sealId },
  )
  const forged = await server.call('sign', { ...own, authToken: 'A'.repeat(43), positionArray }, { token })
  expect(reason(forged)).toBe('will-auth/required')
  const others = await server.call('getSmsVerificationCode', { scene: 'sign', signIds: [wangs.other] }, { token })
  expect(reason(others)).toBe('visit/limited')
  const authToken = await proveWill(server, { ...wang, token }, wangs.signId)
  const signed = await server.call('sign', { ...own, authToken, positionArray }, { token })
  expect(signed.code).toBe(200)
  // The log says by what the page was opened, beside the browser.
  const line = await server.deps.db.read(owner.tenantId, (db) =>
    db
      .selectFrom('contract_log')
      .where('tenant_id', '=', owner.tenantId)
      .where('verb', '=', 'sign')
      .select('user_agent')
      .executeTakeFirstOrThrow(),
  )
  expect(line.user_agent).toContain(`integration ${keys.integrationId}`)
})

test('it ends with the integration, by itself, and when it is closed', async () => {
  const { token } = await visiting(2)
  expect((await server.call('endVisit', {}, { token })).code).toBe(200)
  expect((await server.call('getVisit', {}, { token })).code).toBe(-10)
  const second = await visiting(2)
  const { data } = await server.call('getIntegration', { integrationId: keys.integrationId }, owner)
  const turned = { integrationId: keys.integrationId, integrationStatus: 'disabled' } as const
  await server.call('switchIntegration', { ...turned, version: data.version }, owner)
  expect((await server.call('getVisit', {}, second)).code).toBe(-10)
  await server.call('switchIntegration', { ...turned, version: data.version + 1, integrationStatus: 'enabled' }, owner)
  expect((await server.call('getVisit', {}, second)).code).toBe(200)
  for (let half = 0; half < 4; half++) {
    clock += 29 * 60_000
    expect((await server.call('getVisit', {}, second)).code).toBe(200)
  }
  clock += 5 * 60_000
  expect((await server.call('getVisit', {}, second)).code).toBe(-10)
  owner = { ...owner, token: await server.login(owner.phone) }
})

test('a pass is issued by signed requests alone, for parties who can sign, back to listed addresses', async () => {
  expect(reason(await server.call('issuePass', { signId, signerNo: 1 }, owner))).toBe('pass/application-only')
  expect(reason(await issued(9))).toBe('field/invalid')
  const elsewhere = await issued(1, keys, { returnUrl: 'https://evil.example/done' })
  expect([reason(elsewhere), elsewhere.data.field]).toEqual(['field/invalid', 'returnUrl'])
  const unknown = await sendSigned(server, signedCall(server, keys, 'issuePass', { signId: wangs.signId, signerNo: 1 }))
  expect(reason(unknown)).toBe('contract/not-found')
  const { signId: invited } = await sent(server, owner, [personSigner(1, '赵无号', '13911110000')])
  const stranger = await sendSigned(server, signedCall(server, keys, 'issuePass', { signId: invited, signerNo: 1 }))
  expect([reason(stranger), stranger.message]).toEqual([
    'pass/party',
    '该签署方还没有在平台完成实名认证，请让其先通过短信链接签署',
  ])
  expect(readAppId(keys.appId)?.tenantId).toBe(owner.tenantId)
})

test('origins and addresses are kept as they are meant, and others refused in words', async () => {
  const { integrationId } = keys
  const returnArray = ['https://oa.example.com/done']
  const set = (originArray: string[]) =>
    server.call('saveEmbedding', { integrationId, originArray, returnArray }, owner)
  const wrong = await set(['https://a.example', 'http://b.example'])
  expect([wrong.code, wrong.message]).toEqual([
    422,
    '“http://b.example”不是网站来源，请填写 https:// 开头的域名，例如 https://oa.example.com',
  ])
  expect((await set(['https://a.example', 'https://A.example/'])).data.originArray).toEqual(['https://a.example'])
  const { data } = await server.call('getEmbedding', { integrationId }, owner)
  expect(data).toEqual({ originArray: ['https://a.example'], returnArray })
})

test('a row that is written or changed gives nothing', async () => {
  const pass = await passFor(1)
  await server.deps.db.directory((directory) =>
    directory
      .updateTable('pass')
      .set(({ fn, val }) => ({
        visit: fn('jsonb_set', ['visit', val('{purpose}'), val('"sign"')]),
      }))
      .where('redeemed_at', 'is', null)
      .execute(),
  )
  expect(reason(await server.call('redeemPass', pass))).toBe('pass/foreign')
  const { token } = await visiting(1)
  await server.deps.db.directory((directory) =>
    directory.updateTable('session').set({ visit: null }).where('method', '=', 'visit').execute(),
  )
  expect((await server.call('getUserSpaceInfo', {}, { token })).code).toBe(-10)
})
