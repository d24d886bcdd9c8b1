import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runChild } from './child-process.mjs'
import { ensureDependencies, node26, npm, root } from './dependencies.mjs'
import { filesAgain, isStory, withSecondGo } from './second-go.mjs'
import { ensureSystemPackages } from './system-packages.mjs'
import { leftToWhole } from './test-sets.mjs'
import { ensureWebApp } from './web-build.mjs'

const results = join(root, 'test-results')
const report = join(results, 'tests.json')
const slowest = 10
/** What failed goes again with fewer beside it each time: [name, workers]. */
const goes = [
  ['失败的再来一次', 2],
  ['失败的再来第三次', 1],
]
const isWhole = process.argv.includes('--whole')
const left = isWhole ? [] : leftToWhole()
const startedAt = Date.now()
/** A line for each step that is over: said again at the end, as steps that go on at once bury each other's. */
const outcomes = []

await ensureDependencies()
await ensureSystemPackages()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

// The tests wait for the web app alone, which some open; one run of them all leaves no core idle between two.
const codes = await Promise.all([
  step('检查（格式、规则、类型、未使用）', () => npm(['run', '-s', 'check'])),
  step('构建网页', ensureWebApp).then((code) => code || step('测试', () => vitest(report))),
])
let ended = filesOf(report)
for (const [name, atOnce] of goes) {
  const again = filesAgain(ended)
  if (again.length === 0) break
  const outcome = join(results, `again-with-${atOnce}.json`)
  codes[1] = await step(name, () => vitest(outcome, { atOnce, named: again }))
  ended = withSecondGo(ended, filesOf(outcome))
}
finish(ended, codes.find((code) => code !== 0) ?? 0)

/** Prints the step's time; answers its exit code. */
async function step(name, work) {
  const start = Date.now()
  const code = await work()
  outcomes.push(`${code === 0 ? '✓' : '✗'} ${name} ${seconds(Date.now() - start)}`)
  console.log(outcomes.at(-1))
  return code
}

/** Runs the set's tests, or those of the files that are named, and leaves what they came to in a file. */
function vitest(outcome, { atOnce, named = [] } = {}) {
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${outcome}`]
  const workers = atOnce ? [`--maxWorkers=${atOnce}`] : []
  const without = left.map((file) => `--exclude=${file}`)
  return runChild(node26, [program, 'run', ...workers, ...reporters, ...without, ...named], { cwd: root })
}

function filesOf(outcome) {
  return existsSync(outcome) ? JSON.parse(readFileSync(outcome, 'utf8')).testResults : []
}

/** Ends the process; its last line adds up all tests. Under CI a test that was not run is a failure too. */
function finish(files, code) {
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  printSlowest(files)
  const skipped = tests.filter(({ status }) => !['passed', 'failed'].includes(status))
  for (const { fullName } of skipped) console.log(`跳过：${fullName}`)
  for (const { fullName } of tests.filter(isUnsteady)) console.log(`再来才通过：${fullName}`)
  // A file that cannot be loaded or set up names no failed test, yet it failed.
  const broken = files.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  const failed = tests.filter(({ status }) => status === 'failed').length + broken.length
  const passed = tests.filter(({ status }) => status === 'passed').length
  for (const line of outcomes) console.log(line)
  if (!isWhole) console.log(`常规测试；另有 ${left.length} 个文件由 npm run test:whole 运行`)
  console.log(`总用时 ${seconds(Date.now() - startedAt)}`)
  console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`)
  process.exit(code || (failed > 0 || isOwed(skipped) ? 1 : 0))
}

/** Passed at a later go, so what it saw at the first is a race, of the test or of the product. */
function isUnsteady({ status, failureMessages }) {
  return status === 'passed' && failureMessages.length > 0
}

/** A machine that promises everything owes every test but those of a collection that is no part of the repository. */
function isOwed(skipped) {
  return Boolean(process.env.CI) && skipped.some(({ fullName }) => !fullName.includes('MOQI_CORPUS'))
}

/** Of the stories and of all other files, as nearly every story takes longer than these. */
function printSlowest(played) {
  const timed = played
    .map(({ name, startTime, endTime }) => ({ name: relative(root, name), ms: endTime - startTime }))
    .toSorted((a, b) => b.ms - a.ms)
  for (const kind of [timed.filter((file) => !isStory(file)), timed.filter(isStory)]) {
    for (const { name, ms } of kind.slice(0, slowest)) console.log(`${seconds(ms).padStart(8)}  ${name}`)
  }
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`
}
