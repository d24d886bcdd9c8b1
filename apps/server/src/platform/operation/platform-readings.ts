import type { PlatformReading } from '@moqi/api/operator-health'
import { healthLimits } from '@moqi/domain/operators/health-items'
import { formatDate } from '@moqi/domain/time/format-date'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { jobFigures } from '#src/platform/jobs/job-figures.ts'
import type { HealthFault } from './node.ts'
import { bytesText, stateOf } from './node-readings.ts'

type Reading = Omit<PlatformReading, 'item'>
type Figures = {
  used: number
  most: number
  replicas: number
  lag_ms: number | null
  oldest_xid: number
  bytes: number
}

/** How what all nodes share is; `faults` as `/readyz` has them. Throws where the database does not answer. */
export async function platformReadings(deps: Deps, faults: readonly HealthFault[]): Promise<PlatformReading[]> {
  const { db } = deps
  const askedAt = performance.now()
  const figures = await db.directory(databaseFigures)
  const tookMs = performance.now() - askedAt
  const jobs = await jobFigures(deps)
  const oldestS = Math.max(0, ...jobs.map(({ oldestS: seconds }) => seconds))
  const lost = jobs.reduce((sum, { lost: number }) => sum + number, 0)
  const waiting = jobs.reduce((sum, { waiting: number }) => sum + number, 0)
  await deps.tally.keep()
  return db.directory(async (directory) => [
    { item: 'database', ...database(figures, tookMs) },
    { item: 'replication', ...replication(figures) },
    { item: 'databaseAge', ...age(figures) },
    {
      item: 'jobsLate',
      healthState: stateOf(faults, ['jobs-late']),
      value: waiting === 0 ? '没有等待的任务' : `等待 ${waiting} 个，最早的已等 ${waitText(oldestS)}`,
    },
    { item: 'jobsLost', healthState: lost > 0 ? 'told' : 'well', value: `${lost} 个` },
    { item: 'lanes', healthState: stateOf(faults, ['messages']), value: await lanes(directory) },
    { item: 'timestamp', ...(await gateway(directory, 'timestamp', deps.config.timestampAuthority === null)) },
    { item: 'certificate', ...(await gateway(directory, 'certificate', deps.config.certificateAuthority === null)) },
    { item: 'damage', ...(await damage(directory)) },
  ])
}

async function databaseFigures(directory: Db): Promise<Figures> {
  const { rows } = await sql<Figures>`
    select used, most, replicas, lag_ms, oldest_xid, bytes from database_figures()`.execute(directory)
  const [figures] = rows
  if (!figures) throw new Error('the database has no figures')
  return figures
}

function database({ used, most, bytes }: Figures, tookMs: number): Reading {
  const isBusy = tookMs > healthLimits.slowMs || used > most * healthLimits.busyShare
  const value = `响应 ${Math.round(tookMs)} 毫秒；连接 ${used}/${most}；${bytesText(bytes)}`
  return { healthState: isBusy ? 'told' : 'well', value }
}

function replication({ replicas, lag_ms: lagMs }: Figures): Reading {
  if (replicas === 0) return { healthState: 'unknown', value: '没有备库' }
  // Nothing to send is no lag.
  const lag = lagMs ?? 0
  const value = `${replicas} 个备库，延迟 ${(lag / 1000).toFixed(1)} 秒`
  return { healthState: lag > healthLimits.lagMs ? 'told' : 'well', value }
}

function age({ oldest_xid: oldest }: Figures): Reading {
  const value = oldest < 10_000 ? `${oldest}` : `${(oldest / 10_000).toFixed(0)} 万`
  return { healthState: oldest > healthLimits.oldestXid ? 'told' : 'well', value }
}

const laneNames: Readonly<Record<string, string>> = {
  sms: '短信',
  mail: '邮件',
  'code sms': '验证码短信',
  'code mail': '验证码邮件',
}

async function lanes(directory: Db): Promise<string> {
  const { rows } = await sql<{ lane: string; waiting: number }>`
    select lane, waiting from lane_figures() order by lane`.execute(directory)
  const shown = rows.map(({ lane, waiting }) => {
    const [, channel = lane, number = '0'] = /^(.*) (\d+)$/.exec(lane) ?? []
    return `${laneNames[channel] ?? channel}通道${Number(number) + 1}：${waiting}`
  })
  return shown.length === 0 ? '没有等待的消息' : shown.join('，')
}

async function gateway(directory: Db, name: 'timestamp' | 'certificate', isEmbedded: boolean): Promise<Reading> {
  if (isEmbedded) return { healthState: 'well', value: '内置演示服务' }
  const last = await directory
    .selectFrom('gateway_last')
    .where('gateway', '=', name)
    .select(['passed_at', 'failed_at', 'fault'])
    .executeTakeFirst()
  if (!last) return { healthState: 'unknown', value: '还没有请求过' }
  const { passed_at: passedAt, failed_at: failedAt, fault } = last
  if (failedAt !== null && failedAt > (passedAt ?? 0))
    return { healthState: 'told', value: `${formatDate(failedAt)} 请求失败：${fault}` }
  return { healthState: 'well', value: passedAt === null ? '正常' : `${formatDate(passedAt)} 正常应答` }
}

async function damage(directory: Db): Promise<Reading> {
  const { number } = await directory
    .selectFrom('damage')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  return { healthState: Number(number) > 0 ? 'told' : 'well', value: `${Number(number)} 个损坏或丢失` }
}

function waitText(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} 秒`
  if (seconds < 3600) return `${Math.round(seconds / 60)} 分钟`
  return `${(seconds / 3600).toFixed(1)} 小时`
}
