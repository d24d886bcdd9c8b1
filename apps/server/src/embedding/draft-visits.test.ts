import { afterAll, beforeAll, expect, test } from 'vitest'
import { colleague } from '#src/testing/company-scene.ts'
import { companySigner, ownSignId, personSigner, type Player, prepared, sent } from '#src/testing/contract-scene.ts'
import { integrationScene, type IntegrationScene, signedUpload } from '#src/testing/integration-scene.ts'
import { sendSigned, signedCall } from '#src/testing/signed-call.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let owner: Player
let wang: Player
let zhou: Player
let keys: IntegrationScene['keys']
let company: string

beforeAll(async () => {
  server = await testServer()
  ;({ owner, wang, keys } = await integrationScene(server))
  zhou = await colleague(server, owner, { name: '周晓彤', phone: '13900000512' })
  const spaces = await server.call('getUserSpaceInfo', {}, owner)
  company = spaces.data.spaceInfoArray.find(({ tenantId }) => tenantId === owner.tenantId)?.spaceName ?? ''
})
afterAll(() => server.close())

const reason = ({ data }: { data: Record<string, unknown> | null }) => data?.reason
const toWang = () => [personSigner(1, '王小明', wang.phone)]

const issued = (asked: { signId: string; [more: string]: unknown }) =>
  sendSigned(server, signedCall(server, keys, 'issuePass', Object(asked)))

/** Redeems what was issued; answers the address and the session. */
async function opened(asked: { signId: string; [more: string]: unknown }) {
  const { data } = await issued(asked)
  const { pathname, searchParams: query } = new URL(data.link)
  const pass = query.get('pass') ?? query.get('sid') ?? query.get('ticket') ?? ''
  const begun = await server.call('redeemPass', { appId: query.get('app') ?? '', pass })
  return { path: pathname, to: query.get('to'), token: begun.data.token, purpose: begun.data.purpose }
}

