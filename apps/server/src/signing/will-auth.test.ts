import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  choices,
  ownSignId,
  personSigner,
  type Player,
  player,
  prepared,
  proveWill,
  sent,
} from '#src/testing/contract-scene.ts'
import { askLoginCode, codesSent, wrongCode } from '#src/testing/codes.ts'
import { willHashOf } from '#src/cores/signer/will.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
let wang: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  const remember = async (phone: string, kind: 'person' | 'company') => {
    const who = await player(server, phone, kind)
    const session = await server.call('loginByAccount', { userName: phone, password: 'Moqi@2026', rememberMe: 1 })
    return { ...who, token: session.data.token }
  }
  launcher = await remember('13800000002', 'company')
  wang = await remember('13800000001', 'person')
})
afterAll(() => server.close())

/** A contract that waits for 王小明; his hourly codes are counted afresh. */
async function waiting(): Promise<{ taskId: string; signId: string }> {
  clock += 61 * minute
  const { taskId } = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)])
  return { taskId, signId: await ownSignId(server, wang, taskId) }
}

const sign = async (who: Player, signId: string, authToken: string) =>
  server.call('sign', { signId, authToken, positionArray: await choices(server, wang, signId) }, who)

/** Asks for a code to sign these contracts with, and reads it. */
async function signCode(signIds: string[]): Promise<string> {
  const sentBefore = (await codesSent(server, { phone: wang.phone, scene: 'sign', count: 0 })).length
  const { code, message } = await server.call('getSmsVerificationCode', { scene: 'sign', signIds }, wang)
  if (code !== 200) throw new Error(message)
  return (await codesSent(server, { phone: wang.phone, scene: 'sign', count: sentBefore + 1 }))[0] ?? ''
}

const layoutsOf = (taskId: string) => ({ tenant_id: launcher.tenantId, contract_id: taskId })

async function frozen(taskId: string): Promise<string> {
  const { tenant_id, contract_id } = layoutsOf(taskId)
  const { frozen_sha256 } = await server.deps.db.read(tenant_id, (home) =>
    home
      .selectFrom('document_layout')
      .where('tenant_id', '=', tenant_id)
      .where('contract_id', '=', contract_id)
      .select('frozen_sha256')
      .executeTakeFirstOrThrow(),
  )
  return frozen_sha256
}

async function freeze(taskId: string, sha256: string): Promise<void> {
  const { tenant_id, contract_id } = layoutsOf(taskId)
  await server.deps.db.write(tenant_id, (home) =>
    home
      .updateTable('document_layout')
      .set({ frozen_sha256: sha256 })
      .where('tenant_id', '=', tenant_id)
      .where('contract_id', '=', contract_id)
      .execute(),
  )
}

const required = [428, '请先完成意愿认证']
const said = ({ code, message }: { code: number | string; message: string }) => [code, message]

test('a token signs its contract once, and only the documents it was given for', async () => {
  const { signId, taskId } = await waiting()
  const authToken = await proveWill(server, wang, signId)
  const mine = willHashOf(server.deps, authToken)
  // The contract has other documents now than those that were read and agreed to.
  const frozenAs = await frozen(taskId)
  await freeze(taskId, '0'.repeat(64))
  expect((await sign(wang, signId, authToken)).code).toBe(409)
  await freeze(taskId, frozenAs)
  const put = (set: { consents?: Record<string, string>; expires_at?: number }) =>
    server.deps.db.directory((directory) =>
      directory.updateTable('auth_token').set(set).where('token_hash', '=', mine).execute(),
    )
  const { consents, expires_at } = await server.deps.db.directory((directory) =>
    directory
      .selectFrom('auth_token')
      .where('token_hash', '=', mine)
      .select(['consents', 'expires_at'])
      .executeTakeFirstOrThrow(),
  )
  // Whoever can write the table makes no other proof of this one.
  for (const set of [{ consents: {} }, { expires_at: expires_at + 1 }]) {
    await put(set)
    expect(said(await sign(wang, signId, authToken))).toEqual(required)
    await put({ consents, expires_at })
  }
  expect((await sign(wang, signId, authToken)).code).toBe(200)
  const left = await server.deps.db.directory((directory) =>
    directory.selectFrom('auth_token').select('sign_ids').execute(),
  )
  expect(left.flatMap(({ sign_ids }) => sign_ids)).not.toContain(signId)
})

test('one token used ten times at once signs once', async () => {
  const { signId } = await waiting()
  const authToken = await proveWill(server, wang, signId)
  const answers = await Promise.all(Array.from({ length: 10 }, () => sign(wang, signId, authToken)))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
})

test('a token lives five minutes', async () => {
  const { signId } = await waiting()
  const authToken = await proveWill(server, wang, signId)
  clock += 5 * minute
  expect(said(await sign(wang, signId, authToken))).toEqual(required)
  clock -= 1
  expect((await sign(wang, signId, authToken)).code).toBe(200)
})

