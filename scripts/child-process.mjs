import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** One Ctrl-C can arrive twice, from the terminal and from npm; only a later one means impatience. */
const sameKeypressMs = 500
const parentCheckMs = 500

/**
 * Runs a program to its end with this process's terminal and resolves with its exit code (128 + number for a signal).
 * SIGINT, SIGTERM and SIGHUP are passed on; a second one kills.
 * A `service` gets a session of its own, so that one Ctrl-C reaches it once, and an IPC channel, so that it sees
 * `disconnect` when this process dies in any way, SIGKILL included. Aborting `until` stops the program gently. Another
 * program's `stdout` may go to a descriptor of ours.
 */
export function runChild(command, args, { cwd, env = process.env, service = false, stdout = 'inherit', until } = {}) {
  const child = spawn(command, args, {
    cwd,
    env,
    detached: service,
    stdio: service ? ['ignore', 'inherit', 'inherit', 'ipc'] : ['inherit', stdout, 'inherit'],
  })
  const stop = forwarder(child)
  for (const signal of forwarded) process.on(signal, stop)
  until?.addEventListener('abort', () => child.kill('SIGTERM'))
  const watch = service ? watchParent(stop) : undefined
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  }).finally(() => {
    clearInterval(watch)
    for (const signal of forwarded) process.off(signal, stop)
  })
}

/**
 * Runs a service as `runChild` does, and again whenever it ends by itself with a failure after it had run for
 * `settledMs`: one that cannot start ends at once. Resolves with the exit code that ends it. `say` hears of each start.
 */
export async function keepRunning(command, args, { say, settledMs = 20_000, pauseMs = 1000, ...options }) {
  let asked = false
  const ask = () => {
    asked = true
  }
  for (const signal of forwarded) process.on(signal, ask)
  try {
    for (;;) {
      const startedAt = performance.now()
      const code = await runChild(command, args, { ...options, service: true })
      if (asked || code === 0 || performance.now() - startedAt < settledMs) return code
      say(`服务意外停止（${code}），正在重新启动`)
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      if (asked) return code
    }
  } finally {
    for (const signal of forwarded) process.off(signal, ask)
  }
}

function forwarder(child) {
  let firstAt = 0
  return (signal) => {
    const now = Date.now()
    if (firstAt === 0) {
      firstAt = now
      child.kill(signal)
    } else if (now - firstAt > sameKeypressMs) {
      child.kill('SIGKILL')
    }
  }
}

/** Under npm our parent is npm: when it is killed without a chance to tell us, we notice that we were handed on. */
function watchParent(stop) {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  return setInterval(() => {
    if (process.ppid !== parent) stop('SIGTERM')
  }, parentCheckMs)
}
