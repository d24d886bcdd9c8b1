import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { signedHeaders, signedWindowMs } from '@moqi/domain/integrations/signed-request'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { appIdOf } from '#src/cores/integration/app-id.ts'
import { madeIntegration } from '#src/testing/company-scene.ts'
import { personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { sendSigned, signedCall, signedRequest, type SigningKeys } from '#src/testing/signed-call.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const pdf = readFileSync(join(import.meta.dirname, '../../../../samples/保密协议.pdf'))

let server: TestServer
const clock = Date.UTC(2026, 10, 20, 2)
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

test('an integration launches a contract from a file, asks after it, recalls another, and has what it signed', async () => {
  const file = await sendSigned(server, upload())
  const ask = async <K extends Parameters<typeof signedCall>[2]>(name: K, input: Parameters<typeof signedCall<K>>[3]) =>
    sendSigned(server, signedCall(server, keys, name, input))
  const draft = async () => {
    const saved = await ask('saveDraft', {
      taskName: '采购框架合同',
      signExpireTime: clock + 7 * 86_400_000,
      fileIdArray: [file.data.fileId],
      signerArray: [personSigner(1, '王小明', wang.phone)],
    })
    const { signId, taskId, version } = saved.data
    const place = { fileId: file.data.fileId, page: 1, x: 30, y: 40, width: 40, height: 20, signerNo: 1 }
    const positionArray = [{ ...place, positionId: 's1', positionType: 'personSign' as const }]
    expect((await ask('saveLocation', { signId, version, positionArray })).data.status).toBe('waitSend')
    expect((await ask('sendTask', { signId })).code).toBe(200)
    return { signId, taskId }
  }
  const first = await draft()
  expect((await ask('getSignDetailInfo', { signId: first.signId })).data.taskName).toBe('采购框架合同')
  const { data: before } = await ask('getSpaceDetailInfo', {})
  await signNow(server, wang, first.taskId)
  const finished = await vi.waitUntil(async () => {
    const answer = await ask('downloadFinishedPdf', { signId: first.signId })
    return answer.headers['content-type'] === 'application/pdf' ? answer.bytes : null
  })
  const verified = await sendSigned(
    server,
    signedRequest(server, keys, { method: 'POST', url: '/openapi/v1/verifyFile?fileName=a.pdf', payload: finished }),
  )
  expect(verified.data.verdict).not.toBe('unsigned')
  const second = await draft()
  expect((await ask('recallTask', { signId: second.signId, reason: '金额有误' })).code).toBe(200)
  expect((await ask('getSpaceDetailInfo', {})).data.surplus).toBe(before.surplus)
  // Everything it did is its member's, and says that an integration did it.
  const { db } = server.deps
  const logged = await db.read(owner.tenantId, (own) =>
    own.selectFrom('contract_log').where('verb', '=', 'send').select('user_agent').execute(),
  )
  expect(logged.filter(({ user_agent }) => user_agent?.startsWith(`integration ${keys.integrationId}`))).toHaveLength(2)
})

test.each(['HMAC-SHA256', 'HMAC-SM3'] as const)('a request signed by %s is let in', async (algorithm) => {
  expect((await sendSigned(server, list({ algorithm }))).code).toBe(200)
  const taken = await sendSigned(server, upload(pdf, { algorithm }))
  expect([taken.code, taken.data.fileName]).toEqual([200, '合同.pdf'])
})

test('a request that somebody else signed, or that was changed on its way, is refused with what the server would have signed', async () => {
  const forged = list()
  const other = { ...keys, secret: `${keys.secret.slice(0, -1)}${keys.secret.endsWith('A') ? 'B' : 'A'}` }
  const changed = [
    signedCall(server, other, 'listTasks', {}),
    { ...forged, headers: { ...forged.headers, [signedHeaders.nonce]: 'n'.repeat(32) } },
    { ...forged, headers: { ...forged.headers, [signedHeaders.timestamp]: String(clock + 1) } },
    { ...forged, headers: { ...forged.headers, [signedHeaders.algorithm]: 'HMAC-SM3' } },
    { ...forged, headers: { ...forged.headers, 'idempotency-key': 'another' } },
    { ...forged, url: '/openapi/v1/getStatusTotal' },
    { ...forged, headers: { ...forged.headers, [signedHeaders.signature]: `${'A'.repeat(43)}=` } },
  ]
  for (const request of changed) {
    const answer = await sendSigned(server, request)
    expect(refusal(answer)).toEqual([401, 401, 'integration/signature'])
    expect(answer.data.stringToSign.split('\n')).toHaveLength(8)
    expect(JSON.stringify(answer)).not.toContain(keys.secret)
  }
  const reordered = signedCall(server, keys, 'fileContent', { fileId: 'a', signId: 'b' })
  const swapped = { ...reordered, url: '/openapi/v1/fileContent?signId=b&fileId=a' }
  expect(refusal(await sendSigned(server, swapped))).toEqual([401, 401, 'integration/signature'])
  expect((await sendSigned(server, forged)).code).toBe(200)
})

test('a body that was cut, reordered or replaced is refused, of JSON and of a file', async () => {
  const detail = signedCall(server, keys, 'listTasks', { status: 'all', pageSize: 20 })
  const bodies = ['', '{"status":"all"', '{"pageSize":20,"status":"all"}', '{"status":"all","pageSize":50}']
  for (const payload of bodies) {
    const request = {
      ...signedCall(server, keys, 'listTasks', { status: 'all', pageSize: 20 }),
      payload: Buffer.from(payload),
    }
    expect(refusal(await sendSigned(server, request))).toEqual([401, 401, 'integration/body'])
  }
  expect((await sendSigned(server, detail)).code).toBe(200)
  const cut = { ...upload(), payload: pdf.subarray(0, -1) }
  expect(refusal(await sendSigned(server, cut))).toEqual([401, 401, 'integration/body'])
  const noJson = signedRequest(server, keys, {
    method: 'POST',
    url: '/openapi/v1/listTasks',
    payload: Buffer.from('a=1'),
  })
  expect(refusal(await sendSigned(server, noJson))).toEqual([401, 401, 'integration/body'])
})

test('a request comes once, also where it comes twice at the same time', async () => {
  const request = list()
  const answers = await Promise.all([sendSigned(server, request), sendSigned(server, request)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  expect(refusal(await sendSigned(server, request))).toEqual([401, 401, 'integration/replayed'])
})

test('a request of a quarter of an hour ago, or of as far ahead, is late, and hears the time', async () => {
  for (const off of [-signedWindowMs - 1, signedWindowMs + 1]) {
    const answer = await sendSigned(server, list({ timestamp: clock + off }))
    expect(refusal(answer)).toEqual([401, 401, 'integration/late'])
    expect(answer.data.serverTime).toBe(clock)
  }
  for (const off of [-signedWindowMs, signedWindowMs]) {
    expect((await sendSigned(server, list({ timestamp: clock + off }))).code).toBe(200)
  }
})

test('a header that is missing or of another form is named', async () => {
  for (const name of ['appId', 'timestamp', 'nonce', 'bodyHash', 'signature'] as const) {
    const request = list()
    const { [signedHeaders[name]]: _left, ...headers } = request.headers
    const answer = await sendSigned(server, { ...request, headers })
    expect(refusal(answer)).toEqual([401, 401, 'integration/header'])
    expect(answer.message.toLowerCase()).toContain(signedHeaders[name])
  }
  const hex = list()
  hex.headers[signedHeaders.bodyHash] = 'a'.repeat(64)
  expect((await sendSigned(server, hex)).message).toContain('不是十六进制')
  const md5 = list()
  md5.headers[signedHeaders.algorithm] = 'HMAC-MD5'
  expect((await sendSigned(server, md5)).message).toContain('HMAC-SHA256 或 HMAC-SM3')
  const session = await server.app.inject({
    method: 'POST',
    url: '/openapi/v1/listTasks',
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(session.statusCode).toBe(401)
})

test('an AppId that is nobody’s, and a call that integrations may not ask, are not there', async () => {
  const nobody = appIdOf(owner.tenantId, '0198a000-0000-7000-8000-000000000000')
  expect(refusal(await sendSigned(server, signedCall(server, { ...keys, appId: nobody }, 'listTasks', {})))).toEqual([
    401,
    401,
    'integration/unknown',
  ])
  const elsewhere = appIdOf(wang.tenantId, keys.integrationId)
  expect(refusal(await sendSigned(server, signedCall(server, { ...keys, appId: elsewhere }, 'listTasks', {})))).toEqual(
    [401, 401, 'integration/unknown'],
  )
  for (const name of ['sign', 'saveIntegration', 'makeIntegrationSecret', 'removeMember', 'freezeSeals'] as const) {
    const request = signedRequest(server, keys, {
      method: 'POST',
      url: `/openapi/v1/${name}`,
      payload: Buffer.from('{}'),
    })
    expect((await sendSigned(server, request)).status).toBe(404)
  }
})

test('it sees its own company’s things and nobody else’s, whatever it names', async () => {
  const chen = await player(server, '13800000004', 'company')
  const theirs = await sent(server, chen, [personSigner(1, '王小明', wang.phone)])
  const seen = await sendSigned(server, signedCall(server, keys, 'getSignDetailInfo', { signId: theirs.signId }))
  expect([seen.code, seen.data.reason]).toEqual([404, 'contract/not-found'])
  const named = signedCall(server, keys, 'listTasks', { pageSize: 50 })
  named.headers['x-tenant-id'] = chen.tenantId
  named.headers['authorization'] = `Bearer ${chen.token}`
  const rows = await sendSigned(server, named)
  expect(JSON.stringify(rows.data)).not.toContain(theirs.taskId)
  expect(rows.data.taskInfoArray.length).toBeGreaterThan(0)
})
