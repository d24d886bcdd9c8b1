import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** Stands for the server: says its pid, ends with 7 when asked to, and by itself when its parent is gone. */
const polite = `
process.once('disconnect', () => process.exit(9))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(7))
`
const stubborn = `for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})`
const announce = `console.log('pid ' + process.pid); setInterval(() => {}, 1000)`

let folder = ''
const started: number[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'moqi-life-'))
})

afterEach(() => {
  for (const pid of started.splice(0)) if (alive(pid)) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Writes a service with this code and a launcher around it; gives the launcher's path. */
function writeLauncher(
  code: string,
  run = (service: string) => `runChild(process.execPath, [${service}], { service: true })`,
): string {
  const service = join(folder, 'service.mjs')
  writeFileSync(service, `${code}\n${announce}`)
  const launcher = join(folder, 'launcher.mjs')
  const library = JSON.stringify(join(import.meta.dirname, 'child-process.mjs'))
  writeFileSync(
    launcher,
    `import { keepRunning, runChild } from ${library}\nprocess.exit(await ${run(JSON.stringify(service))})`,
  )
  return launcher
}

/** Starts a command that ends up in a service; resolves when the service runs. */
async function launch(
  command: string,
  args: string[],
  asNpm = false,
): Promise<{ launcher: ChildProcess; service: number }> {
  const { npm_lifecycle_event: _, ...inherited } = process.env
  const env = asNpm ? { ...inherited, npm_lifecycle_event: 'start' } : inherited
  const launcher = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], env })
  const [said] = await once(launcher.stdout, 'data')
  const service = Number(/pid (\d+)/.exec(String(said))?.[1])
  started.push(service, launcher.pid ?? 0)
  return { launcher, service }
}

const launchService = (code: string) => launch(process.execPath, [writeLauncher(code)])

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function gone(pid: number, withinMs = 30_000): Promise<boolean> {
  const until = Date.now() + withinMs
  while (alive(pid) && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
  return !alive(pid)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} reaches the service, and its exit code comes back`, async () => {
    const { launcher, service } = await launchService(polite)
    launcher.kill(signal)
    expect(await once(launcher, 'exit')).toEqual([7, null])
    expect(await gone(service)).toBe(true)
  })
}

test('a launcher killed without warning takes its service with it', async () => {
  const { launcher, service } = await launchService(polite)
  launcher.kill('SIGKILL')
  expect(await gone(service)).toBe(true)
})

test('a service killed without warning ends its launcher with 137', async () => {
  const { launcher, service } = await launchService(polite)
  process.kill(service, 'SIGKILL')
  expect(await once(launcher, 'exit')).toEqual([137, null])
})

test('the same Ctrl-C arriving twice stops gently, a later one kills', async () => {
  const { launcher, service } = await launchService(stubborn)
  launcher.kill('SIGINT')
  launcher.kill('SIGINT')
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(alive(service)).toBe(true)
  launcher.kill('SIGINT')
  expect(await once(launcher, 'exit')).toEqual([137, null])
  expect(alive(service)).toBe(false)
})

test('a service under npm ends when npm is killed without warning', async () => {
  // The shell stands for npm: it is the launcher's parent until it is killed.
  const command = `"${process.execPath}" "${writeLauncher(polite)}"; true`
  const { launcher, service } = await launch('sh', ['-c', command], true)
  launcher.kill('SIGKILL')
  expect(await gone(service)).toBe(true)
})

const kept = (settledMs: number) => (service: string) =>
  `keepRunning(process.execPath, [${service}], { settledMs: ${settledMs}, pauseMs: 10, say: () => {} })`

test('a service that was killed is started again, and ends with its launcher', async () => {
  const { launcher, service } = await launch(process.execPath, [writeLauncher(polite, kept(0))])
  process.kill(service, 'SIGKILL')
  const [said] = await once(launcher.stdout ?? process.stdin, 'data')
  const again = Number(/pid (\d+)/.exec(String(said))?.[1])
  started.push(again)
  expect(again).not.toBe(service)
  launcher.kill('SIGTERM')
  expect(await once(launcher, 'exit')).toEqual([7, null])
  expect(await gone(again)).toBe(true)
})

test('a service that ends before it has settled is not started again', async () => {
  const { launcher, service } = await launch(process.execPath, [writeLauncher(polite, kept(60_000))])
  process.kill(service, 'SIGKILL')
  expect(await once(launcher, 'exit')).toEqual([137, null])
})
