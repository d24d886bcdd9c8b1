import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoPin } from '#src/demo/demo-people.ts'
import { codesSent } from '#src/testing/codes.ts'
import {
  choices,
  companySigner,
  newcomer,
  ownSignId,
  personSigner,
  type Player,
  player,
  sent,
} from '#src/testing/contract-scene.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

type WillAuthType = NonNullable<Sent<Table['saveDraft']>['signerArray'][number]['willAuthType']>
type Way = 'sms' | 'pin'

const minute = 60_000
const hour = 60 * minute
const person = { name: '王小明', phone: '13800000001' }
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
let company: Player
let signer: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  const signedIn = async (phone: string, kind: 'person' | 'company') => {
    const who = await player(server, phone, kind)
    const session = await server.call('loginByAccount', { userName: phone, password: 'Moqi@2026', rememberMe: 1 })
    return { ...who, token: session.data.token }
  }
  launcher = await signedIn('13800000004', 'company')
  company = await signedIn(jing.phone, 'company')
  signer = await signedIn(person.phone, 'person')
  await server.call('getSmsVerificationCode', { scene: 'pin' }, signer)
  await server.call('setPin', { smsCode: await server.code(person.phone, 'pin'), pin: demoPin }, signer)
})
afterAll(() => server.close())

/** A contract that waits for the person, or for 杭州云启, hours later: a phone has ten codes a day. */
async function waiting(side: 'person' | 'company', willAuthType: WillAuthType = 'any') {
  clock += 5 * hour
  const party = side === 'person' ? personSigner(1, person.name, person.phone) : companySigner(1, yunqi, jing)
  const { taskId, signId: launchId } = await sent(server, launcher, [{ ...party, willAuthType }])
  const who = side === 'person' ? signer : company
  return { taskId, launchId, who, signId: await ownSignId(server, who, taskId) }
}

type Waiting = Awaited<ReturnType<typeof waiting>>

/** The answer of one way, alone or to the token of the other. */
async function prove({ who }: Pick<Waiting, 'who'>, signIds: string[], way: Way, authToken?: string) {
  const first = authToken === undefined ? {} : { authToken }
  if (way === 'pin') return server.call('getAuthTokenByPin', { signIds, pin: demoPin, ...first }, who)
  clock += 61_000
  const before = (await codesSent(server, { phone: who.phone, scene: 'sign', count: 0 })).length
  await server.call('getSmsVerificationCode', { scene: 'sign', signIds }, who)
  const [smsCode = ''] = await codesSent(server, { phone: who.phone, scene: 'sign', count: before + 1 })
  return server.call('getAuthTokenBySmsVerificationCode', { signIds, smsCode, ...first }, who)
}

/** Proves the will in these ways, one after the other, for one token. */
async function proved(contract: Waiting, ways: readonly Way[], signIds = [contract.signId]): Promise<string> {
  let authToken: string | undefined
  for (const way of ways) {
    const answer = await prove(contract, signIds, way, authToken)
    if (answer.code !== 200) throw new Error(answer.message)
    authToken = answer.data.authToken
  }
  return authToken ?? 'none'
}

async function sign({ who, signId }: Waiting, authToken: string) {
  const positionArray = await choices(server, who, signId)
  return server.call('sign', { signId, authToken, positionArray, reading: { seconds: 83, pagesSeen: 3 } }, who)
}

const rule = (willRule: 'always' | 'above' | 'never', amount: number | null = null, who = company) =>
  server.call('saveWillRule', { willRule, amount }, who)

const lacks = (who: string, what: string) => `${who}要求双重意愿认证，请再以${what}认证后提交`

describe('what is asked and what is given', () => {
  const given: readonly (readonly Way[])[] = [['sms'], ['pin'], ['sms', 'pin'], ['pin', 'sms']]
  const asked: readonly (readonly [side: 'person' | 'company', kind: WillAuthType, served: readonly boolean[]])[] = [
    ['person', 'any', [true, true, true, true]],
    ['person', 'sms', [true, false, true, true]],
    ['person', 'pin', [false, true, true, true]],
    ['person', 'double', [false, false, true, true]],
    ['company', 'any', [false, false, true, true]],
    ['company', 'sms', [false, false, true, true]],
  ]
  test.each(asked)('%s asked for %s', async (side, kind, served) => {
    for (const [index, ways] of given.entries()) {
      const contract = await waiting(side, kind)
      const answer = await sign(contract, await proved(contract, ways))
      expect([ways, answer.code]).toEqual([ways, served[index] ? 200 : 428])
    }
  })

  test('who lacks a way is told which, and by whom it is asked', async () => {
    const [byRule, bySender] = [await waiting('company'), await waiting('person', 'double')]
    expect((await sign(byRule, await proved(byRule, ['sms']))).message).toBe(lacks('企业', '签署密码'))
    expect((await sign(bySender, await proved(bySender, ['pin']))).message).toBe(lacks('发起方', '短信验证码'))
    const check = await server.call('signBeforeCheck', { signId: bySender.signId }, signer)
    expect(check.data.willDemand).toEqual({ willAuthType: 'double', doubledBy: 'sender' })
  })
})

