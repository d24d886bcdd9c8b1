import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownSignId, personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { chen } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

// A Monday.
const start = Date.parse('2026-11-02T10:00:00+08:00')
const minuteMs = 60_000
const days = (from: number, to: number) => ({ startTime: start + from * dayMs, endTime: start + to * dayMs })
const wang = { name: '王小明', phone: '13800000001' }
const alone = [personSigner(1, wang.name, wang.phone)]
let server: TestServer
let clock = start
let launcher: Player
let signer: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, chen.phone, 'company')
  signer = await player(server, wang.phone, 'person')
})
afterAll(() => server.close())

const statistics = async (input: { startTime: number; endTime: number; departmentId?: string }, who = launcher) =>
  server.call('getSigningStatistics', input, who)

test('what a space has sent is counted by month, department, person, step and hour (issue: 数据看板)', async () => {
  const empty = (await statistics(days(0, 40))).data
  const first = await sent(server, launcher, alone)
  clock += 20 * minuteMs
  await signNow(server, signer, first.taskId)
  const second = await sent(server, launcher, alone)
  const signId = await ownSignId(server, signer, second.taskId)
  await server.call('getSignDetailInfo', { signId }, signer)
  await server.call('rejectTask', { signId, reason: '金额不对' }, signer)
  await sent(server, launcher, alone)

  const { data } = await statistics(days(0, 40))
  expect(empty.total).toEqual({
    sentNumber: 0,
    finishedNumber: 0,
    rejectedNumber: 0,
    expiredNumber: 0,
    averageTime: null,
  })
  expect(data.total).toEqual({
    sentNumber: 3,
    finishedNumber: 1,
    rejectedNumber: 1,
    expiredNumber: 0,
    averageTime: 20 * minuteMs,
  })
  expect(data.monthArray).toEqual([
    { month: '2026-11', sentNumber: 3, finishedNumber: 1 },
    { month: '2026-12', sentNumber: 0, finishedNumber: 0 },
  ])
  expect(data.memberArray).toEqual([
    { memberName: chen.name, sentNumber: 3, finishedNumber: 1, averageTime: 20 * minuteMs },
  ])
  expect(data.departmentArray.map(({ sentNumber }) => sentNumber)).toEqual([3])
  expect([data.openedNumber, data.countersignedNumber]).toEqual([2, 1])
  expect(data.hourArray).toEqual([{ weekday: 1, hour: 10, signedNumber: 1 }])
  const later = (await statistics(days(30, 60))).data
  expect([later.total.sentNumber, later.before.sentNumber]).toEqual([0, 3])
})

test('of one department only what its members have sent is counted', async () => {
  const made = await server.call('saveDepartment', { departmentName: '采购部' }, launcher)
  const { departmentId } = made.data
  expect((await statistics({ ...days(0, 40), departmentId })).data.total.sentNumber).toBe(0)
  const members = (await server.call('listMember', {}, launcher)).data.memberArray
  const own = members.find(({ phone }) => phone === chen.phone) ?? members[0]
  await server.call('updateMember', { memberId: own?.memberId ?? '', memberName: chen.name, departmentId }, launcher)
  const { data } = await statistics({ ...days(0, 40), departmentId })
  expect(data.total.sentNumber).toBe(3)
  expect(data.departmentArray).toMatchObject([{ departmentId, departmentName: '采购部' }])
})

test.each([days(0, 0), days(1, 0), days(0, 800), { startTime: 0.5, endTime: dayMs }])(
  'a time of %o is refused',
  async (input) => {
    expect((await statistics(input)).data.reason).toBe('request/invalid')
  },
)
