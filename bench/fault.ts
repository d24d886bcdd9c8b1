import { parseArgs } from 'node:util'
import { killApproval } from './kill-approval.ts'
import { killBatch } from './kill-batch.ts'
import { killServer } from './kill-server.ts'
import { killVoid } from './kill-void.ts'
import { raceSigning } from './race.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string' }, parties: { type: 'string', default: '50' } },
})
const tell = (line: string) => console.log(line)
const suites = { kill, race }
const suite = positionals[0] === 'kill' || positionals[0] === 'race' ? positionals[0] : null
const times = Number(values.times ?? (suite === 'race' ? 20 : 50))
const parties = Number(values.parties)
if (suite === null || !Number.isInteger(times) || times < 1 || !Number.isInteger(parties) || parties < 2) {
  console.error('用法：npm run fault -- kill [--times N]，或 npm run fault -- race [--times N] [--parties N]')
  process.exit(2)
}
process.exitCode = (await suites[suite]()) ? 0 : 1

async function kill(): Promise<boolean> {
  const report = await killServer(times, tell)
  console.log(JSON.stringify(report))
  const fewer = Math.min(Math.ceil(times / 5), 50)
  const batches = await killBatch(fewer, tell)
  console.log(JSON.stringify(batches))
  const approvals = await killApproval(fewer, tell)
  console.log(JSON.stringify(approvals))
  const voided = await killVoid(fewer, tell)
  console.log(JSON.stringify(voided))
  const kept = [report, batches].every(({ lost, doubled, invalid }) => lost + doubled + invalid === 0)
  return kept && approvals.lost + approvals.doubled + voided.torn + voided.doubled === 0
}

async function race(): Promise<boolean> {
  const report = await raceSigning({ times, parties }, tell)
  console.log(JSON.stringify(report))
  return Object.values(report.faults).every((count) => count === 0)
}