test('a member completes the draft that another system made, sends it, and is its initiator', async () => {
  const uploaded = await sendSigned(server, signedUpload(server, keys))
  const { fileId } = uploaded.data
  const input = {
    taskName: '采购合同',
    fileIdArray: [fileId],
    signerArray: [],
    signExpireTime: server.deps.now() + 1e9,
  }
  const { signId } = (await sendSigned(server, signedCall(server, keys, 'saveDraft', input))).data
  const { path, token, purpose } = await opened({ signId, purpose: 'launch', phone: zhou.phone })
  expect([path, purpose]).toEqual(['/home/unifysign', 'launch'])
  const draft = await server.call('getDraftInfo', { signId }, { token })
  const { code, data } = await server.call(
    'saveDraft',
    { ...input, signId, version: draft.data.version, signerArray: toWang() },
    { token },
  )
  expect(code).toBe(200)
  const position = { positionId: 's1', fileId, page: 1, x: 20, y: 20, width: 40, height: 20, signerNo: 1 } as const
  const positionArray = [{ ...position, positionType: 'personSign' as const }]
  expect((await server.call('saveLocation', { signId, version: data.version, positionArray }, { token })).code).toBe(
    200,
  )
  const picture = await server.app.inject({
    url: `/api/common/v1/file/pageImage?fileId=${fileId}&page=1`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(picture.headers['content-type']).toBe('image/png')
  expect((await server.call('sendTask', { signId }, { token })).data).toMatchObject({ status: 'otherSign' })
  const rows = await server.call('listTasks', { status: 'all' }, zhou)
  expect(rows.data.taskInfoArray.map((row) => [row.taskName, row.initiatorName])).toContainEqual([
    '采购合同',
    `周晓彤/${company}`,
  ])
  // Sent, it is nobody's to complete.
  expect(reason(await issued({ signId, purpose: 'launch' }))).toBe('contract/illegal-move')
})

test('it is the one draft: no other, and no new one', async () => {
  const { signId } = await prepared(server, owner, toWang())
  const other = await prepared(server, owner, toWang())
  const { token } = await opened({ signId, purpose: 'launch' })
  const fresh = { taskName: '另一份', fileIdArray: [], signerArray: [] }
  expect(reason(await server.call('saveDraft', fresh, { token }))).toBe('visit/limited')
  expect(reason(await server.call('sendTask', { signId: other.signId }, { token }))).toBe('visit/limited')
  expect(reason(await server.call('getDraftInfo', { signId: other.signId }, { token }))).toBe('visit/limited')
  expect(reason(await server.call('listTasks', { status: 'all' }, { token }))).toBe('visit/limited')
  expect(reason(await server.call('createAutoLoginToken', {}, { token }))).toBe('visit/limited')
})

test('who only places areas changes neither parties nor files', async () => {
  const { signId } = await prepared(server, owner, toWang())
  const { path, to, token } = await opened({ signId, purpose: 'place' })
  expect([path, to]).toEqual(['/home/unifysign/auto-redirect', `/unifysign/lauchtask?signId=${signId}`])
  const { data } = await server.call('getDraftInfo', { signId }, { token })
  const changed = { taskName: '改名', signId, version: data.version, fileIdArray: [], signerArray: [] }
  expect(reason(await server.call('saveDraft', changed, { token }))).toBe('visit/limited')
  expect((await server.call('sendTask', { signId }, { token })).code).toBe(200)
})

test('a draft opens for its own initiator, who may launch, and only from an integration that may', async () => {
  const { signId } = await prepared(server, owner, toWang())
  const strange = await issued({ signId, purpose: 'launch', phone: wang.phone })
  expect(reason(strange)).toBe('field/invalid')
  const theirs = await prepared(server, zhou, toWang())
  const taken = await issued({ signId: theirs.signId, purpose: 'launch', phone: owner.phone })
  expect([reason(taken), taken.message]).toEqual(['pass/party', '该草稿由其他成员发起，请使用其手机号'])
  expect((await opened({ signId: theirs.signId, purpose: 'launch' })).purpose).toBe('launch')
  const begun = await issued({ signId, purpose: 'launch' })
  const query = new URL(begun.data.link).searchParams
  // Handed on before the link was opened.
  await issued({ signId, purpose: 'launch', phone: zhou.phone })
  const late = await server.call('redeemPass', { appId: query.get('app') ?? '', pass: query.get('pass') ?? '' })
  expect(reason(late)).toBe('pass/party')
})

test('the company that received a contract names the colleague who signs it', async () => {
  const li = { name: '李静', phone: owner.phone }
  const { taskId } = await sent(server, wang, [companySigner(1, company, li)])
  const signId = await ownSignId(server, owner, taskId)
  const { path, to, token } = await opened({ signId, signerNo: 1, purpose: 'assign' })
  expect([path, to]).toEqual(['/home/unifysign/auto-redirect', `/unifysign/assign?signId=${signId}`])
  const { data } = await server.call('listColleagues', { signId }, { token })
  const found = data.colleagueArray.find(({ name }) => name === '周晓彤')
  const asked = { signId, colleagueId: found?.colleagueId ?? '', reason: '由法务经办' }
  const given = await server.call('transferTask', asked, { token })
  expect(given.data).toEqual({ signerName: '周晓彤' })
  expect(reason(await server.call('listTasks', { status: 'all' }, { token }))).toBe('visit/limited')
  // The initiator's integration names nobody for the other side.
  const ours = await sent(server, owner, [personSigner(1, '王小明', wang.phone)])
  const theirs = await issued({ signId: ours.signId, signerNo: 1, purpose: 'assign' })
  expect([reason(theirs), theirs.message]).toEqual(['pass/party', '只能为本企业自己的签署方打开该页面'])
})

test('an own employee applies for a seal by the rules of the company, and follows no application', async () => {
  const { taskId } = await sent(server, wang, [companySigner(1, company, { name: '李静', phone: owner.phone })])
  const signId = await ownSignId(server, owner, taskId)
  const { path, token, purpose } = await opened({ signId, signerNo: 1, purpose: 'office' })
  expect([path, purpose]).toEqual(['/home/oa-sign', 'office'])
  const seals = await server.call('userSeals', {}, { token })
  const sealId = seals.data.sealInfoArray[0]?.sealId ?? ''
  expect((await server.call('listFlow', { signId, sealId }, { token })).code).toBe(200)
  expect((await server.call('getSignDetailInfo', { signId }, { token })).code).toBe(200)
  expect(reason(await server.call('getFlow', { approveId: signId }, { token }))).toBe('visit/limited')
  expect(reason(await server.call('listApprove', { status: 'mine' }, { token }))).toBe('visit/limited')
  const forged = { signId, authToken: 'A'.repeat(43), flowId: sealId, reason: '采购用印', positionArray: [] }
  expect(reason(await server.call('signWithProcess', forged, { token }))).not.toBe('visit/limited')
  const ours = await sent(server, owner, [personSigner(1, '王小明', wang.phone)])
  const theirs = await issued({ signId: ours.signId, signerNo: 1, purpose: 'office' })
  expect([reason(theirs), theirs.message]).toEqual(['pass/party', '只能为本企业自己的签署方打开该页面'])
})

test('a link is tied to the account that is signed in, once, and to nobody else’s', async () => {
  const { taskId } = await sent(server, wang, [companySigner(1, company, { name: '李静', phone: owner.phone })])
  const signId = await ownSignId(server, owner, taskId)
  const { data } = await issued({ signId, signerNo: 1, purpose: 'assign' })
  const query = new URL(data.link).searchParams
  const link = { appId: query.get('app') ?? '', sid: query.get('sid') ?? '' }
  const asked = await server.call('getSid', link, { token: owner.token })
  expect(asked.data).toEqual({
    integrationName: '金蝶云星空',
    companyName: company,
    purpose: 'assign',
    taskName: '测试合同',
  })
  for (const name of ['getSid', 'tieSid'] as const) {
    const theirs = await server.call(name, link, { token: zhou.token })
    expect([reason(theirs), theirs.message]).toEqual([
      'pass/party',
      '该链接是发给其他人的，请切换账号，或返回原来的应用重新打开',
    ])
  }
  const tied = await server.call('tieSid', link, { token: owner.token })
  expect(tied.data).toEqual({ redirect: `/unifysign/assign?signId=${signId}` })
  expect(reason(await server.call('tieSid', link, { token: owner.token }))).toBe('pass/used')
  expect(reason(await server.call('redeemPass', { appId: link.appId, pass: link.sid }))).toBe('pass/used')
})
