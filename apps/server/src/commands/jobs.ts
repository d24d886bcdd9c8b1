import { userInfo } from 'node:os'
import { formatDate } from '@moqi/domain/time/format-date'
import { Client } from 'pg'
import { plainSentence } from '#src/platform/operation/plain-sentence.ts'
import { readConfig } from '#src/platform/config.ts'
import { openOwner } from './owner-connection.ts'

/** `npm run jobs`: what the server still has to do, and what it gave up, beside the running server. */

const usage = `用法：
  npm run jobs                          等待、进行中与已放弃的任务，按种类
  npm run jobs -- failed                失败过或已放弃的任务及其错误
  npm run jobs -- locked                进行中的任务
  npm run jobs -- retry 编号            立即重试一个任务
  npm run jobs -- retry lost            立即重试全部已放弃的任务
  npm run jobs -- drop 编号 --reason 原因   不再执行一个任务，原因存入 dropped_job 表
  npm run jobs -- dropped               不再执行的任务及其原因`

type Row = Record<string, unknown>

async function main([command = 'list', what = '', ...rest]: string[]): Promise<number> {
  const act = actionOf(command, what, rest)
  if (!act) {
    console.error(usage)
    return 2
  }
  const access = await openOwner(readConfig(process.env))
  const client = new Client(access.owner)
  try {
    await client.connect()
    return await act(client)
  } finally {
    await client.end()
    await access.close()
  }
}

function actionOf(command: string, what: string, rest: string[]): ((client: Client) => Promise<number>) | null {
  const isId = /^\d{1,15}$/.test(what)
  const [flag, ...words] = rest
  const reason = flag === '--reason' ? words.join(' ').trim() : ''
  if (command === 'retry' && (isId || what === 'lost')) return (client) => retry(client, what)
  if (command === 'drop' && isId && reason !== '') return (client) => drop(client, what, reason)
  const list = what === '' ? lists.get(command) : undefined
  return list ? (client) => print(client, list) : null
}

const jobs = 'graphile_worker.jobs'
const isLost = 'locked_at is null and attempts >= max_attempts'
const columns = 'id, task_identifier, run_at, attempts, max_attempts, locked_by, last_error'
const lists = new Map([
  [
    'list',
    `select task_identifier, count(*) filter (where locked_at is null and attempts < max_attempts) as "等待",
       count(*) filter (where locked_at is not null) as "进行中", count(*) filter (where ${isLost}) as "已放弃",
       min(run_at) filter (where locked_at is null and attempts < max_attempts) as "最早"
     from ${jobs} group by 1 order by 1`,
  ],
  ['failed', `select ${columns} from ${jobs} where last_error is not null order by run_at limit 200`],
  ['locked', `select ${columns} from ${jobs} where locked_at is not null order by locked_at limit 200`],
  [
    'dropped',
    'select job_id, task, dropped_at, dropped_by, reason from dropped_job order by dropped_at desc limit 200',
  ],
])

async function print(client: Client, text: string): Promise<number> {
  const { rows } = await client.query<Row>(text)
  for (const row of rows) {
    const shown = Object.entries(row).filter(([, value]) => value !== null)
    console.log(shown.map(([name, value]) => `${labelOf(name)}${textOf(value)}`).join('  '))
  }
  if (rows.length === 0) console.log('没有任务')
  return 0
}

const labels = new Map([
  ['run_at', '时间 '],
  ['attempts', '第 '],
  ['max_attempts', '次，最多 '],
  ['locked_by', '执行者 '],
  ['last_error', '错误 '],
])
/** Figures are named by their column; what speaks for itself is not. */
const labelOf = (name: string) => labels.get(name) ?? (/^[a-z_]+$/.test(name) ? '' : `${name} `)

/** An error may quote what it choked on. */
function textOf(value: unknown): string {
  if (value instanceof Date) return formatDate(value.getTime())
  return typeof value === 'string' ? plainSentence(value.split('\n')[0] ?? '') : String(value)
}

async function retry(client: Client, what: string): Promise<number> {
  const { rows } = await client.query<Row>(
    `select id from graphile_worker.reschedule_jobs(
       array(select id from ${jobs} where ${what === 'lost' ? isLost : 'id = $1'}), run_at => now(), attempts => 0)`,
    what === 'lost' ? [] : [what],
  )
  console.log(rows.length > 0 ? `已重新排队${rows.length}个任务` : '没有可以重试的任务（进行中的不能重试）')
  return rows.length > 0 ? 0 : 1
}

/** The record and the removal are one statement: none is without the other. */
async function drop(client: Client, id: string, reason: string): Promise<number> {
  const { rows } = await client.query<Row>(
    `with gone as (select * from graphile_worker.complete_jobs(array[$1::bigint]))
     insert into dropped_job (job_id, task, payload, attempts, last_error, reason, dropped_by)
     select gone.id, tasks.identifier, gone.payload, gone.attempts, gone.last_error, $2, $3
     from gone join graphile_worker._private_tasks as tasks on tasks.id = gone.task_id
     returning job_id`,
    [id, reason, userInfo().username],
  )
  console.log(rows.length > 0 ? `任务${id}不再执行` : '没有这个任务，或它正在进行')
  return rows.length > 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
