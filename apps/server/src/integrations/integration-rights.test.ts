import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { colleague, madeIntegration, memberIdOf, requestTransfer } from '#src/testing/company-scene.ts'
import { personSigner, type Player, player } from '#src/testing/contract-scene.ts'
import { sendSigned, signedCall, signedRequest, type SigningKeys } from '#src/testing/signed-call.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const pdf = readFileSync(join(import.meta.dirname, '../../../../samples/保密协议.pdf'))

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let owner: Player
let wang: Player
let keys: SigningKeys & { integrationId: string; secretId: string }

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
  keys = await madeIntegration(server, owner)
})
afterAll(() => server.close())

const upload = (bytes = pdf, more = {}) =>
  signedRequest(
    server,
    keys,
    { method: 'POST', url: `/openapi/v1/uploadFile?fileName=${encodeURIComponent('合同.pdf')}`, payload: bytes },
    more,
  )

const list = (more = {}) => signedCall(server, keys, 'listTasks', {}, more)

/** What a refusal says, and to whom. */
const refusal = ({ status, code, data, requestId }: Awaited<ReturnType<typeof sendSigned>>) => {
  expect(requestId).toMatch(/^[0-9a-f-]{16,36}$/)
  return [status, code, data.reason]
}

const edit = async (change: object) => {
  const { data } = await server.call('getIntegration', { integrationId: keys.integrationId }, owner)
  const { integrationId, version, integrationName, scopeArray, addressArray } = data
  return server.call(
    'saveIntegration',
    { integrationId, version, integrationName, scopeArray, addressArray, ...change },
    owner,
  )
}
const turn = async (integrationStatus: 'enabled' | 'disabled') => {
  const { data } = await server.call('getIntegration', { integrationId: keys.integrationId }, owner)
  return server.call(
    'switchIntegration',
    { integrationId: data.integrationId, version: data.version, integrationStatus },
    owner,
  )
}

test('it asks what its scopes hold, and with no more of its member’s rights', async () => {
  const all = (await server.call('getIntegration', { integrationId: keys.integrationId }, owner)).data.scopeArray
  await edit({ scopeArray: ['read'] })
  expect((await sendSigned(server, list())).code).toBe(200)
  expect(refusal(await sendSigned(server, upload()))).toEqual([403, 403, 'integration/scope'])
  const members = await sendSigned(server, signedCall(server, keys, 'listMember', {}))
  expect(refusal(members)).toEqual([403, 403, 'integration/scope'])
  await edit({ scopeArray: all })
  expect((await sendSigned(server, signedCall(server, keys, 'listMember', {}))).data.total).toBeGreaterThan(0)
  expect((await sendSigned(server, signedCall(server, keys, 'listCompanySeal', {}))).code).toBe(200)
})

test('it is let in from its addresses alone, and not while it is disabled', async () => {
  await edit({ addressArray: ['203.0.113.0/24', '2001:db8::7'] })
  for (const address of ['203.0.113.9', '2001:db8::7'])
    expect((await sendSigned(server, list({ address }))).code).toBe(200)
  for (const address of ['203.0.114.9', '2001:db8::8']) {
    const answer = await sendSigned(server, list({ address }))
    expect([...refusal(answer), answer.data.address]).toEqual([403, 403, 'integration/address', address])
  }
  await edit({ addressArray: [] })
  await turn('disabled')
  expect(refusal(await sendSigned(server, list()))).toEqual([403, 403, 'integration/disabled'])
  await turn('enabled')
  expect((await sendSigned(server, list())).code).toBe(200)
})

