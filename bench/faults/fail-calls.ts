import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { databaseProcesses, type ServerProcess } from '../server-process.ts'

/** What stores something. */
export type Sort = 'fsync' | 'write' | 'rename'
/** Has the n-th call of a sort fail, counted from now on, until `stop`, which answers how many failed. */
export type FailCalls = (server: ServerProcess, sort: Sort, nth: number) => Promise<{ stop: () => Promise<number> }>

/** Of PostgreSQL: what it writes files with, the others being for sockets; links are renames that overwrite nothing. */
const calls = {
  fsync: { names: 'fsync,fdatasync', error: 'EIO' },
  write: { names: 'pwrite64,pwritev', error: 'ENOSPC' },
  rename: { names: 'rename,renameat,renameat2,link,linkat', error: 'EIO' },
} as const satisfies Record<Sort, { names: string; error: string }>

const attachMs = 5000
const seenMs = 50

/** In each process of the embedded database, by strace. Throws in words where there is none. */
export const failInDatabase: FailCalls = async ({ dataDir }, sort, nth) => {
  if (spawnSync('strace', ['-V']).status !== 0)
    throw new Error('failing calls of PostgreSQL needs strace: apt-get install strace')
  const { names, error } = calls[sort]
  const folder = mkdtempSync(join(tmpdir(), 'moqi-strace-'))
  const log = join(folder, 'log')
  const processes = databaseProcesses(dataDir)
  const inject = ['-e', `trace=${names}`, '-e', `inject=${names}:error=${error}:when=${nth}`]
  const args = ['-f', '-o', log, ...inject, ...processes.flatMap((pid) => ['-p', String(pid)])]
  const strace = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(strace, 'exit')
  let said = ''
  strace.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const isAttached = () => said.split(' attached').length > processes.length
  for (const until = Date.now() + attachMs; !isAttached() && Date.now() < until;) await pause(10)
  return {
    async stop() {
      strace.kill('SIGINT')
      await ended
      const failed = readFileSync(log, 'utf8').split('(INJECTED)').length - 1
      rmSync(folder, { recursive: true, force: true })
      return failed
    },
  }
}

/** In the server as it stores blobs, once. `settings` have the server load what does it; `file` says when. */
export function failInServer(file: string): { settings: NodeJS.ProcessEnv; fail: FailCalls } {
  writeFileSync(file, 'none#0')
  return {
    settings: {
      MOQI_FAULT_CALLS: file,
      NODE_OPTIONS: `--import=${join(import.meta.dirname, 'failing-files.ts')}`,
    },
    async fail(_, sort, nth) {
      const asked = `${sort}#${nth}`
      writeFileSync(file, asked)
      await pause(seenMs)
      return {
        async stop() {
          writeFileSync(file, 'none#0')
          await pause(seenMs)
          return existsSync(`${file}.failed`) && readFileSync(`${file}.failed`, 'utf8') === asked ? 1 : 0
        },
      }
    },
  }
}
