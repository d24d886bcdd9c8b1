import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { endOrphan, processesIn } from '../../apps/server/src/platform/database/end-postgres.ts'
import { ready, type Service, startService } from './service.ts'
import { makeFolder, writeOwn } from './unprivileged.ts'

/** One PostgreSQL with the Patroni that leads it. */
export type Member = {
  name: string
  service: Service
  /** Where its PostgreSQL keeps its data. */
  directory: string
  /** Its PostgreSQL's first process; null while it does not run. */
  postmaster: () => number | null
}

/** Three PostgreSQL servers, one of which leads, agreed upon in etcd; HAProxy goes to the one that does. */
export type DatabaseCluster = {
  url: string
  members: readonly Member[]
  /** What each member says of itself; those that do not answer are left out. */
  states: () => Promise<MemberState[]>
  /** Who leads, as far as anybody says so. */
  leader: () => Promise<Member | null>
  /** Waits until one leads, all others follow it, and one of them has whatever is acknowledged. */
  whole: () => Promise<void>
  /** Asks Patroni to hand leadership on; answers whether it will. */
  switchOver: () => Promise<boolean>
  stop: () => Promise<void>
}

/** Addresses on loopback that the databases of a cluster take. */
export type DatabasePorts = {
  haproxy: number
  etcd: readonly number[]
  etcdPeers: readonly number[]
  postgres: readonly number[]
  patroni: readonly number[]
}

const State = z.object({
  role: z.string(),
  state: z.string(),
  replication: z.array(z.object({ state: z.string(), sync_state: z.string() })).optional(),
})
/** What Patroni tells of its member. */
type MemberState = z.output<typeof State> & { name: string }

const local = (port: number) => `127.0.0.1:${port}`
const binaries = ['/usr/lib/postgresql/18/bin', '/usr/lib/postgresql/17/bin', '/usr/lib/postgresql/15/bin']

/**
 * Whoever leads has lost the right to after `ttl` s without a word to etcd, and another takes over; a commit is
 * acknowledged when a follower has it too, and only such a one may take over.
 */
const agreed = {
  ttl: 30,
  loop_wait: 5,
  retry_timeout: 10,
  synchronous_mode: true,
  synchronous_mode_strict: true,
  failsafe_mode: true,
  primary_start_timeout: 10,
  postgresql: {
    use_pg_rewind: true,
    parameters: { max_connections: 200, max_wal_size: '1GB', wal_keep_size: '256MB', shared_buffers: '128MB' },
  },
}

/** Starts all of it in `folder`, or again on what is there. */
export async function startDatabases(folder: string, ports: DatabasePorts): Promise<DatabaseCluster> {
  const etcd = startEtcd(folder, ports)
  const password = ensurePassword(folder)
  await ready('etcd', () => isHealthy(ports.etcd), join(folder, 'etcd-1.log'))
  const members = ports.postgres.map((_, index) => startMember(folder, { ports, index, password }))
  const haproxy = startHaproxy(folder, ports)
  const states = async () =>
    (await Promise.all(ports.patroni.map((port, index) => stateAt(port, members[index]?.name ?? '')))).flat()
  const isWhole = async () => {
    const all = await states()
    const leading = all.filter(isLeading)
    const followers = leading.flatMap(({ replication = [] }) => replication)
    return (
      leading.length === 1 &&
      all.length === members.length &&
      followers.filter(({ state }) => state === 'streaming').length === members.length - 1 &&
      followers.some(({ sync_state }) => sync_state === 'sync') &&
      (await mayTakeOver(ports.patroni))
    )
  }
  const leader = async () => {
    const leading = (await states()).find(isLeading)
    return members.find(({ name }) => name === leading?.name) ?? null
  }
  return {
    url: `postgres://postgres:${password}@${local(ports.haproxy)}/postgres`,
    members,
    states,
    leader,
    async whole() {
      await ready('PostgreSQL', isWhole, join(folder, 'pg-1.log')).catch(async (cause: unknown) => {
        throw new Error(`not whole: ${JSON.stringify(await states())}`, { cause })
      })
    },
    async switchOver() {
      const from = await leader()
      const port = ports.patroni[members.findIndex((member) => member === from)]
      if (!from || !port) return false
      const body = JSON.stringify({ leader: from.name })
      const answer = await fetch(`http://${local(port)}/switchover`, { method: 'POST', body }).catch(() => null)
      return answer?.ok === true
    },
    async stop() {
      await haproxy.stop()
      await Promise.all(members.map(({ service }) => service.stop()))
      // One whose Patroni was killed runs on by itself.
      await Promise.all(members.map(({ directory }) => (existsSync(directory) ? endOrphan(directory) : undefined)))
      await Promise.all(etcd.map((service) => service.stop()))
    },
  }
}

const isLeading = ({ role, state }: MemberState) => ['master', 'primary'].includes(role) && state === 'running'

