import { statfs } from 'node:fs/promises'
import type { NodeReading } from '@moqi/api/operator-health'
import { healthLimits, type HealthState } from '@moqi/domain/operators/health-items'
import { clockFault } from '#src/platform/authority/clock-check.ts'
import type { HealthFault } from './node.ts'
import type { Looked } from './health-checks.ts'

type Reading = Omit<NodeReading, 'item'>

/** How this node is: what `/readyz` finds wrong (`faults`) says how a thing stands, its figure is read here. */
export async function nodeReadings(
  deps: Looked,
  faults: readonly HealthFault[],
  loopMs: number | null,
): Promise<NodeReading[]> {
  const state = (...checks: string[]) => stateOf(faults, checks)
  return [
    { item: 'disk', ...(await disk(deps, state('disk', 'disk-reserve'))) },
    { item: 'reserve', ...reserve(deps) },
    { item: 'store', healthState: state('store'), value: state('store') === 'well' ? '可写' : '不可写' },
    { item: 'connections', ...connections(deps) },
    { item: 'loop', ...loop(loopMs) },
    { item: 'clock', ...clock(deps) },
    { item: 'converter', ...(await converter(deps)) },
  ]
}

/** The worst that checks of these names have found. */
export function stateOf(faults: readonly HealthFault[], checks: readonly string[]): HealthState {
  const found = faults.filter(({ check }) => checks.includes(check))
  if (found.some(({ blocks }) => blocks)) return 'fault'
  return found.length > 0 ? 'told' : 'well'
}

/** Bytes as people read them. */
export function bytesText(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3
  if (gigabytes >= 1) return `${gigabytes.toFixed(1)} GB`
  return `${Math.round(bytes / 1024 ** 2)} MB`
}

const unread: Reading = { healthState: 'unknown', value: '未能读取' }

async function disk({ config }: Looked, healthState: HealthState): Promise<Reading> {
  const found = await statfs(config.dataDir).catch(() => null)
  if (!found) return unread
  const { bavail, blocks, bsize } = found
  return { healthState, value: `${bytesText(bavail * bsize)}（共 ${bytesText(blocks * bsize)}）` }
}

function reserve({ config, reserve: kept }: Looked): Reading {
  if (config.reserveBytes === 0) return { healthState: 'unknown', value: '未设置' }
  if (kept.isGivenUp()) return { healthState: 'fault', value: '已让出' }
  return { healthState: 'well', value: `保留 ${bytesText(config.reserveBytes)}` }
}

function connections({ db }: Looked): Reading {
  const pools = db.load()
  const isBusy = pools.some(({ used, waiting, most }) => waiting > 0 || used > most * healthLimits.busyShare)
  const words = { directory: '目录', tenants: '租户' } as const
  const shown = pools.map(({ pool, used, most }) => `${words[pool]} ${used}/${most}`)
  const waiting = pools.reduce((sum, one) => sum + one.waiting, 0)
  return { healthState: isBusy ? 'told' : 'well', value: `${shown.join('，')}；等待 ${waiting}` }
}

function loop(ms: number | null): Reading {
  if (ms === null) return { healthState: 'unknown', value: '尚无数据' }
  return { healthState: ms > healthLimits.loopMs ? 'told' : 'well', value: `${Math.round(ms)} 毫秒` }
}

function clock({ authority, config }: Looked): Reading {
  if (config.timestampAuthority === null) return { healthState: 'unknown', value: '内置时间戳，不比较' }
  const known = authority.clock()
  if (!known) return { healthState: 'unknown', value: '一小时内没有请求过时间戳' }
  const fault = clockFault(known)
  const seconds = (Math.abs(known.offsetMs) / 1000).toFixed(1)
  const healthState = fault === 'wrong' ? 'fault' : fault === 'off' ? 'told' : 'well'
  if (known.offsetMs === 0) return { healthState, value: '一致' }
  return { healthState, value: `本机${known.offsetMs > 0 ? '快' : '慢'} ${seconds} 秒` }
}

async function converter({ converter: asked }: Looked): Promise<Reading> {
  const state = await asked.confinement().catch(() => null)
  if (state === null) return { healthState: 'unknown', value: '没有安装转换程序' }
  return state.usable
    ? { healthState: 'well', value: '已隔离' }
    : { healthState: 'told', value: '不能隔离，已停止转换' }
}