test('a new secret leaves the one before in force for as long as was said, and it can be ended before', async () => {
  const { integrationId } = keys
  const { data: next } = await server.call('makeIntegrationSecret', { integrationId, overlap: 'day' }, owner)
  const newer = { ...keys, secret: next.secret }
  const asked = async (by: SigningKeys) => (await sendSigned(server, signedCall(server, by, 'listTasks', {}))).status
  expect([await asked(keys), await asked(newer)]).toEqual([200, 200])
  const shown = async () => (await server.call('getIntegration', { integrationId }, owner)).data.secretArray
  expect((await shown()).map(({ endTime }) => endTime)).toEqual([null, clock + 86_400_000])
  await server.call('endIntegrationSecret', { integrationId, secretId: keys.secretId }, owner)
  expect([await asked(keys), await asked(newer)]).toEqual([401, 200])
  expect(JSON.stringify(await server.call('listIntegration', {}, owner))).not.toContain(next.secret)
  keys = newer
})

test('an effect that is asked for twice with one key is there once, and the keys of a session are others', async () => {
  const made = await sendSigned(server, upload())
  const input = {
    taskName: '只此一份',
    fileIdArray: [made.data.fileId],
    signerArray: [personSigner(1, '王小明', wang.phone)],
  }
  const ask = () => sendSigned(server, signedCall(server, keys, 'saveDraft', input, { idempotencyKey: 'order-42' }))
  const [first, again] = [await ask(), await ask()]
  expect(again.data).toEqual(first.data)
  const bySession = await server.call('saveDraft', input, { ...owner, key: 'order-42' })
  expect(bySession.data.signId).not.toBe(first.data.signId)
})

test('answers say how much of the limit is left, and after it when to come again', async () => {
  const answer = await sendSigned(server, signedCall(server, keys, 'downloadEvidenceBundle', { signId: 'x' }))
  expect([answer.headers['x-ratelimit-limit'], answer.headers['x-ratelimit-remaining']]).toEqual(['5', '4'])
  for (let time = 0; time < 4; time++) {
    await sendSigned(server, signedCall(server, keys, 'downloadEvidenceBundle', { signId: 'x' }))
  }
  const refused = await sendSigned(server, signedCall(server, keys, 'downloadEvidenceBundle', { signId: 'x' }))
  expect([refused.data.reason, refused.headers['retry-after']]).toEqual(['request/too-often', '60'])
})

test('its log has each request that was its own, and why the others were refused', async () => {
  clock += 1000
  const answer = await sendSigned(server, list({ nonce: 'the-very-last-one' }))
  await sendSigned(server, list({ nonce: 'the-very-last-one' }))
  const read = () => server.call('listIntegrationCall', { integrationId: keys.integrationId, pageSize: 10 }, owner)
  const { callArray, nextCursor } = await vi.waitUntil(async () => {
    const { data } = await read()
    return data.callArray[1]?.status === 200 ? data : null
  })
  expect(callArray[1]).toMatchObject({
    callName: 'listTasks',
    callLabel: '合同列表',
    requestId: answer.requestId,
    refusal: null,
  })
  expect(callArray[0]?.refusal).toContain('Nonce 已使用过')
  const older = await server.call(
    'listIntegrationCall',
    { integrationId: keys.integrationId, pageSize: 10, cursor: nextCursor, failedOnly: 1 },
    owner,
  )
  expect(older.data.callArray.filter(({ refusal: why }) => why === null)).toEqual([])
})

test('it acts no longer when its member is the administrator no longer, until another one takes it over', async () => {
  const next = await colleague(server, owner, { name: '唐三藏', phone: '13913000001' })
  const memberId = await memberIdOf(server, owner, next.phone)
  const { data } = await requestTransfer(server, owner, memberId)
  await server.call('answerTransfer', { transferId: data.transferId, replyFlag: 'agree' }, next)
  expect(refusal(await sendSigned(server, list()))).toEqual([403, 403, 'integration/member'])
  const { data: kept } = await server.call('getIntegration', { integrationId: keys.integrationId }, next)
  expect([kept.memberPresent, kept.memberIsSelf]).toEqual([0, 0])
  const { integrationId, version, integrationName, scopeArray } = kept
  await server.call('saveIntegration', { integrationId, version, integrationName, scopeArray, takeOver: 1 }, next)
  expect((await sendSigned(server, list())).code).toBe(200)
})
