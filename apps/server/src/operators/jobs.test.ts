import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Player, personSigner, player, sent } from '#src/testing/contract-scene.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { bought } from '#src/testing/order-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let owner: Client
let li: Player
let runner: { token: string }

beforeAll(async () => {
  server = await testServer()
  owner = new Client({ connectionString: server.deps.config.databaseUrl ?? '' })
  await owner.connect()
  li = await player(server, '13800000002', 'company')
  runner = await enrolled(server, 'chenchen')
})
afterAll(async () => {
  await owner.end()
  await server.close()
})

/** A job that has failed as often as that of the times it may be tried; nobody takes it up before its turn. */
async function failedJob(task: string, payload: object, { tries = 12, most = 12 } = {}): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `select id from graphile_worker.add_job($1, $2::json, run_at => now() + interval '1 hour', max_attempts => $3)`,
    [task, JSON.stringify(payload), most],
  )
  const id = String(rows[0]?.id)
  const fault = 'Error: cannot reach 13911112222 at "滨江"\n    at somewhere'
  await owner.query('update graphile_worker._private_jobs set attempts = $2, last_error = $3 where id = $1', [
    id,
    tries,
    fault,
  ])
  return id
}
const isThere = async (id: string) =>
  (await owner.query('select 1 from graphile_worker._private_jobs where id = $1', [id])).rows.length > 0
const list = async (input: Parameters<typeof server.call<'listJobs'>>[1]) =>
  (await server.call('listJobs', input, runner)).data
const own = async () =>
  (await server.call('operatorSelf', {}, runner)).data.logArray.map(({ label, detail }) => [label, detail])

const asked = (text: string) => server.deps.db.directory((directory) => sql.raw(text).execute(directory))

test('a job that was given up is found with its space and without anybody’s data, and tried again', async () => {
  const { signId, taskId } = await sent(server, li, [personSigner(1, '王小明', '13800000001')])
  const { rows } = await owner.query<{ contract_id: string }>('select contract_id from contract where tenant_id = $1', [
    li.tenantId,
  ])
  const contractId = String(rows.at(-1)?.contract_id)
  expect(taskId).not.toBe('')
  const id = await failedJob('indexContract', { tenantId: li.tenantId, contractId })
  const { jobArray, stateArray } = await list({ jobState: 'lost', search: '全文' })
  expect(jobArray).toMatchObject([
    {
      jobId: id,
      kind: 'indexContract',
      kindLabel: '全文索引',
      tries: 12,
      mostTries: 12,
      tenantId: li.tenantId,
      ownerName: '杭州云启科技有限公司',
    },
  ])
  expect(jobArray[0]?.fault).toContain('cannot reach')
  expect(JSON.stringify(jobArray)).not.toMatch(/13911112222|滨江|somewhere/)
  expect(stateArray.find(({ jobState }) => jobState === 'lost')?.number).toBe(1)

  const weighed = (await server.call('weighJobs', { jobIdArray: [id, '900000000001'] }, runner)).data
  expect(weighed).toEqual({
    jobIdArray: [id],
    kindArray: [{ kind: 'indexContract', kindLabel: '全文索引', number: 1 }],
    spaceNumber: 1,
    goneNumber: 1,
  })
  expect((await server.call('retryJobs', { jobIdArray: [id] }, runner)).data).toEqual({ number: 1 })
  await expect.poll(() => isThere(id)).toBe(false)
  expect((await own())[0]).toEqual(['重试任务', `全文索引（${id}）　杭州云启科技有限公司`])
  const { data } = await server.call('getSignDetailInfo', { signId }, li)
  expect(data.logArray?.filter(({ verb }) => verb === 'retryJob')).toMatchObject([
    { who: '平台', label: '平台重试任务' },
  ])
  expect((await server.call('retryJobs', { jobIdArray: [id] }, runner)).data).toEqual({ reason: 'job/changed' })
})

