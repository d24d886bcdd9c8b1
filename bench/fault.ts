import { parseArgs } from 'node:util'
import { killBatch } from './kill-batch.ts'
import { killServer } from './kill-server.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '50' } },
})
const times = Number(values.times)
if (positionals[0] !== 'kill' || !Number.isInteger(times) || times < 1) {
  console.error('用法：npm run fault -- kill [--times N]')
  process.exit(2)
}
const report = await killServer(times, (line) => console.log(line))
console.log(JSON.stringify(report))
const batches = await killBatch(Math.ceil(times / 5), (line) => console.log(line))
console.log(JSON.stringify(batches))
process.exitCode = [report, batches].some(({ lost, doubled, invalid }) => lost + doubled + invalid > 0) ? 1 : 0
