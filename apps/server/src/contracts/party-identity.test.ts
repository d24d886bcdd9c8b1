import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  choices,
  companySigner,
  newcomer,
  ownSignId,
  personSigner,
  type Player,
  player,
  prepared,
  proveWill,
  sent,
} from '#src/testing/contract-scene.ts'
import { chen, jiahe } from '#src/testing/demo-cast.ts'
import { arrivedMessages } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const idNumber = '11010519491231002X'
const otherIdNumber = '440524188001010014'
const jiaheCode = '91310115MA1FJHW65K'
const yunqiCode = '91330106MA2KQYT75D'
type Signer = Sent<Table['saveDraft']>['signerArray'][number]
let server: TestServer
let jing: Player
let wang: Player
beforeAll(async () => {
  server = await testServer({ now: () => Date.UTC(2026, 10, 20, 2) })
  jing = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

async function stepOf(who: Pick<Player, 'phone' | 'token'>): Promise<string> {
  const ticketIn = async () => {
    const [newest] = await arrivedMessages(server, { recipient: who.phone, scene: 'toSign' })
    return /\/t\/([\w-]+)/.exec(newest?.body ?? '')?.[1]
  }
  const ticket = await vi.waitUntil(ticketIn, { timeout: 30_000 })
  return (await server.call('openTicket', { ticket }, { token: who.token })).data.step
}

/** What keeps a contract from being sent when its only party is changed into this one, its places staying. */
async function faultsWith(was: Signer, signer: Signer): Promise<unknown> {
  const { signId } = await prepared(server, jing, [was])
  const { data } = await server.call('getDraftInfo', { signId }, jing)
  const { fileArray, version, taskName, signExpireTime, positionArray } = data
  const fileIdArray = fileArray.map(({ fileId }) => fileId)
  const draft = { signId, version, taskName, signExpireTime, fileIdArray, signerArray: [signer] }
  const saved = await server.call('saveDraft', draft, jing)
  await server.call('saveLocation', { signId, version: saved.data.version, positionArray }, jing)
  return (await server.call('sendTask', { signId }, jing)).data.faults
}

const stored = (taskId: string) =>
  server.deps.db.read(jing.tenantId, (db) =>
    db.selectFrom('party').where('contract_id', '=', taskId).selectAll().executeTakeFirstOrThrow(),
  )

test('I10: an id number is asked of whoever claims the contract, and kept as a hash alone', async () => {
  const phone = '13900000851'
  const { signId, taskId } = await prepared(server, jing, [{ ...personSigner(1, '孙一一', phone), idNumber }])
  const { data } = await server.call('getDraftInfo', { signId }, jing)
  expect(data.signerArray[0]?.idNumber).toBe('1****************X')
  const before = await stored(taskId)
  expect(JSON.stringify(before)).not.toContain(idNumber)
  expect(before.identity_hash).toMatch(/^[0-9a-f]{64}$/)

  const { fileArray, version, taskName, signExpireTime, positionArray } = data
  const fileIdArray = fileArray.map(({ fileId }) => fileId)
  const masked = [{ ...personSigner(1, '孙一一', phone), idNumber: '1****************X' }]
  const again = { signId, version, taskName, signExpireTime, fileIdArray, signerArray: masked }
  const saved = await server.call('saveDraft', again, jing)
  expect((await stored(taskId)).identity_hash).toBe(before.identity_hash)
  await server.call('saveLocation', { signId, version: saved.data.version, positionArray }, jing)
  expect((await server.call('sendTask', { signId }, jing)).code).toBe(200)

  const [right, wrong] = [await newcomer(server, phone, '孙一一'), await newcomer(server, '13900000852', '孙一一')]
  expect(await stepOf(right)).toBe('contract')
  await sent(server, jing, [{ ...personSigner(1, '孙一一', wrong.phone), idNumber: otherIdNumber }])
  expect(await stepOf(wrong)).toBe('otherIdentity')
})

test('a wrong id number is refused at saving, a mask that stands for nothing too', async () => {
  for (const typed of ['110105194912310021', '2****************X']) {
    const parties = [{ ...personSigner(1, '孙一一', '13900000853'), idNumber: typed }]
    const { data } = await server.call('saveDraft', { taskName: '合同', fileIdArray: [], signerArray: parties }, jing)
    expect([data.reason, data.field]).toEqual(['field/invalid', 'signerArray'])
  }
})

test('I10: a credit code decides which company of the name is meant', async () => {
  const own = await player(server, chen.phone, 'company')
  const right = await sent(server, jing, [{ ...companySigner(1, jiahe, chen), creditCode: jiaheCode.toLowerCase() }])
  expect(await ownSignId(server, own, right.taskId)).toBeTruthy()
  const wrong = await sent(server, jing, [{ ...companySigner(1, jiahe, chen), creditCode: yunqiCode }])
  const { data } = await server.call('listTasks', { status: 'all', pageSize: 50 }, own)
  expect(data.taskInfoArray.map(({ taskId }) => taskId)).not.toContain(wrong.taskId)
  expect(await stepOf({ phone: chen.phone, token: own.token })).toBe('otherCompany')
})

test('a credit code that is none is kept in the draft and not sent', async () => {
  const company = companySigner(1, jiahe, chen)
  expect(await faultsWith(company, { ...company, creditCode: '91310115MA1FJHW65A' })).toEqual([
    { field: 'signerArray.0.creditCode', message: '统一社会信用代码格式不正确' },
  ])
})

test('a person asked to write by hand gets no place for a seal', async () => {
  const person = personSigner(1, '王小明', wang.phone)
  expect(await faultsWith(person, { ...person, signKind: 'handwrite' })).toEqual([
    { field: 'positionArray', message: '王小明只能以手写签名签署，请删除其他签署位置' },
  ])
})

test('a person asked for a seal may not write instead of it', async () => {
  const signer = { ...personSigner(1, '王小明', wang.phone), signKind: 'seal' as const }
  const { taskId } = await sent(server, jing, [signer])
  const signId = await ownSignId(server, wang, taskId)
  expect((await server.call('getSignDetailInfo', { signId }, wang)).data.signKind).toBe('seal')
  const authToken = await proveWill(server, wang, signId)
  const areas = await choices(server, wang, signId)
  const written = areas.map(({ positionId }, index) => ({
    positionId,
    ...(index === 0 && { handwriteBase64: 'AA' }),
  }))
  const refused = await server.call('sign', { signId, authToken, positionArray: written }, wang)
  expect([refused.code, refused.message]).toEqual([422, '发起方要求加盖个人印章，请选择个人印章'])
  expect((await server.call('sign', { signId, authToken, positionArray: areas }, wang)).code).toBe(200)
})
