import { textPages } from '@moqi/pdf/testing/text-pages'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  choices,
  ownSignId,
  personSigner,
  type Player,
  player,
  proveWill,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { jing } from '#src/testing/demo-cast.ts'
import { flaggedContract, isFlagged } from '#src/testing/lending-scene.ts'
import { people, savedTemplate, startedBatch } from '#src/testing/template-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { judgeContract } from './judge-contract.ts'
import { stillBlank } from './still-blank.ts'

const unknown = '该合同有风险提示，请先阅读并确认已知悉'
let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let launcher: Player
let wang: Player
let stranger: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
  stranger = await player(server, '13800000004', 'company')
})
afterAll(() => server.close())

const flagsAt = async (signId: string, who = wang) => (await server.call('getContractFlags', { signId }, who)).data
const know = (signId: string, who = wang, key?: string) =>
  server.call('knowContractFlags', { signId }, { ...who, ...(key && { key }) })
const checked = async (signId: string) => (await server.call('signBeforeCheck', { signId }, wang)).data
const logOf = async (signId: string) =>
  (await server.call('getSignDetailInfo', { signId }, wang)).data.logArray.filter(({ verb }) => verb === 'knowFlags')

test('a flagged contract is sent, warns of its sentence and its parties, and is signed once that is known', async () => {
  const { taskId } = await flaggedContract(server, launcher, wang)
  const signId = await ownSignId(server, wang, taskId)
  expect(await checked(signId)).toMatchObject({ signBeforeCheck: 1, signBeforeCheckInfo: unknown, willDemand: null })
  const warned = await flagsAt(signId)
  expect(warned).toEqual({
    flagArray: [
      {
        flagKind: 'loan',
        label: '涉及借贷',
        findingArray: [{ before: '个人', match: '借款合同', after: '' }],
      },
    ],
    partyArray: [
      { partyName: '杭州云启科技有限公司', isInitiator: 1, isOwn: 0, isAuthenticated: 1 },
      { partyName: '王小明', isInitiator: 0, isOwn: 1, isAuthenticated: 1 },
    ],
    isKnown: 0,
  })
  const authToken = await proveWill(server, wang, signId)
  const positionArray = await choices(server, wang, signId)
  const early = await server.call('sign', { signId, authToken, positionArray }, wang)
  expect([early.data?.['reason'], early.message]).toEqual(['contract/not-signable', unknown])
  for (const again of [1, 2]) expect([again, (await know(signId, wang, `known-${again}`)).code]).toEqual([again, 200])
  expect((await logOf(signId)).map(({ who, label, detail }) => [who, label, detail])).toEqual([
    ['王小明', '知悉风险提示', '涉及借贷'],
  ])
  expect((await flagsAt(signId)).isKnown).toBe(1)
  expect(await checked(signId)).toMatchObject({ signBeforeCheck: 1 })
  expect((await server.call('sign', { signId, authToken, positionArray }, wang)).code).toBe(200)
  expect((await know(signId)).data?.['reason']).toBe('contract/not-signable')
})

test('several are signed together only when each of them is known', async () => {
  clock += 3_700_000
  wang = await player(server, wang.phone, 'person')
  launcher = await player(server, jing.phone, 'company')
  const { taskId } = await flaggedContract(server, launcher, wang)
  const plain = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)], { taskName: '采购合同' })
  const signIds = await Promise.all([taskId, plain.taskId].map((id) => ownSignId(server, wang, id)))
  const rows = (await server.call('getBatchSignSealInfo', { signIds }, wang)).data.batchSignArray
  expect(rows.map(({ batchNeed, signBeforeCheckInfo }) => [batchNeed, signBeforeCheckInfo])).toEqual([
    ['flags', unknown],
    ['nothing', ''],
  ])
  const authToken = await proveWill(server, wang, ...signIds)
  const signArray = await Promise.all(
    signIds.map(async (signId) => ({ signId, positionArray: await choices(server, wang, signId) })),
  )
  const { data } = await server.call('signBatchProcessPosition', { authToken, signArray }, wang)
  expect([data.successNumber, data.failArray.map(({ message }) => message)]).toEqual([1, [unknown]])
})

