import { parseArgs } from 'node:util'
import { fuzzVerifier } from './fuzz-verifier.ts'
import { seedFiles } from './seed-files.ts'

const usage = `fuzz [--runs N] [--seconds S] [--seed N] [--corpus DIR]

Changes signed files at random and verifies them: nothing may throw, and no forgery may be valid.
Stops after N changes (default 5000) or S seconds (default 120). The same seed repeats a series.
DIR holds more PDF files to start from (default $MOQI_CORPUS). Prints failures, then one JSON line:
{"fuzz":"verify","seed","runs","exceptions","slowestMs","falseValid"}. Exit code 1 for any failure.`

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    corpus: { type: 'string', default: process.env['MOQI_CORPUS'] ?? '' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) console.log(usage)
else process.exitCode = await run()

async function run(): Promise<number> {
  const seed = Number(values.seed)
  const bounds = { runs: Number(values.runs), milliseconds: Number(values.seconds) * 1000, seed }
  const { failures, ...report } = await fuzzVerifier(await seedFiles(values.corpus || undefined), bounds)
  for (const failure of failures) console.log(failure)
  console.log(JSON.stringify({ fuzz: 'verify', seed, ...report }))
  return failures.length === 0 ? 0 : 1
}
