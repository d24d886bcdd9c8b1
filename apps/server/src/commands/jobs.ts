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

/** At most so many at once; more are asked for again. */
const most = 200
const columns = 'id, task, to_timestamp(at / 1000.0) as run_at, attempts, most as max_attempts, worker, last_error'
const those = (states: string, where = 'true', many = most) =>
  `from list_jobs(array[${states}], null, null, null, null, null, ${many}) where ${where}`
const everyState = `'lost', 'retrying', 'long', 'running', 'due', 'planned'`
const counted = (states: string) => `coalesce(sum(number) filter (where state in (${states})), 0)::int`
const lists = new Map([
  [
    'list',
    `select task, ${counted(`'due', 'planned', 'retrying'`)} as "等待", ${counted(`'running', 'long'`)} as "进行中",
       ${counted(`'lost'`)} as "已放弃"
     from job_states() group by 1 order by 1`,
  ],
  ['failed', `select ${columns} ${those(everyState, 'last_error is not null', 100_000)} limit ${most}`],
  ['locked', `select ${columns} ${those(`'running', 'long'`)}`],
  [
    'dropped',
    `select id, task, to_timestamp(at / 1000.0) as dropped_at, dropped_by, reason
     from list_dropped_jobs(null, null, null, ${most})`,
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
  ['worker', '执行者 '],
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
  const ids = what === 'lost' ? `array(select id ${those(`'lost'`, 'true', 100_000)})` : 'array[$1::bigint]'
  const { rows } = await client.query<Row>(`select id from retry_jobs(${ids})`, what === 'lost' ? [] : [what])
  console.log(rows.length > 0 ? `已重新排队${rows.length}个任务` : '没有可以重试的任务（进行中的不能重试）')
  return rows.length > 0 ? 0 : 1
}

async function drop(client: Client, id: string, reason: string): Promise<number> {
  const { rows } = await client.query<Row>('select id from drop_jobs(array[$1::bigint], $2, $3)', [
    id,
    reason,
    userInfo().username,
  ])
  console.log(rows.length > 0 ? `任务${id}不再执行` : '没有这个任务，或它正在进行')
  return rows.length > 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