test('an invented token, and a token for another contract, sign nothing', async () => {
  const one = await waiting()
  const authToken = await proveWill(server, wang, one.signId)
  const other = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)])
  const signId = await ownSignId(server, wang, other.taskId)
  expect(said(await sign(wang, signId, authToken))).toEqual(required)
  expect(said(await sign(wang, signId, 'A'.repeat(32)))).toEqual(required)
  expect(said(await sign(wang, signId, ''))).toEqual(required)
  expect((await sign(wang, one.signId, authToken)).code).toBe(200)
})

test("another person's token signs nothing, though both sign the same contract", async () => {
  clock += 61 * minute
  const chen = await player(server, '13800000004', 'person')
  const parties = [personSigner(1, '王小明', wang.phone, 1), personSigner(2, '陈晨', chen.phone, 1)]
  const { taskId } = await sent(server, launcher, parties)
  const mine = await ownSignId(server, wang, taskId)
  const theirs = await proveWill(server, chen, await ownSignId(server, chen, taskId))
  expect(said(await sign(wang, mine, theirs))).toEqual(required)
})

test('a token proved in one space does not sign from another', async () => {
  clock += 61 * minute
  const personal = await player(server, launcher.phone, 'person')
  const { taskId } = await sent(server, wang, [personSigner(1, '李静', launcher.phone)])
  const signId = await ownSignId(server, personal, taskId)
  const authToken = await proveWill(server, personal, signId)
  const company = { ...personal, tenantId: launcher.tenantId }
  const elsewhere = await server.call('sign', { signId, authToken, positionArray: [] }, company)
  expect(said(elsewhere)).toEqual([4091, '当前空间与签署方不一致，请切换到李静后签署'])
})

test('one code proves the will for several contracts, each signed once', async () => {
  const one = await waiting()
  const other = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)])
  const signIds = [one.signId, await ownSignId(server, wang, other.taskId)]
  const reversed = { signIds: signIds.toReversed(), smsCode: await signCode(signIds) }
  const { data } = await server.call('getAuthTokenBySmsVerificationCode', reversed, wang)
  for (const signId of signIds) expect((await sign(wang, signId, data.authToken)).code).toBe(200)
})

test('a code for one contract does not prove the will for another, nor for both', async () => {
  const one = await waiting()
  const other = await ownSignId(
    server,
    wang,
    (await sent(server, launcher, [personSigner(1, '王小明', wang.phone)])).taskId,
  )
  const smsCode = await signCode([one.signId])
  for (const signIds of [[other], [one.signId, other]]) {
    const answer = await server.call('getAuthTokenBySmsVerificationCode', { signIds, smsCode }, wang)
    expect(said(answer)).toEqual([422, '验证码错误或已失效'])
  }
  const right = await server.call('getAuthTokenBySmsVerificationCode', { signIds: [one.signId], smsCode }, wang)
  expect(right.code).toBe(200)
})

test('a code to sign in with does not sign, and a code to sign with does not sign in', async () => {
  const { signId } = await waiting()
  const address = '10.7.0.1'
  const logins = (await codesSent(server, { phone: wang.phone, scene: 'login', count: 0 })).length
  await askLoginCode(server, wang.phone, address)
  const [loginCode = ''] = await codesSent(server, { phone: wang.phone, scene: 'login', count: logins + 1 })
  const forSigning = await signCode([signId])
  const asSign = await server.call('getAuthTokenBySmsVerificationCode', { signIds: [signId], smsCode: loginCode }, wang)
  const asLogin = await server.call('loginByVerificationCode', { phone: wang.phone, smsCode: forSigning }, { address })
  expect([asSign.code, asLogin.code]).toEqual([422, 422])
})

test('four wrong tries kill a code for signing', async () => {
  const { signId } = await waiting()
  const smsCode = await signCode([signId])
  const prove = (code: string) =>
    server.call('getAuthTokenBySmsVerificationCode', { signIds: [signId], smsCode: code }, wang)
  for (let n = 0; n < 4; n++) await prove(wrongCode(smsCode))
  expect((await prove(smsCode)).code).toBe(422)
})

test('nobody consents to a document that is not frozen yet', async () => {
  clock += 61 * minute
  const personal = await player(server, '13800000001', 'person')
  const draft = await prepared(server, personal, [personSigner(1, '王小明', wang.phone)])
  const asked = await server.call('getSmsVerificationCode', { scene: 'sign', signIds: [draft.signId] }, personal)
  expect([asked.status, asked.code]).toEqual([400, 400])
})

test('the phone is shown masked, and a code to sign names what it signs', async () => {
  const { signId } = await waiting()
  const asked = await server.call('getSmsVerificationCode', { scene: 'sign', signIds: [signId] }, wang)
  expect(asked.data).toEqual({ expireSeconds: 300, resendSeconds: 60, phone: '138****0001' })
  const none = await server.call('getSmsVerificationCode', { scene: 'sign' }, wang)
  expect(none.status).toBe(400)
})
