import { parseArgs } from 'node:util'
import { faultScenes } from './fault-scenes.ts'
import { killApproval } from './kill-approval.ts'
import { killBatch } from './kill-batch.ts'
import { killVoid } from './kill-void.ts'
import { raceSigning } from './race.ts'
import { survive } from './survive.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string' }, parties: { type: 'string', default: '50' } },
})
const tell = (line: string) => console.log(line)
const names = [...Object.keys(faultScenes), 'race']
const [name] = positionals
const times = Number(values.times ?? (name === 'race' ? 20 : 50))
const parties = Number(values.parties)
if (
  !name ||
  !names.includes(name) ||
  !Number.isInteger(times) ||
  times < 1 ||
  !Number.isInteger(parties) ||
  parties < 2
) {
  console.error(`用法：npm run fault -- ${names.join('|')} [--times N] [--parties N]`)
  process.exit(2)
}
process.exitCode = (name === 'race' ? await race() : await strike(name)) ? 0 : 1

async function strike(fault: string): Promise<boolean> {
  const scene = Object.entries(faultScenes).find(([known]) => known === fault)?.[1]
  if (!scene) throw new Error(`no fault ${fault}`)
  const report = await survive(scene, times, tell)
  console.log(JSON.stringify(report))
  const kept = report.lost + report.doubled + report.invalid === 0
  if (fault === 'kill') return (await killMore()) && kept
  // Whoever is asked to stop has answered first.
  return kept && (fault !== 'term' || report.cut === 0)
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
