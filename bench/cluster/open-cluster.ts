import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ServerProcess, serverProcess } from '../server-process.ts'
import { startCeph } from './ceph.ts'
import { type DatabaseCluster, startDatabases } from './database-cluster.ts'
import { startFront } from './front.ts'
import { type ObjectStore, startPlayer } from './object-store.ts'
import type { Service } from './service.ts'

/** A platform of several machines on one: what `npm run cluster` starts. */
export type Cluster = {
  /** nginx, through which the nodes are one platform. */
  http: string
  https: string
  front: Service
  nodes: readonly ServerProcess[]
  database: DatabaseCluster
  store: ObjectStore
  stop: () => Promise<void>
}

/** `port`: the first of a hundred that it takes on loopback; `isPlayed`: an S3 of the tests' instead of Ceph's. */
export type ClusterOptions = {
  folder: string
  port: number
  isPlayed: boolean
  settings?: NodeJS.ProcessEnv
  say?: (line: string) => void
}

const count = 3
const programs = ['etcd', 'patroni', 'haproxy', 'nginx', 'setpriv', 'openssl']
const cephPrograms = ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph']
/** What somebody asks for passes his own proxy, as it were, and nginx. */
const hops = '2'

/** Starts everything, in order, in `folder` or on what is there; what had started is ended when a part fails. */
export async function openCluster({ folder: named, port, isPlayed, settings, say }: ClusterOptions): Promise<Cluster> {
  requirePrograms(isPlayed ? programs : [...programs, ...cephPrograms])
  const folder = resolve(named)
  mkdirSync(folder, { recursive: true })
  // Databases run as another user, which has to get here.
  chmodSync(folder, 0o755)
  const of = (from: number) => Array.from({ length: count }, (_, index) => port + from + index)
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end()
  }
  try {
    const ports = { haproxy: port + 2, etcd: of(10), etcdPeers: of(14), postgres: of(20), patroni: of(24) }
    const [store, database] = await Promise.all([
      (isPlayed
        ? startPlayer()
        : startCeph(folder, { gateway: port + 40, monitor: port + 41, internal: port + 50 })
      ).then(keep),
      startDatabases(folder, ports).then(keep),
    ])
    await database.whole()
    say?.(`数据库就绪：Patroni 与三个 PostgreSQL，HAProxy 127.0.0.1:${ports.haproxy}`)
    say?.(`对象存储就绪：${store.name}`)
    const common = {
      ...store.settings,
      DATABASE_URL: database.url,
      MOQI_KEK: ensureKey(folder),
      MOQI_TRUST_PROXY: hops,
    }
    const nodes = await Promise.all(
      of(4).map((at, index) =>
        serverProcess(join(folder, `node-${index + 1}`), { ...common, ...settings, PORT: String(at) }),
      ),
    )
    stops.push(async () => void (await Promise.all(nodes.map((node) => node.end('SIGTERM')))))
    // The first one's start makes everybody and everything of the demo, which takes longer than the others would wait.
    await nodes[0]?.start()
    await Promise.all(nodes.slice(1).map((node) => node.start()))
    say?.(`墨契就绪：${count} 个节点`)
    const front = await startFront(folder, { nodes: of(4), http: port, https: port + 1 })
    stops.push(front.service.stop)
    return { http: front.http, https: front.https, front: front.service, nodes, database, store, stop }
  } catch (error) {
    await stop()
    throw error
  }

  function keep<T extends { stop: () => Promise<void> }>(part: T): T {
    stops.push(part.stop)
    return part
  }
}

function requirePrograms(names: readonly string[]): void {
  const missing = names.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0)
  if (missing.length > 0) throw new Error(`缺少 ${missing.join('、')}：以 root 运行 npm run cluster 会安装`)
}

function ensureKey(folder: string): string {
  const file = join(folder, 'key-encryption-key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8')
}
