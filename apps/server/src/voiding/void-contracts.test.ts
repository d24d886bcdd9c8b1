import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companySigner, personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { preparedAgreement, writtenAgreement } from '#src/testing/void-scene.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
let wang: Player
const colleague = () => player(server, '13800000003', 'company')

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

type Finished = { signId: string; taskId: string }

/** Finished contracts, on a day of their own since codes are counted by the day. */
async function finished(count: number): Promise<Finished[]> {
  clock += 25 * 3_600_000
  launcher = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
  const made: Finished[] = []
  for (let no = 1; no <= count; no += 1) {
    const parties = [companySigner(1, yunqi, jing), personSigner(2, '王小明', wang.phone)]
    const one = await sent(server, launcher, parties, { taskName: `采购合同${no}` })
    await signNow(server, launcher, one.taskId)
    await signNow(server, wang, one.taskId)
    made.push(one)
  }
  return made
}

const terms = () => writtenAgreement(clock + 7 * dayMs)
const detail = async (signId: string) => (await server.call('getSignDetailInfo', { signId }, launcher)).data
const agreements = async () => {
  const { data } = await server.call('listTasks', { status: 'all', pageSize: 50 }, launcher)
  return data.taskInfoArray.filter(({ taskType }) => taskType === 'relieve')
}

test('several contracts are voided on the same terms, and those that cannot be are named', async () => {
  const [first, second, begun] = await finished(3)
  if (!first || !second || !begun) throw new Error('no contracts')
  const draft = await preparedAgreement(server, launcher, begun.signId)
  const open = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)], { taskName: '未签合同' })
  const signIds = [first.signId, open.signId, second.signId, begun.signId, 'A'.repeat(24)]
  const answer = await server.call('voidTasks', { signIds, ...terms() }, launcher)
  expect(answer.data.successNumber).toBe(2)
  expect(answer.data.failArray).toEqual([
    { signId: open.signId, taskName: '未签合同', message: '合同状态已变更，请刷新后重试' },
    {
      signId: begun.signId,
      taskName: '采购合同3',
      message: '该合同已有尚未发送的作废协议，请打开协议继续办理，或删除后重试',
    },
    { signId: 'A'.repeat(24), taskName: '', message: '合同不存在或无权查看' },
  ])
  const { status } = (await server.call('getRelieveInfo', { signId: draft.signId }, launcher)).data
  expect(status).toBe('waitSend')
  for (const { signId } of [first, second]) {
    const { tagArray, relieveSignId } = await detail(signId)
    expect(tagArray).toEqual(['relieving'])
    const written = (await server.call('getRelieveInfo', { signId: relieveSignId ?? '' }, launcher)).data
    expect(written).toMatchObject({ ...terms(), originSignId: signId })
    for (const who of [launcher, wang]) await signNow(server, who, written.taskId)
    expect((await detail(signId)).taskStatus).toBe('cancel')
  }
})

test('ten repeats at once make one agreement of each contract, with one answer', async () => {
  const made = await finished(2)
  const before = (await agreements()).length
  const input = { signIds: made.map(({ signId }) => signId), ...terms() }
  const ask = { ...launcher, key: 'void-once' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => server.call('voidTasks', input, ask)))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]?.data).toEqual({ successNumber: 2, failArray: [] })
  expect((await agreements()).length).toBe(before + 2)
})

test('faulty terms, too many contracts and somebody else’s are refused before anything is made', async () => {
  const [one] = await finished(1)
  const signIds = [one?.signId ?? '']
  const before = (await agreements()).length
  const unexplained = { ...terms(), relieveReason: 'other' as const, relieveRemark: '' }
  const answer = await server.call('voidTasks', { signIds, ...unexplained }, launcher)
  expect(answer).toMatchObject({ code: 422, message: '请说明作废原因', data: { field: 'relieveRemark' } })
  const late = await server.call('voidTasks', { signIds, ...terms(), signExpireTime: clock - dayMs }, launcher)
  expect(late.data).toMatchObject({ field: 'signExpireTime' })
  const many = Array.from({ length: 11 }, (_, index) => `${index}`.padStart(24, 'A'))
  expect((await server.call('voidTasks', { signIds: many, ...terms() }, launcher)).code).toBe(400)
  for (const who of [await colleague(), wang]) {
    const { data } = await server.call('voidTasks', { signIds, ...terms() }, who)
    expect(data).toMatchObject({ successNumber: 0, failArray: [{ taskName: '', message: '合同不存在或无权查看' }] })
  }
  expect((await agreements()).length).toBe(before)
})
