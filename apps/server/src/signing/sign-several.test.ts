import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayMs } from '@moqi/domain/time/civil-date'
import { personSeal } from '@moqi/signing/seal-art/draw-seal'
import { mostSigned } from '@moqi/domain/contract/batch-sign'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  choices,
  companySigner,
  ownSignId,
  personSigner,
  type Player,
  player,
  prepared,
  proveWill,
  sent,
} from '#src/testing/contract-scene.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'
import { messagesTo } from '#src/testing/messages.ts'
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

const toWang = () => [personSigner(1, '王小明', wang.phone)]
type More = Parameters<typeof sent>[3]
type Waiting = { taskId: string; signId: string; launchId: string }

/** A contract that waits for 王小明. */
async function waiting(more: More = {}): Promise<Waiting> {
  const { taskId, signId: launchId } = await sent(server, launcher, toWang(), more)
  return { taskId, signId: await ownSignId(server, wang, taskId), launchId }
}

/** Several of them, named after their places; his hourly codes are counted afresh. */
async function several(count: number): Promise<Waiting[]> {
  clock += 61 * minute
  const made: Waiting[] = []
  for (let no = 1; no <= count; no++) made.push(await waiting({ taskName: `采购合同${no}` }))
  return made
}

const idsOf = (contracts: readonly Pick<Waiting, 'signId'>[]) => contracts.map(({ signId }) => signId)

/** What is asked of each: its first seal everywhere. */
const asked = (signIds: readonly string[]) =>
  Promise.all(
    signIds.map(async (signId) => {
      const detail = await server.call('getSignDetailInfo', { signId }, wang)
      return { signId, positionArray: detail.code === 200 ? await choices(server, wang, signId) : [] }
    }),
  )

const check = async (signIds: string[], who = wang) =>
  (await server.call('getBatchSignSealInfo', { signIds }, who)).data.batchSignArray

const stateOf = async ({ launchId }: Waiting) =>
  (await server.call('getSignDetailInfo', { signId: launchId }, launcher)).data.taskStatus

test('each contract is checked by itself, with its seals, its places and what it waits for', async () => {
  const [ready] = await several(1)
  const second = [personSigner(1, '李静', launcher.phone), personSigner(2, '王小明', wang.phone)]
  const behind = await sent(server, launcher, second, { taskName: '还要等' })
  const read = { ...personSigner(1, '王小明', wang.phone), forcedReading: 1 as const }
  const unread = await sent(server, launcher, [read], { taskName: '须读' })
  const signIds = [
    ready?.signId ?? '',
    ...(await Promise.all([behind, unread].map((one) => ownSignId(server, wang, one.taskId)))),
  ]
  const rows = await check(signIds)
  expect(rows.map((row) => [row.taskName, row.signBeforeCheck, row.batchNeed, row.signBeforeCheckInfo])).toEqual([
    ['采购合同1', 1, 'nothing', ''],
    ['还要等', 0, 'turn', '还未轮到您签署'],
    ['须读', 0, 'reading', '请先阅读完全部内容'],
  ])
  expect(rows[0]).toMatchObject({
    initiatorName: yunqi,
    signerStatus: 'toSign',
    keptArray: [],
  })
  expect(rows[0]?.pageCount).toBeGreaterThan(0)
  expect(rows[0]?.positionArray.map(({ positionType }) => positionType)).toEqual(['personSign', 'date'])
  expect(rows[0]?.sealInfoArray.map(({ sealType, sealPermission }) => [sealType, sealPermission])).toEqual([
    ['person', 'direct'],
  ])
})

test('what is somebody else’s answers like what there is not, and another space is named', async () => {
  const [own] = await several(1)
  const invented = 'A'.repeat(24)
  const [foreign, none] = await check([own?.launchId ?? '', invented])
  expect({ ...foreign, signId: '' }).toEqual({ ...none, signId: '' })
  expect(none).toMatchObject({ taskName: '', signBeforeCheck: 0, signBeforeCheckInfo: '合同不存在或无权查看' })

  const personal = await player(server, launcher.phone, 'person')
  const made = await sent(server, wang, [personSigner(1, '李静', launcher.phone)], { taskName: '个人的' })
  const [elsewhere] = await check([await ownSignId(server, personal, made.taskId)], launcher)
  expect(elsewhere).toMatchObject({
    taskName: '个人的',
    signBeforeCheck: 0,
    signBeforeCheckInfo: '当前空间与签署方不一致，请切换到李静后签署',
    positionArray: [],
  })
})