test('one is dropped with a reason, once, and its order says so', async () => {
  const orderId = await bought(server, li)
  const id = await failedJob('closeOrder', { tenantId: li.tenantId, orderId }, { tries: 3 })
  expect((await list({ jobState: 'retrying' })).jobArray.map(({ jobId }) => jobId)).toEqual([id])
  const drop = (reason: string) => server.call('dropJobs', { jobIdArray: [id], reason }, runner)
  expect((await drop(' ')).data).toMatchObject({ reason: 'field/invalid', field: 'reason' })
  const answers = await Promise.all([drop('订单已支付'), drop('订单已支付')])
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(await isThere(id)).toBe(false)
  const dropped = (await server.call('listDroppedJobs', { search: 'closeorder' }, runner)).data.jobArray
  expect(dropped).toMatchObject([
    { jobId: id, reason: '订单已支付', droppedBy: 'chenchen', ownerName: '杭州云启科技有限公司', tries: 3 },
  ])
  expect((await own())[0]).toEqual(['停止任务', `关闭超时订单（${id}）　杭州云启科技有限公司　订单已支付`])
  const { logArray } = (await server.call('getOrder', { orderId }, li)).data
  expect(logArray.filter(({ verb }) => verb === 'dropJob')).toMatchObject([
    { who: '平台', detail: '关闭超时订单：订单已支付' },
  ])
})

test('what has not failed is nobody’s to retry or drop, though it is named', async () => {
  const planned = await failedJob('expireContract', { tenantId: li.tenantId, contractId: 'x' }, { tries: 0 })
  await owner.query('update graphile_worker._private_jobs set last_error = null where id = $1', [planned])
  const input = { jobIdArray: [planned] }
  expect((await server.call('weighJobs', input, runner)).data).toMatchObject({ jobIdArray: [], goneNumber: 1 })
  expect((await server.call('retryJobs', input, runner)).data).toEqual({ reason: 'job/changed' })
  expect((await server.call('dropJobs', { ...input, reason: '不再需要' }, runner)).data).toEqual({
    reason: 'job/changed',
  })
  expect(await isThere(planned)).toBe(true)
})

test('a payload of nonsense is retried or dropped all the same', async () => {
  const broken = await failedJob('turnSeal', { tenantId: 'nobody', sealId: 7 })
  expect((await server.call('dropJobs', { jobIdArray: [broken], reason: '数据有误' }, runner)).code).toBe(200)
  expect((await own())[0]).toEqual(['停止任务', `印章到期（${broken}）　数据有误`])
})

test('one that is under way for too long is told apart, and the list goes on where its page ended', async () => {
  const long = await failedJob('scrub', {}, { tries: 1 })
  await owner.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '11 minutes', locked_by = 'pool-x' where id = $1`,
    [long],
  )
  expect((await list({ jobState: 'long' })).jobArray.map(({ jobId }) => jobId)).toEqual([long])
  expect((await server.call('dropJobs', { jobIdArray: [long], reason: '太久了' }, runner)).data).toEqual({
    reason: 'job/changed',
  })
  const made: string[] = []
  for (let count = 0; count < 21; count++) made.push(await failedJob('readReceipt', { messageId: 'x', asked: 0 }))
  const first = await list({ jobState: 'lost', search: 'readReceipt' })
  const rest = await list({ jobState: 'lost', search: 'readReceipt', cursor: first.nextCursor ?? '' })
  const all = [...first.jobArray, ...rest.jobArray].map(({ jobId }) => jobId)
  expect([all, first.jobArray.length, rest.nextCursor]).toEqual([made, 20, null])
  expect((await list({ jobState: 'lost', search: '没有这种任务' })).jobArray).toEqual([])
  const weighed = (await server.call('weighJobs', { jobState: 'lost', search: 'readReceipt' }, runner)).data
  expect([weighed.jobIdArray.length, weighed.spaceNumber]).toEqual([21, 0])
  expect((await server.call('listJobs', { jobState: 'lost', cursor: 'x' }, runner)).data).toEqual({
    reason: 'request/invalid',
  })
})

test('the server’s own role reads no payload and changes no job but by these ways', async () => {
  await expect(asked('select payload from graphile_worker._private_jobs')).rejects.toThrow('denied')
  await expect(asked('delete from dropped_job')).rejects.toThrow('denied')
  const { rows } = await owner.query<{ allowed: boolean }>(
    `select has_function_privilege('public', 'drop_jobs(bigint[], text, text)', 'execute') as allowed`,
  )
  expect(rows).toEqual([{ allowed: false }])
})
