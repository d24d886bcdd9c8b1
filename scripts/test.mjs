import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChild } from './child-process.mjs'
import { ensureDependencies, node26, npm, root } from './dependencies.mjs'
import { ensureSystemPackages } from './system-packages.mjs'
import { ensureWebApp } from './web-build.mjs'

const results = join(root, 'test-results')
const reports = [join(results, 'unit.json'), join(results, 'e2e.json')]

await ensureDependencies()
await ensureSystemPackages()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

await step('检查（格式、规则、类型、未使用）', () => npm(['run', '-s', 'check']))
// The web app comes before the tests: some start the whole server.
await step('构建网页', ensureWebApp)
await step('单元与服务端测试', () => vitest(reports[0], '--project', '!e2e', '--maxWorkers=100%'))
await step('浏览器测试', () => vitest(reports[1], '--project', 'e2e'))
summarise()

/** Prints the step's time; ends the process with its exit code when that is not 0. */
async function step(name, work) {
  const start = Date.now()
  const code = await work()
  console.log(`${code === 0 ? '✓' : '✗'} ${name} ${((Date.now() - start) / 1000).toFixed(1)} s`)
  if (code === 0) return
  summarise()
  process.exit(code)
}

function vitest(report, ...args) {
  const program = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runChild(node26, [program, 'run', ...args, ...reporters], { cwd: root })
}

/** One line that adds up all vitest runs. */
function summarise() {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const report of reports.filter((file) => existsSync(file))) {
    const ran = JSON.parse(readFileSync(report, 'utf8'))
    total.passed += ran.numPassedTests
    // A file that cannot even be loaded names no test, yet it failed.
    const broken = ran.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
    total.failed += ran.numFailedTests + broken.length
    total.skipped += ran.numPendingTests + (ran.numTodoTests ?? 0)
  }
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
}
