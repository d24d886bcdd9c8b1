import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  companySigner,
  ownSignId,
  personSigner,
  type Player,
  player,
  proveWill,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { yunqi } from '#src/testing/demo-cast.ts'

const minute = 60_000
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let operator: Player
let owner: Player
let wang: Player
/** A contract that waits for the company's operator and for 王小明, who share no seal. */
let taskId: string

type Choices = Sent<Table['sign']>['positionArray']

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  operator = await player(server, '13800000003', 'company')
  wang = await player(server, '13800000001', 'person')
  const company = companySigner(1, yunqi, { name: '张伟', phone: operator.phone }, 1)
  taskId = (await sent(server, wang, [company, personSigner(2, '王小明', wang.phone, 1)])).taskId
})
afterAll(() => server.close())

async function signWith(who: Player, areas: Choices) {
  clock += 2 * minute
  const signId = await ownSignId(server, who, taskId)
  const authToken = await proveOnce(who, signId)
  return server.call('sign', { signId, authToken, positionArray: areas }, who)
}

/** A refused signature uses no token up: one a person serves all refusals of five minutes. */
const proofs = new Map<string, { authToken: string; until: number }>()
async function proveOnce(who: Player, signId: string): Promise<string> {
  const known = proofs.get(who.phone)
  if (known && known.until > clock) return known.authToken
  const authToken = await proveWill(server, who, signId)
  proofs.set(who.phone, { authToken, until: clock + 5 * minute })
  return authToken
}

const sealsOf = async (who: Player) => (await server.call('userSeals', {}, who)).data.sealInfoArray
const firstSeal = async (who: Player) => (await sealsOf(who))[0]?.sealId ?? ''
test('an area left empty is counted', async () => {
  const { code, message, data } = await signWith(wang, [])
  expect([code, message, data.field]).toEqual([422, '还有1处未签署', 'positionArray'])
  const elsewhere = await signWith(wang, [{ positionId: 's1', sealId: await firstSeal(wang) }])
  expect(elsewhere.message).toBe('还有1处未签署')
})

test('a seal of another person or company is not there, like one nobody has', async () => {
  const foreign = [await firstSeal(owner), '0198a000-0000-7000-8000-000000000000', 'x']
  for (const sealId of foreign) {
    const { code, message } = await signWith(wang, [{ positionId: 's2', sealId }])
    expect([code, message]).toEqual([404, '印章不存在或无权使用'])
  }
})

test('a company area takes no handwriting and no personal seal', async () => {
  const drawn = await signWith(operator, [{ positionId: 's1', handwriteBase64: 'AAAA' }])
  expect([drawn.code, drawn.message]).toEqual([422, '此处需要加盖企业印章'])
  const personal = await player(server, operator.phone, 'person')
  const { code } = await signWith(operator, [{ positionId: 's1', sealId: await firstSeal(personal) }])
  expect(code).toBe(404)
})

test.each([
  ['no base64', '%%%%'],
  ['text', Buffer.from('not a picture').toString('base64')],
  ['nothing', ''],
  ['a PNG cut short', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64')],
  [
    'a PNG that claims to be 60000 pixels wide',
    Buffer.from('89504e470d0a1a0a0000000d494844520000ea600000ea60080600000000000000', 'hex').toString('base64'),
  ],
  ['a JPEG', Buffer.from('ffd8ffe000104a46494600', 'hex').toString('base64')],
])('handwriting that is %s is refused in words', async (_what, handwriteBase64) => {
  const { status, code, message } = await signWith(wang, [{ positionId: 's2', handwriteBase64 }])
  expect([status, code]).toEqual([200, 422])
  expect(message).toMatch(/[\u4e00-\u9fff]/)
})

test('an operator without a grant is told to ask for approval, and the seal is not there to choose', async () => {
  const sealId = await firstSeal(owner)
  const setState = (state: 'revoked' | 'effective') =>
    server.deps.db.write(owner.tenantId, (tx) =>
      tx.updateTable('seal_grant').set({ state }).where('tenant_id', '=', owner.tenantId).execute(),
    )
  await setState('revoked')
  const text = '您没有该印章的使用权限，请提交用印审批'
  const signId = await ownSignId(server, operator, taskId)
  const checked = await server.call('signBeforeCheck', { signId }, operator)
  expect(checked.data).toMatchObject({ signBeforeCheck: 0, signBeforeCheckInfo: text })
  expect(await sealsOf(operator)).toEqual([])
  const signed = await signWith(operator, [{ positionId: 's1', sealId }])
  expect([signed.code, signed.message]).toEqual([409, text])
  await setState('effective')
})

test('a company without an enabled seal is told to make one', async () => {
  const setStatus = (status: 'enabled' | 'disabled') =>
    server.deps.db.write(owner.tenantId, (tx) =>
      tx.updateTable('seal').set({ status }).where('tenant_id', '=', owner.tenantId).execute(),
    )
  await setStatus('disabled')
  const signId = await ownSignId(server, operator, taskId)
  const { data } = await server.call('signBeforeCheck', { signId }, operator)
  expect(data.signBeforeCheckInfo).toBe('您没有可用的印章，请先制作')
  await setStatus('enabled')
})

test('nothing refused above has signed, and then both sign', async () => {
  const detail = await server.call('getSignDetailInfo', { signId: await ownSignId(server, wang, taskId) }, wang)
  expect(detail.data.signerArray.map(({ signerStatus }) => signerStatus)).toEqual(['toSign', 'toSign'])
  clock += 61 * minute
  operator = await player(server, operator.phone, 'company')
  wang = await player(server, wang.phone, 'person')
  expect((await signNow(server, operator, taskId)).data.status).toBe('otherSign')
  expect((await signNow(server, wang, taskId)).data.status).toBe('finish')
})