test('fill-ins and handwriting are named until they have been kept, and kept ones are signed with', async () => {
  clock += 61 * minute
  const file = '保密协议.pdf'
  const bytes = readFileSync(join(import.meta.dirname, '../../../../samples', file))
  const { fileId } = (await server.upload(file, bytes, launcher)).data
  const draft = await server.call(
    'saveDraft',
    { taskName: '要填写', signExpireTime: clock + 7 * dayMs, fileIdArray: [fileId], signerArray: toWang() },
    launcher,
  )
  const place = { fileId, page: 1, y: 60, signerNo: 1 }
  const positionArray = [
    { ...place, positionId: 'h1', x: 20, width: 40, height: 20, positionType: 'handwrite' as const },
    { ...place, positionId: 't1', x: 80, width: 50, height: 8, positionType: 'text' as const },
  ]
  const { signId: launchId, version, taskId } = draft.data
  await server.call('saveLocation', { signId: launchId, version, positionArray }, launcher)
  await server.call('sendTask', { signId: launchId }, launcher)
  const signId = await ownSignId(server, wang, taskId)
  expect((await check([signId]))[0]).toMatchObject({ batchNeed: 'fillIn', signBeforeCheckInfo: '还有1处待填写' })

  const value = { positionId: 't1', value: '北京' }
  await server.call('signProcessPosition', { signId, positionArray: [value] }, wang)
  expect((await check([signId]))[0]).toMatchObject({
    batchNeed: 'handwriting',
    signBeforeCheckInfo: '需要手写签名，请先手写',
  })

  const handwriteBase64 = personSeal('王小明', 'rectanglePlain').png.toString('base64')
  await server.call(
    'signProcessPosition',
    { signId, positionArray: [value, { positionId: 'h1', handwriteBase64 }] },
    wang,
  )
  const [row] = await check([signId])
  expect(row).toMatchObject({
    signBeforeCheck: 1,
    keptArray: [
      { positionId: 't1', written: 0 },
      { positionId: 'h1', written: 1 },
    ],
  })
  const authToken = await proveWill(server, wang, signId)
  const signArray = [{ signId, positionArray: [] }]
  const { data } = await server.call('signBatchProcessPosition', { signArray, authToken }, wang)
  expect(data).toEqual({ successNumber: 1, failArray: [], approveArray: [] })
})

test('one proof signs them all; what cannot be signed is named and stops none of the others', async () => {
  const contracts = await several(6)
  const [, recalled, , unread] = contracts
  const signIds = idsOf(contracts)
  const authToken = await proveWill(server, wang, ...signIds)
  const signArray = await asked(signIds)
  await server.call('recallTask', { signId: recalled?.launchId ?? '', reason: '价格有误' }, launcher)
  await server.call('rejectTask', { signId: unread?.signId ?? '', reason: '条款不符' }, wang)
  const { data } = await server.call('signBatchProcessPosition', { signArray, authToken }, wang)
  expect(data).toEqual({
    successNumber: 4,
    failArray: [
      { signId: signIds[1], taskName: '采购合同2', message: '合同已被撤回' },
      { signId: signIds[3], taskName: '采购合同4', message: '合同已被拒签' },
    ],
    approveArray: [],
  })
  expect(await Promise.all(contracts.map(stateOf))).toEqual([
    'finish',
    'recall',
    'finish',
    'reject',
    'finish',
    'finish',
  ])
})

test('the code says how many contracts it signs, and signs no other one', async () => {
  const contracts = await several(3)
  const signIds = idsOf(contracts.slice(0, 2))
  const authToken = await proveWill(server, wang, ...signIds)
  const [newest] = await messagesTo(server, wang.phone, 'sign')
  expect(newest?.body).toMatch(/您正在签署《采购合同[12]》等2份合同，5分钟内有效/)
  const signArray = await asked(idsOf(contracts))
  const { data } = await server.call('signBatchProcessPosition', { signArray, authToken }, wang)
  expect(data.successNumber).toBe(2)
  expect(data.failArray).toEqual([{ signId: contracts[2]?.signId, taskName: '采购合同3', message: '请先完成意愿认证' }])
})

test('a proof is worth nothing after five minutes, for another person, or a second time', async () => {
  const contracts = await several(2)
  const signIds = idsOf(contracts)
  const signArray = await asked(signIds)
  const ask = (authToken: string, who = wang) => server.call('signBatchProcessPosition', { signArray, authToken }, who)
  const first = await proveWill(server, wang, ...signIds)
  clock += 5 * minute
  expect((await ask(first)).data.failArray.map(({ message }) => message)).toEqual(Array(2).fill('请先完成意愿认证'))
  const second = await proveWill(server, wang, ...signIds)
  expect((await ask(second, launcher)).data.failArray.map(({ message }) => message)).toEqual(
    Array(2).fill('合同不存在或无权查看'),
  )
  expect((await ask(second)).data.successNumber).toBe(2)
  expect((await ask(second)).data.successNumber).toBe(0)
})