describe('a proof of two ways', () => {
  const both: readonly Way[] = ['sms', 'pin']

  test('signs once', async () => {
    const contract = await waiting('company')
    const authToken = await proved(contract, both)
    expect((await sign(contract, authToken)).code).toBe(200)
    expect((await sign(contract, authToken)).code).not.toBe(200)
  })

  test('is for its own contract alone, and the second way cannot widen it', async () => {
    const [one, other] = [await waiting('company'), await waiting('company')]
    expect((await sign(other, await proved(one, both))).message).toBe('请先完成意愿认证')
    const first = await proved(one, ['pin'])
    for (const signIds of [[other.signId], [one.signId, other.signId]]) {
      const widened = await prove(one, signIds, 'sms', first)
      expect([widened.code, widened.message]).toEqual([428, '前一项认证已失效，请重新完成意愿认证'])
    }
    expect((await sign(one, first)).code).toBe(428)
  })

  test('ends five minutes behind its first way', async () => {
    const contract = await waiting('company')
    const first = await prove(contract, [contract.signId], 'pin')
    clock += 3 * minute
    const second = await prove(contract, [contract.signId], 'sms', first.data.authToken)
    expect(second.data).toMatchObject({ expireTime: first.data.expireTime, willAuthArray: ['pin', 'sms'] })
    clock = first.data.expireTime
    expect((await sign(contract, first.data.authToken)).message).toBe('请先完成意愿认证')
    const late = await prove(contract, [contract.signId], 'pin', first.data.authToken)
    expect(late.code).toBe(428)
  })

  test('is for the documents as they were, in each of its ways', async () => {
    const contract = await waiting('company')
    const home = launcher.tenantId
    const change = (to: string) =>
      server.deps.db.write(home, (tx) =>
        tx
          .updateTable('document_layout')
          .set({ frozen_sha256: to })
          .where('tenant_id', '=', home)
          .where('contract_id', '=', contract.taskId)
          .execute(),
      )
    const { frozen_sha256: before } = await server.deps.db.read(home, (db) =>
      db
        .selectFrom('document_layout')
        .where('tenant_id', '=', home)
        .where('contract_id', '=', contract.taskId)
        .select('frozen_sha256')
        .executeTakeFirstOrThrow(),
    )
    const first = await proved(contract, ['pin'])
    await change('0'.repeat(64))
    expect((await prove(contract, [contract.signId], 'sms', first)).code).toBe(428)
    await change(before)
    const authToken = await proved(contract, both)
    await change('0'.repeat(64))
    expect((await sign(contract, authToken)).code).toBe(409)
  })

  test('is nobody else’s to complete', async () => {
    const contract = await waiting('company')
    const first = await proved(contract, ['sms'])
    const personal = await player(server, jing.phone, 'person')
    const other = await waiting('person')
    for (const who of [{ ...company, tenantId: personal.tenantId }, other.who]) {
      const answer = await server.call(
        'getAuthTokenByPin',
        { signIds: [contract.signId], authToken: first, pin: demoPin },
        who,
      )
      expect(answer.code).not.toBe(200)
    }
    const foreign = await server.call(
      'getAuthTokenByPin',
      { signIds: [other.signId], authToken: first, pin: demoPin },
      other.who,
    )
    expect(foreign.code).toBe(428)
  })

  test('a way that failed leaves the other as it was', async () => {
    const contract = await waiting('company')
    const authToken = await proved(contract, ['sms'])
    const wrong = { signIds: [contract.signId], authToken, pin: '000000' }
    expect((await server.call('getAuthTokenByPin', wrong, company)).data.reason).toBe('account/pin-wrong')
    expect((await sign(contract, authToken)).message).toBe(lacks('企业', '签署密码'))
    await prove(contract, [contract.signId], 'pin', authToken)
    expect((await sign(contract, authToken)).code).toBe(200)
  })
})