async function stateAt(port: number, name: string): Promise<MemberState[]> {
  const answer = await fetch(`http://${local(port)}/patroni`, { signal: AbortSignal.timeout(5000) }).catch(() => null)
  if (!answer) return []
  const read = State.safeParse(await answer.json().catch(() => null))
  return read.success ? [{ ...read.data, name }] : []
}

const Agreed = z.object({ members: z.array(z.object({ role: z.string() })) })

/** Whether etcd names a follower that may lead: for a while after a start it names none, though one is in step. */
async function mayTakeOver(patroni: readonly number[]): Promise<boolean> {
  const [port = 0] = patroni
  const answer = await fetch(`http://${local(port)}/cluster`, { signal: AbortSignal.timeout(5000) }).catch(() => null)
  const read = Agreed.safeParse(await answer?.json().catch(() => null))
  return read.success && read.data.members.some(({ role }) => role === 'sync_standby')
}

function startEtcd(folder: string, { etcd, etcdPeers }: DatabasePorts): Service[] {
  const initial = etcdPeers.map((port, index) => `etcd-${index + 1}=http://${local(port)}`).join(',')
  return etcd.map((port, index) => {
    const name = `etcd-${index + 1}`
    const peer = `http://${local(etcdPeers[index] ?? 0)}`
    const options = {
      name,
      'data-dir': makeFolder(join(folder, name)),
      'listen-client-urls': `http://${local(port)}`,
      'advertise-client-urls': `http://${local(port)}`,
      'listen-peer-urls': peer,
      'initial-advertise-peer-urls': peer,
      'initial-cluster': initial,
      // Three on one disk, which others use as well.
      'heartbeat-interval': '300',
      'election-timeout': '3000',
      logger: 'zap',
      'log-level': 'warn',
    }
    const args = Object.entries(options).map(([option, value]) => `--${option}=${value}`)
    return startService(name, { command: ['etcd', ...args], folder })
  })
}

async function isHealthy(ports: readonly number[]): Promise<boolean> {
  const answers = await Promise.all(ports.map((port) => fetch(`http://${local(port)}/health`)))
  const healths = await Promise.all(answers.map((answer) => answer.text()))
  return healths.every((health) => health.includes('"true"'))
}

function ensurePassword(folder: string): string {
  const file = join(folder, 'database-password')
  if (!existsSync(file)) writeOwn(file, randomBytes(24).toString('hex'))
  return readFileSync(file, 'utf8')
}

type MemberOptions = { ports: DatabasePorts; index: number; password: string }

function startMember(folder: string, { ports, index, password }: MemberOptions): Member {
  const name = `pg-${index + 1}`
  const home = makeFolder(join(folder, name))
  const directory = join(home, 'data')
  const postgres = local(ports.postgres[index] ?? 0)
  const patroni = local(ports.patroni[index] ?? 0)
  const entrance = ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256']
  const settings = {
    scope: 'moqi',
    name,
    restapi: { listen: patroni, connect_address: patroni },
    etcd3: { hosts: ports.etcd.map(local) },
    bootstrap: { dcs: agreed, initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'] },
    postgresql: {
      listen: postgres,
      connect_address: postgres,
      data_dir: directory,
      bin_dir: binaries.find((path) => existsSync(join(path, 'postgres'))),
      pgpass: join(home, 'pgpass'),
      pg_hba: ['local all all reject', ...entrance],
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
        rewind: { username: 'rewinder', password },
      },
      parameters: { unix_socket_directories: '' },
    },
  }
  // What is written as JSON is YAML.
  const file = writeOwn(join(home, 'patroni.yaml'), JSON.stringify(settings, null, 2))
  const service = startService(name, { command: ['patroni', file], folder })
  const postmaster = () => {
    const [first] = existsSync(join(directory, 'postmaster.pid'))
      ? readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')
      : []
    const pid = Number(first)
    return processesIn(directory).includes(pid) ? pid : null
  }
  return { name, service, directory, postmaster }
}

/** Goes to whoever leads; connections to one that no longer does are ended. */
function startHaproxy(folder: string, { haproxy, postgres, patroni }: DatabasePorts): Service {
  const servers = postgres.map(
    (port, index) => `  server pg-${index + 1} ${local(port)} maxconn 200 check port ${patroni[index]}`,
  )
  const file = writeOwn(
    join(folder, 'haproxy.cfg'),
    `global
  maxconn 1000
defaults
  mode tcp
  timeout connect 3s
  timeout check 5s
  timeout client 1h
  timeout server 1h
  option clitcpka
  option srvtcpka
listen database
  bind ${local(haproxy)}
  option httpchk
  http-check send meth OPTIONS uri /primary
  http-check expect status 200
  default-server inter 2s fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  )
  return startService('haproxy', { command: ['haproxy', '-db', '-f', file], folder })
}
