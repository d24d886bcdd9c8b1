import { afterAll, beforeAll, expect, test } from 'vitest'
import { shippedPolicy } from '@moqi/domain/lending/lending-policy'
import { ownSignId, personSigner, type Player, player, sent } from '#src/testing/contract-scene.ts'
import { jing } from '#src/testing/demo-cast.ts'
import { isFlagged } from '#src/testing/lending-scene.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const reason = '新出现的说法'
let server: TestServer
let launcher: Player
let wang: Player
let chen: { token: string }

beforeAll(async () => {
  server = await testServer({ now: () => Date.UTC(2026, 10, 20, 2) })
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
  chen = await enrolled(server, 'chenchen')
})
afterAll(() => server.close())

const policy = async () => (await server.call('getLendingPolicy', {}, chen)).data
const words = (word: string, times = 1) => ({
  loanWordArray: [{ word, times, harmlessArray: [] }],
  amountWordArray: ['金额'],
})
const save = (versionNo: number, said = words('砍头息'), why = reason) =>
  server.call('saveLendingPolicy', { ...said, versionNo, reason: why }, chen)

test('operators keep the words, version by version; what is sent from then on is judged by the new ones', async () => {
  const shipped = await policy()
  expect([shipped.versionNo, shipped.loanWordArray.length, shipped.changeArray]).toEqual([
    0,
    shippedPolicy.loanWords.length,
    [],
  ])
  expect((await save(0, words('青苗钱'))).data).toEqual({ versionNo: 1 })
  expect(await policy()).toMatchObject({
    ...words('青苗钱'),
    versionNo: 1,
    changeArray: [{ versionNo: 1, operatorName: 'chenchen', reason }],
  })
  const { logArray } = (await server.call('operatorSelf', {}, chen)).data
  expect(logArray[0]).toMatchObject({
    label: '修改借贷词语',
    detail: `第1版，借贷词语1个，金额词语1个。原因：${reason}`,
  })
  const { taskId } = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)], { taskName: '青苗钱约定' })
  await isFlagged(server, launcher, taskId)
  const { data } = await server.call('getContractFlags', { signId: await ownSignId(server, wang, taskId) }, wang)
  expect(data.flagArray[0]?.findingArray).toEqual([{ before: '', match: '青苗钱', after: '约定' }])
})

test('whoever changes an older version is told, also of two at once; what is wrong is named', async () => {
  expect((await save(0)).data?.['reason']).toBe('lending/changed')
  const answers = await Promise.all([save(1), save(1)])
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
  const bad = await save(2, words('借'))
  expect([bad.data?.['field'], bad.message]).toEqual(['words', '词语须为2至20个字，不能换行：借'])
  expect((await save(2, words('借条', 99))).message).toBe('“借条”的出现次数须为1至20的整数')
  expect((await save(2, words('借条'), '')).data?.['field']).toBe('reason')
})

test('nobody else reads or changes the words', async () => {
  for (const who of [{}, launcher]) {
    expect((await server.call('getLendingPolicy', {}, who)).data?.['reason']).toBe('session/required')
    const { data } = await server.call('saveLendingPolicy', { ...words('借条'), versionNo: 2, reason }, who)
    expect(data?.['reason']).toBe('session/required')
  }
})