describe('whoever has no PIN', () => {
  test('sets it by the code that was just typed, and goes on', async () => {
    const foreign = await waiting('person')
    const token = await proved(foreign, ['sms'])
    const who = await newcomer(server, '13911116666', '周新')
    const party = { ...personSigner(1, '周新', who.phone), willAuthType: 'double' } as const
    const { taskId, signId: launchId } = await sent(server, launcher, [party])
    const contract = { taskId, launchId, who, signId: await ownSignId(server, who, taskId) }
    const authToken = await proved(contract, ['sms'])
    const byPin = { signIds: [contract.signId], authToken, pin: demoPin }
    expect((await server.call('getAuthTokenByPin', byPin, who)).data.reason).toBe('account/pin-unset')
    const set = (by: string) => server.call('setPin', { authToken: by, pin: demoPin }, who)
    expect([(await set('x')).code, (await set(token)).code, (await set(authToken)).code]).toEqual([428, 428, 200])
    expect((await server.call('getAuthTokenByPin', byPin, who)).code).toBe(200)
    expect((await sign(contract, authToken)).code).toBe(200)
  })

  test('cannot set one by a PIN alone', async () => {
    const contract = await waiting('person')
    const authToken = await proved(contract, ['pin'])
    expect((await server.call('setPin', { authToken, pin: '971358' }, signer)).code).toBe(428)
  })
})

describe('several contracts', () => {
  test('are signed by a proof that serves the strictest; one way signs only those it serves', async () => {
    const contracts = [await waiting('person'), await waiting('person', 'double'), await waiting('person', 'pin')]
    const signIds = contracts.map(({ signId }) => signId)
    const rows = await server.call('getBatchSignSealInfo', { signIds }, signer)
    expect(rows.data.batchSignArray.map(({ willAuthType }) => willAuthType)).toEqual(['any', 'double', 'pin'])
    const signArray = await Promise.all(
      signIds.map(async (signId) => ({ signId, positionArray: await choices(server, signer, signId) })),
    )
    const [first] = contracts
    if (!first) throw new Error('no contract')
    const authToken = await proved(first, ['sms'], signIds)
    const alone = await server.call('signBatchProcessPosition', { signArray, authToken }, signer)
    expect(alone.data).toMatchObject({
      successNumber: 1,
      failArray: [
        { signId: signIds[1], message: lacks('发起方', '签署密码') },
        { signId: signIds[2], message: '发起方要求以签署密码完成意愿认证' },
      ],
    })
    await prove(first, signIds, 'pin', authToken)
    const both = await server.call('signBatchProcessPosition', { signArray, authToken }, signer)
    expect(both.data.failArray.map(({ signId }) => signId)).toEqual([signIds[0]])
  })
})

describe('the company’s rule', () => {
  test('is an administrator’s to set, holds from the next signature on, and is logged', async () => {
    const [operator, stranger] = [await player(server, '13800000003', 'company'), signer]
    for (const who of [operator, stranger]) expect((await rule('never', null, who)).code).toBe(403)
    expect((await rule('above')).message).toBe('请输入金额')
    const contract = await waiting('company')
    const authToken = await proved(contract, ['sms'])
    expect((await rule('never')).code).toBe(200)
    expect((await sign(contract, authToken)).code).toBe(200)
    expect((await server.call('getWillRule', {}, company)).data).toEqual({ willRule: 'never', amount: null })
    const { data } = await server.call('listMemberLog', {}, company)
    expect(data.logArray[0]).toMatchObject({ label: '设置意愿认证规则', detail: '由发起方决定' })
    const asked = await waiting('company', 'double')
    expect((await sign(asked, await proved(asked, ['sms']))).message).toBe(lacks('发起方', '签署密码'))
  })

  test('by amount asks two ways where none was named', async () => {
    await rule('above', 5_000_000)
    const contract = await waiting('company')
    const demandAt = async (amount: number | null) =>
      (await server.call('signBeforeCheck', { signId: contract.signId, amount }, company)).data.willDemand?.willAuthType
    expect([await demandAt(null), await demandAt(4_999_999), await demandAt(5_000_000)]).toEqual([
      'double',
      'any',
      'double',
    ])
    await rule('always')
  })

  test('by amount goes by what the company itself wrote, and by no other side’s word', async () => {
    await rule('above', 5_000_000)
    const party = companySigner(1, yunqi, jing)
    const demandOf = async (by: Player, contractAmount: number) => {
      const { taskId } = await sent(server, by, [party], { contractAmount })
      const signId = await ownSignId(server, company, taskId)
      const { data } = await server.call('signBeforeCheck', { signId, amount: null }, company)
      return data.willDemand?.willAuthType
    }
    expect([await demandOf(company, 4_999_999), await demandOf(company, 5_000_000)]).toEqual(['any', 'double'])
    expect(await demandOf(launcher, 1)).toBe('double')
    const foreign = await sent(server, launcher, [party], { contractAmount: 5_000_000 })
    const named = { signId: await ownSignId(server, company, foreign.taskId), amount: 1 }
    expect((await server.call('signBeforeCheck', named, company)).data.willDemand?.willAuthType).toBe('double')
    await rule('always')
  })

  test('is that company’s alone', async () => {
    await rule('never')
    expect((await server.call('getWillRule', {}, launcher)).data.willRule).toBe('always')
    await rule('always')
  })
})
