import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportAnswerMs } from '@moqi/domain/contract/report-lifecycle'
import { ownSignId, personSigner, player, type Player, sent } from '#src/testing/contract-scene.ts'
import { arrivedMessages } from '#src/testing/messages.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const company = '杭州云启科技有限公司'
const reason = '经核实发起方冒用名义，已冻结其空间'
let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let jing: Player
let wang: Player
let chen: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await testServer({ now: () => clock })
  jing = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
  chen = await enrolled(server, 'chenchen')
})
afterAll(() => server.close())

async function reported(content = '我们从没有授权签这份合同') {
  const { taskId } = await sent(server, jing, [personSigner(1, '王小明', wang.phone)])
  const signId = await ownSignId(server, wang, taskId)
  const { data } = await server.call('reportContract', { signId, reason: 'impersonation', content }, wang)
  clock += 1000
  return data.reportNo
}
const listed = async (reportState: 'open' | 'upheld' | 'dismissed' = 'open', search = '') =>
  (await server.call('listFraudReports', { reportState, ...(search && { search }) }, chen)).data.reportArray
const decide = (reportNo: string, isUpheld: 0 | 1, why = reason) =>
  server.call('decideFraudReport', { reportNo, isUpheld, reason: why }, chen)
const told = async (who: Player) => JSON.stringify((await server.call('listMessage', {}, who)).data)

test('reports that wait stand by their age, with until when they are to be answered, and are found', async () => {
  const [first, second] = [await reported(), await reported()]
  const open = await listed()
  expect(open.map(({ reportNo }) => reportNo)).toEqual([first, second])
  expect(open[0]).toMatchObject({
    reasonLabel: '冒充他人或企业',
    launcherName: company,
    reporter: '第1签署方',
    isFrozen: 0,
  })
  expect((open[0]?.dueTime ?? 0) - (open[0]?.reportTime ?? 0)).toBe(reportAnswerMs)
  expect((await listed('open', second)).map(({ reportNo }) => reportNo)).toEqual([second])
  expect((await listed('open', '云启')).length).toBe(2)
  expect(await listed('open', '没有这家')).toEqual([])
  expect((await server.call('listFraudReports', { cursor: 'x' }, chen)).data['reason']).toBe('request/invalid')
})

test('clues are numbers and never the name of a contract, and one of them proves nothing', async () => {
  const reportNo = await reported()
  const { data } = await server.call('getFraudReport', { reportNo }, chen)
  const texts = data.clueArray.map(({ text }) => text).join('　')
  expect(texts).toMatch(/发起方的认证状态/)
  expect(texts).toMatch(/同一发起方的其他合同被举报2次，其中认定成立0次/)
  expect(data.clueArray.filter(({ note }) => note === '单独看不说明什么')).toHaveLength(1)
  expect(data.isReachable).toBe(1)
  expect(data.frozen).toBeNull()
  const { taskNo } = data
  const { data: rows } = await server.call('listTasks', {}, jing)
  const named = rows.taskInfoArray.find((row) => row.taskNo === taskNo)
  expect(named?.taskName).toBeTruthy()
  expect(JSON.stringify(data)).not.toContain(named?.taskName)
})

test('a decision is made once, its reason reaches who reported and not who launched', async () => {
  const reportNo = await reported()
  expect((await decide(reportNo, 1, '')).data?.['field']).toBe('reason')
  expect((await listed('upheld')).length).toBe(0)
  expect(await decide(reportNo, 1)).toMatchObject({ code: 200 })
  expect((await decide(reportNo, 0)).data?.['reason']).toBe('report/changed')
  expect((await listed('upheld')).map((row) => row.reportNo)).toEqual([reportNo])
  expect(await told(wang)).toContain(`您的举报${reportNo}已处理：成立。${reason}`)
  expect(await told(jing)).not.toContain(reportNo)
  const { data } = await server.call('getFraudReport', { reportNo }, chen)
  expect(data.decision).toMatchObject({ who: 'chenchen', reason })
  const { data: self } = await server.call('operatorSelf', {}, chen)
  expect(self.logArray[0]).toMatchObject({ label: '处理举报', detail: `${reportNo}　成立　${reason}` })
})

test('of two who decide at once one is refused', async () => {
  const reportNo = await reported()
  const answers = await Promise.all([decide(reportNo, 1), decide(reportNo, 0)])
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
})

test('whoever reported by a link is told where the telephone has an account, else it is said that nobody is', async () => {
  const ticketOf = async (phone: string) => {
    await sent(server, jing, [personSigner(1, '周晓彤', phone)])
    const [asked] = await arrivedMessages(server, { recipient: phone, scene: 'toSign' })
    return /\/t\/([\w-]+)/.exec(asked?.body ?? '')?.[1] ?? ''
  }
  const ticket = await ticketOf('13911110031')
  const { data } = await server.call('reportByTicket', { ticket, reason: 'tricked', content: '' })
  const { data: shown } = await server.call('getFraudReport', { reportNo: data.reportNo }, chen)
  expect([shown.isReachable, shown.reporter]).toEqual([0, '第1签署方（未登录）'])
  expect((await decide(data.reportNo, 0)).code).toBe(200)
})

test('nobody else reads or decides: no stranger, no member, and no report that is not there', async () => {
  const reportNo = await reported()
  for (const who of [undefined, jing, wang]) {
    expect((await server.call('listFraudReports', {}, who)).data['reason']).toBe('session/required')
    expect((await server.call('getFraudReport', { reportNo }, who)).data['reason']).toBe('session/required')
    const { data } = await server.call('decideFraudReport', { reportNo, isUpheld: 1, reason }, who)
    expect(data?.['reason']).toBe('session/required')
  }
  expect((await server.call('getFraudReport', { reportNo: 'JB1' }, chen)).data['reason']).toBe('report/not-found')
  expect((await decide('JB1', 1)).data?.['reason']).toBe('report/not-found')
})
