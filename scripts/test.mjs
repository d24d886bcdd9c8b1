import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runChild } from './child-process.mjs'
import { ensureDependencies, node26, npm, root } from './dependencies.mjs'
import { ensureSystemPackages } from './system-packages.mjs'
import { ensureWebApp } from './web-build.mjs'

const results = join(root, 'test-results')
const reports = [join(results, 'unit.json'), join(results, 'e2e.json')]
const slowest = 10
const startedAt = Date.now()

await ensureDependencies()
await ensureSystemPackages()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

// The web app comes before the tests: some start the whole server. Much of the check has one thread.
await pass(
  step('检查（格式、规则、类型、未使用）', () => npm(['run', '-s', 'check'])),
  step('构建网页', ensureWebApp),
)
await pass(step('单元与服务端测试', () => vitest(reports[0], '--project', '!e2e', '--maxWorkers=100%')))
await pass(step('浏览器测试', () => vitest(reports[1], '--project', 'e2e')))
finish(0)

/** Prints the step's time; answers its exit code. */
async function step(name, work) {
  const start = Date.now()
  const code = await work()
  console.log(`${code === 0 ? '✓' : '✗'} ${name} ${seconds(Date.now() - start)}`)
  return code
}

/** Waits for steps that go on at once; ends the process with an exit code that is not 0. */
async function pass(...steps) {
  const codes = await Promise.all(steps)
  const failed = codes.find((code) => code !== 0)
  if (failed !== undefined) finish(failed)
}

function vitest(report, ...args) {
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runChild(node26, [program, 'run', ...args, ...reporters], { cwd: root })
}

/** Ends the process; its last line adds up all vitest runs. Under CI a test that was not run is a failure too. */
function finish(code) {
  const ran = reports.filter((file) => existsSync(file)).map((file) => JSON.parse(readFileSync(file, 'utf8')))
  const files = ran.flatMap(({ testResults }) => testResults)
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  printSlowest(files)
  const skipped = tests.filter(({ status }) => !['passed', 'failed'].includes(status))
  for (const { fullName } of skipped) console.log(`跳过：${fullName}`)
  // A file that cannot be loaded or set up names no failed test, yet it failed.
  const broken = files.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  )
  const failed = tests.filter(({ status }) => status === 'failed').length + broken.length
  const passed = tests.filter(({ status }) => status === 'passed').length
  console.log(`总用时 ${seconds(Date.now() - startedAt)}`)
  console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`)
  process.exit(code || (failed > 0 || isOwed(skipped) ? 1 : 0))
}

/** A machine that promises everything owes every test but those of a collection that is no part of the repository. */
function isOwed(skipped) {
  return Boolean(process.env.CI) && skipped.some(({ fullName }) => !fullName.includes('MOQI_CORPUS'))
}

function printSlowest(files) {
  const timed = files.map(({ name, startTime, endTime }) => ({ name: relative(root, name), ms: endTime - startTime }))
  for (const { name, ms } of timed.toSorted((a, b) => b.ms - a.ms).slice(0, slowest)) {
    console.log(`${seconds(ms).padStart(8)}  ${name}`)
  }
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`
}
