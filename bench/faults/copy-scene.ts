import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOwner } from '../../apps/server/src/commands/owner-connection.ts'
import { onServer, type ServerProcess, serverProcess } from '../server-process.ts'
import type { FaultScene, Strike } from '../survive.ts'

/** Where a second server is started, and with what settings; `dataDir` is a fresh folder that is removed afterwards. */
type Second = (server: ServerProcess, dataDir: string) => Promise<{ dataDir: string; settings?: NodeJS.ProcessEnv }>
type Outcome = { name: string; mayStart: boolean; second: Second }

const seconds: Outcome[] = [
  {
    name: 'a copy of the whole directory',
    mayStart: true,
    async second(server, dataDir) {
      // What disappears while it is copied is not in it: nothing of PostgreSQL's makes that a fault of cp's.
      execFileSync('sh', ['-c', 'cp -a "$0/." "$1" 2>/dev/null || true', server.dataDir, dataDir])
      return { dataDir }
    },
  },
  { name: 'the same directory', mayStart: false, second: async ({ dataDir }) => ({ dataDir }) },
  {
    name: 'the same blobs beside another database',
    mayStart: false,
    second: async (server, dataDir) => ({ dataDir, settings: { MOQI_BLOBS: join(server.dataDir, 'blobs') } }),
  },
  {
    name: 'the same database beside other blobs',
    mayStart: false,
    second: async (server, dataDir) => ({ dataDir, settings: await ownDatabase(server) }),
  },
  {
    name: 'a copy of the blobs beside the same database',
    mayStart: true,
    async second(server, dataDir) {
      execFileSync('cp', ['-a', join(server.dataDir, 'blobs'), dataDir])
      return { dataDir, settings: await ownDatabase(server) }
    },
  },
]

/**
 * While eight people sign, a second server is started on a copy of the first one's data or on part of it: what must
 * not be refuses to start, and the first one does not notice.
 */
export const copyScene: FaultScene = {
  fault: 'copy',
  on: (use) => onServer((server) => use(server, twice)),
}

async function twice(strike: Strike): Promise<void> {
  const { index, server, amidst, sign, note, wrong } = strike
  const outcome = seconds[index % seconds.length]
  if (!outcome) return
  const folder = mkdtempSync(join(tmpdir(), 'moqi-copy-'))
  chmodSync(folder, 0o755)
  try {
    await amidst()
    const { dataDir, settings } = await outcome.second(server, folder)
    const started = await starts(dataDir, settings)
    note(`${outcome.name}: ${started ? 'starts' : 'refuses'}`)
    if (started && !outcome.mayStart) wrong()
    await sign()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function starts(dataDir: string, settings: NodeJS.ProcessEnv = {}): Promise<boolean> {
  const server = await serverProcess(dataDir, settings)
  try {
    await server.start()
    return true
  } catch {
    return false
  } finally {
    await server.end('SIGTERM')
  }
}

/** How another server would be told to use that one's database and keys. */
async function ownDatabase({ dataDir }: ServerProcess): Promise<NodeJS.ProcessEnv> {
  const { owner } = await openOwner({ databaseUrl: null, dataDir })
  const { host = '', user = '', password } = owner
  const url = `postgres://${user}:${String(password)}@localhost/postgres?host=${encodeURIComponent(host)}`
  return { DATABASE_URL: url, MOQI_KEK: `file:${join(dataDir, 'keys', 'key-encryption-key')}` }
}