test('a contract whose file is another one since is refused, and the others are signed', async () => {
  const contracts = await several(2)
  const signIds = idsOf(contracts)
  const authToken = await proveWill(server, wang, ...signIds)
  await server.deps.db.write(launcher.tenantId, (home) =>
    home
      .updateTable('document_layout')
      .set({ frozen_sha256: '0'.repeat(64) })
      .where('tenant_id', '=', launcher.tenantId)
      .where('contract_id', '=', contracts[0]?.taskId ?? '')
      .execute(),
  )
  const { data } = await server.call('signBatchProcessPosition', { signArray: await asked(signIds), authToken }, wang)
  expect(data).toMatchObject({ successNumber: 1, failArray: [{ signId: signIds[0] }] })
  expect(data.failArray[0]?.message).toContain('文件')
})

test('without a proof nothing is signed: the choices are kept, and those kept before for other places stay', async () => {
  const contracts = await several(2)
  const signIds = idsOf(contracts)
  const [one = ''] = signIds
  await server.call('signProcessPosition', { signId: one, positionArray: [{ positionId: 'x1', value: '北京' }] }, wang)
  const signArray = await asked(signIds)
  const invented = { signId: 'A'.repeat(24), positionArray: [] }
  const { data } = await server.call('signBatchProcessPosition', { signArray: [...signArray, invented] }, wang)
  expect(data).toEqual({
    successNumber: 2,
    failArray: [{ signId: invented.signId, taskName: '', message: '合同不存在或无权查看' }],
    approveArray: [],
  })
  const kept = await server.call('signProcessPosition', { signId: one }, wang)
  expect(kept.data.positionArray).toEqual([...(signArray[0]?.positionArray ?? []), { positionId: 'x1', value: '北京' }])
  expect(await Promise.all(contracts.map(stateOf))).toEqual(['signing', 'signing'])
})

test('asked again with its key it answers as the first time; cut off in the middle it goes on', async () => {
  const contracts = await several(4)
  const signIds = idsOf(contracts)
  const authToken = await proveWill(server, wang, ...signIds)
  const signArray = await asked(signIds)
  const ask = () => server.call('signBatchProcessPosition', { signArray, authToken }, { ...wang, key: 'whole' })
  // Two at once are what a line that broke and came back looks like to the server.
  const [first, again] = await Promise.all([ask(), ask()])
  expect(again).toEqual(first)
  expect(first?.data.successNumber).toBe(4)
  expect(await ask()).toEqual(first)
  // What was done before the server ended is known by its own key, whatever became of the whole.
  await server.deps.db.directory((directory) =>
    directory.deleteFrom('idempotency').where('key', '=', 'whole').execute(),
  )
  expect(await ask()).toEqual(first)
})

test('a company’s contracts are sealed with the company’s seal', async () => {
  clock += 61 * minute
  const made = await sent(server, wang, [companySigner(1, yunqi, jing)], { taskName: '盖章' })
  const signId = await ownSignId(server, launcher, made.taskId)
  const [row] = await check([signId], launcher)
  const seal = row?.sealInfoArray.find(({ sealType }) => sealType === 'company')
  expect(row?.companyId).not.toBeNull()
  const authToken = await proveWill(server, launcher, signId)
  const signArray = [{ signId, positionArray: [{ positionId: 's1', sealId: seal?.sealId ?? '' }] }]
  const { data } = await server.call('signBatchProcessPosition', { signArray, authToken }, launcher)
  expect(data.successNumber).toBe(1)
})

test('more than fifty contracts, none, and one that is not sent yet are refused', async () => {
  const tooMany = Array.from({ length: mostSigned + 1 }, (_, index) => `${index}`.padStart(24, 'A'))
  for (const signIds of [tooMany, []]) {
    expect((await server.call('getBatchSignSealInfo', { signIds }, wang)).code).toBe(400)
    const signArray = signIds.map((signId) => ({ signId, positionArray: [] }))
    expect((await server.call('signBatchProcessPosition', { signArray, authToken: 'x' }, wang)).code).toBe(400)
  }
  const draft = await prepared(server, wang, toWang())
  expect((await check([draft.signId]))[0]).toMatchObject({ signBeforeCheck: 0, batchNeed: 'turn' })
})

test('the same contract named twice is signed once', async () => {
  const [one] = await several(1)
  const signId = one?.signId ?? ''
  const authToken = await proveWill(server, wang, signId)
  const signArray = await asked([signId, signId])
  const { data } = await server.call('signBatchProcessPosition', { signArray, authToken }, wang)
  expect(data).toMatchObject({ successNumber: 1, failArray: [] })
})
