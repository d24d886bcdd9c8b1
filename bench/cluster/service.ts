import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { unprivileged } from './unprivileged.ts'

/** A program in the foreground that is started again whenever it ends by itself, as a supervisor would. */
export type Service = {
  name: string
  /** Its process while it runs. */
  pid: () => number | null
  /** Sends it a signal; a stopped one hears none but SIGCONT and SIGKILL. */
  signal: (signal: NodeJS.Signals) => void
  /** Kills it, and keeps it from being started again until it is let `up`. */
  down: () => void
  up: () => void
  /** Ends it for good: SIGTERM, and SIGKILL when it has not gone after half a minute. */
  stop: () => Promise<void>
}

const againMs = 1000
const mostStarts = 200
const endLimitMs = 30_000
const readyLimitMs = 120_000

/**
 * Starts one, in a session of its own, so that Ctrl-C reaches it by `stop` alone; it is told to end when this process
 * dies in any way. What it says goes to `NAME.log` in `folder`.
 */
export function startService(
  name: string,
  { command, folder, env = {} }: { command: string[]; folder: string; env?: NodeJS.ProcessEnv },
): Service {
  const log = join(folder, `${name}.log`)
  const [program = '', ...args] = [...unprivileged(), ...command]
  let stopping = false
  let isDown = false
  let running: ChildProcess | null = null
  let starts = 0
  function start(): void {
    starts += 1
    const descriptor = openSync(log, 'a', 0o600)
    const child = spawn(program, args, {
      cwd: folder,
      env: { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: folder, ...env },
      stdio: ['ignore', descriptor, descriptor],
      detached: true,
    })
    closeSync(descriptor)
    running = child
    child.once('error', () => {})
    child.once('exit', () => void again())
  }
  async function again(): Promise<void> {
    running = null
    await pause(againMs)
    if (!stopping && !isDown && running === null && starts < mostStarts) start()
  }
  start()
  return {
    name,
    pid: () => running?.pid ?? null,
    signal: (signal) => void running?.kill(signal),
    down() {
      isDown = true
      running?.kill('SIGKILL')
    },
    up() {
      isDown = false
      if (running === null) void again()
    },
    async stop() {
      stopping = true
      const child = running
      if (!child) return
      const ended = once(child, 'exit')
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      const gone = await Promise.race([ended.then(() => true), pause(endLimitMs, false, { ref: false })])
      if (gone) return
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Waits until `isReady`; throws with the last words of the service's log when it does not get there. */
export async function ready(what: string, isReady: () => Promise<boolean>, log?: string): Promise<void> {
  for (const until = Date.now() + readyLimitMs; Date.now() < until; await pause(200)) {
    if (await isReady().catch(() => false)) return
  }
  const words = log ? readFileSync(log, 'utf8').slice(-1500) : ''
  throw new Error(`${what} 没有就绪：\n${words}`)
}
