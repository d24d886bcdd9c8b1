import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startServer } from './server.ts'

/** Processes below `pid`, by `ps`. */
function descendants(pid: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = lines.map((line) => line.trim().split(/\s+/).map(Number))
  const below = pairs.filter(([, parent]) => parent === pid).flatMap(([child = 0]) => child)
  return [...below, ...below.flatMap(descendants)]
}

function alive(pid: number): boolean {
  const state = execFileSync('sh', ['-c', `ps -o stat= -p ${pid} || true`], { encoding: 'utf8' }).trim()
  return state !== '' && !state.startsWith('Z')
}

async function allGone(pids: number[]): Promise<boolean> {
  for (const until = Date.now() + 10_000; Date.now() < until; await pause(100)) if (!pids.some(alive)) return true
  return false
}

test('a stopped server leaves neither process nor data behind', async () => {
  const server = await startServer()
  const pids = [server.pid, ...descendants(server.pid)]
  expect(pids.length).toBeGreaterThan(2)
  expect(existsSync(server.rootFile)).toBe(true)
  await server.stop()
  expect(await allGone(pids)).toBe(true)
  expect(existsSync(server.dataDir)).toBe(false)
})

test('a server killed without warning takes its database with it', async () => {
  const server = await startServer()
  const pids = [server.pid, ...descendants(server.pid)]
  process.kill(server.pid, 'SIGKILL')
  expect(await allGone(pids)).toBe(true)
  await server.stop()
})

test('a server that cannot start says why', async () => {
  await expect(startServer({ MOQI_KEK: 'short' })).rejects.toThrow('MOQI_KEK is neither 64 hex digits')
})