test('a party alone may say that it knows: no initiator, no other tenant and no stranger, who sees nothing', async () => {
  stranger = await player(server, stranger.phone, 'company')
  const { taskId, signId: launchId } = await flaggedContract(server, launcher, wang)
  const signId = await ownSignId(server, wang, taskId)
  expect((await know(launchId, launcher)).data?.['reason']).toBe('contract/not-signable')
  expect((await flagsAt(launchId, launcher)).flagArray).toHaveLength(1)
  for (const call of ['getContractFlags', 'knowContractFlags'] as const) {
    expect((await server.call(call, { signId }, stranger)).data?.['reason']).toBe('contract/not-found')
    expect((await server.call(call, { signId }, {})).data?.['reason']).toBe('session/required')
  }
  expect((await flagsAt(signId)).isKnown).toBe(0)
})

test('blanks are found in what the files say, once, however often they are judged', async () => {
  const bytes = textPages([{ lines: ['第一条 乙方应付金额：____元，大写：________。', '第二条 违约金为￥____。'] }])
  const { taskId } = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)], {
    file: '协议.pdf',
    taskName: '服务协议',
    bytes,
  })
  await isFlagged(server, launcher, taskId)
  await judgeContract(server.deps, { tenantId: launcher.tenantId, contractId: taskId })
  const { flagArray } = await flagsAt(await ownSignId(server, wang, taskId))
  expect(flagArray.map(({ label, findingArray }) => [label, findingArray.map(({ match }) => match)])).toEqual([
    ['金额空白', ['金额：____', '￥____']],
  ])
  const numbers = await server.deps.db.directory((directory) =>
    directory.selectFrom('flagged_number').where('tenant_id', '=', launcher.tenantId).selectAll().executeTakeFirst(),
  )
  expect(numbers).toMatchObject({ blank_number: 1, flagged_number: (numbers?.loan_number ?? 0) + 1 })
})

test('what a field has filled in before sending is no blank, and what it has not is one', async () => {
  const bytes = textPages([{ lines: ['借款金额：________元', '违约金：￥________'] }])
  const { taskId } = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)], {
    file: '协议.pdf',
    taskName: '服务协议',
    bytes,
  })
  await isFlagged(server, launcher, taskId)
  const place = { homeTenantId: launcher.tenantId, contractId: taskId }
  const findings = [
    { before: '', match: '借款金额：________', after: '元' },
    { before: '违约金：', match: '￥________', after: '' },
  ]
  expect(await stillBlank(server.deps, place, findings)).toEqual(findings)
  await server.deps.db.write(launcher.tenantId, async (tx) => {
    const [area] = await tx.selectFrom('area').where('contract_id', '=', taskId).selectAll().execute()
    const over = { x: 40, y: 18, width: 60, height: 8, control: 'text', value: '5000', area_id: 'filled' } as const
    if (area)
      await tx
        .insertInto('area')
        .values({ ...area, ...over, bounds: null, pages: null, party_no: 0 })
        .execute()
  })
  expect(await stillBlank(server.deps, place, findings)).toEqual(findings.slice(1))
})

test('a template that is called after a loan flags what is made from it', async () => {
  const template = await savedTemplate(server, launcher, { templateName: '民间借贷范本', taskName: '协议' })
  await startedBatch(server, launcher, template, people(1))
  const made = async () => {
    const rows = await server.deps.db.read(launcher.tenantId, (home) =>
      home.selectFrom('contract_template').selectAll().execute(),
    )
    return rows[0]?.contract_id
  }
  const contractId = (await vi.waitUntil(made, { timeout: 20_000 })) ?? ''
  expect(await isFlagged(server, launcher, contractId)).toBe(true)
})

test('what is no loan warns of nothing, and nothing is to be known of it', async () => {
  const { taskId } = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)], { taskName: '保密协议' })
  const signId = await ownSignId(server, wang, taskId)
  await judgeContract(server.deps, { tenantId: launcher.tenantId, contractId: taskId })
  expect(await flagsAt(signId)).toEqual({ flagArray: [], partyArray: [], isKnown: 1 })
  expect((await know(signId)).code).toBe(200)
  expect(await logOf(signId)).toEqual([])
  expect((await signNow(server, wang, taskId)).code).toBe(200)
})
