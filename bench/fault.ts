import { parseArgs } from 'node:util'
import { faultScenes } from './fault-scenes.ts'
import { alterRows } from './faults/alter-rows.ts'
import { spoilSms } from './faults/sms-scene.ts'
import { failWebhooks } from './fail-webhooks.ts'
import { killApproval } from './kill-approval.ts'
import { killBatch } from './kill-batch.ts'
import { killPayment } from './kill-payment.ts'
import { killVoid } from './kill-void.ts'
import { raceSigning } from './race.ts'
import { survive } from './survive.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string' }, parties: { type: 'string', default: '50' }, seed: { type: 'string' } },
})
const tell = (line: string) => console.log(line)
const names = [...Object.keys(faultScenes), 'sms', 'owner', 'race', 'pay', 'webhooks']
const [name] = positionals
const usualTimes: Record<string, number> = { race: 20, sms: 6, sweep: 200, owner: 1000, pay: 10, webhooks: 10_000 }
const times = Number(values.times ?? usualTimes[name ?? ''] ?? 50)
const parties = Number(values.parties)
if (
  !name ||
  !names.includes(name) ||
  !Number.isInteger(times) ||
  times < 1 ||
  !Number.isInteger(parties) ||
  parties < 2
) {
  console.error(`用法：npm run fault -- ${names.join('|')} [--times N] [--parties N] [--seed N]`)
  process.exit(2)
}
const others: Record<string, () => Promise<boolean>> = { race, sms, owner, pay, webhooks }
process.exitCode = (await (others[name]?.() ?? strike(name))) ? 0 : 1

async function strike(fault: string): Promise<boolean> {
  const scene = Object.entries(faultScenes).find(([known]) => known === fault)?.[1]
  if (!scene) throw new Error(`no fault ${fault}`)
  const isMoreKept = fault !== 'kill' || (await killMore())
  const report = await survive(scene, times, tell)
  console.log(JSON.stringify(report))
  // Whoever is asked to stop has answered first.
  return isMoreKept && report.lost + report.doubled + report.invalid === 0 && (fault !== 'term' || report.cut === 0)
}

async function killMore(): Promise<boolean> {
  const fewer = Math.min(Math.ceil(times / 5), 50)
  const batches = await killBatch(fewer, tell)
  console.log(JSON.stringify(batches))
  const approvals = await killApproval(fewer, tell)
  console.log(JSON.stringify(approvals))
  const voided = await killVoid(fewer, tell)
  console.log(JSON.stringify(voided))
  const lost = batches.lost + approvals.lost
  return lost + batches.doubled + batches.invalid + approvals.doubled + voided.torn + voided.doubled === 0
}

async function race(): Promise<boolean> {
  const report = await raceSigning({ times, parties }, tell)
  console.log(JSON.stringify(report))
  return Object.values(report.faults).every((count) => count === 0)
}

async function sms(): Promise<boolean> {
  const report = await spoilSms(times, tell)
  console.log(JSON.stringify(report))
  return report.lost + report.doubled + report.invalid === 0
}

async function pay(): Promise<boolean> {
  const report = await killPayment(times, tell)
  console.log(JSON.stringify(report))
  return report.lost + report.doubled + report.forged + report.unbalanced === 0
}

async function webhooks(): Promise<boolean> {
  const report = await failWebhooks(times, tell)
  console.log(JSON.stringify(report))
  return report.lost + report.disordered + report.afterPause === 0
}

async function owner(): Promise<boolean> {
  const report = await alterRows({ times, seed: Number(values.seed ?? Date.now() % 2 ** 31) }, tell)
  console.log(JSON.stringify(report))
  return report.missed === 0
}
