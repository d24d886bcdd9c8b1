import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { s3Requests } from '../../apps/server/src/platform/blobs/s3/s3-requests.ts'
import type { ObjectStore } from './object-store.ts'
import { ready, startService } from './service.ts'
import { makeFolder, unprivileged, writeOwn } from './unprivileged.ts'

const run = promisify(execFile)
const askLimitMs = 60_000
const bucket = 'contracts'
const allow = ['mon', 'osd', 'mgr'].flatMap((of) => ['--cap', of, 'allow *'])
/** Files that say how far a first start has come. */
const made = { all: 'made', monitor: 'mon/keyring', osd: 'osd/whoami' }

/** Where Ceph's gateway and its monitor listen; its other programs take ports from `internal` on, some twenty. */
export type CephPorts = { gateway: number; monitor: number; internal: number }

/** Ceph's S3 gateway over a monitor and one OSD whose disk is a file in `folder`; started again on what is there. */
export async function startCeph(folder: string, ports: CephPorts): Promise<ObjectStore> {
  const home = makeFolder(join(folder, 'ceph'))
  const place = (name: string) => join(home, name)
  for (const name of ['mon', 'osd', 'rgw', 'run']) makeFolder(place(name))
  if (!existsSync(place('fsid'))) writeOwn(place('fsid'), randomUUID())
  if (!existsSync(place('secret'))) writeOwn(place('secret'), randomBytes(20).toString('hex'))
  const conf = writeOwn(place('ceph.conf'), configuration(home, readFileSync(place('fsid'), 'utf8'), ports))
  const ask = async (program: string, ...args: string[]) => {
    const [command = '', ...rest] = [...unprivileged(), program, ...args]
    return (await run(command, rest, { cwd: home, timeout: askLimitMs })).stdout
  }
  const daemon = (name: string, ...command: string[]) => startService(name, { command, folder })

  const isNew = !existsSync(place(made.all))
  if (isNew) await makeMonitor(home, ports, ask)
  const services = [daemon('ceph-mon', 'ceph-mon', '-f', '-c', conf, '-i', 'a')]
  if (isNew && !existsSync(place(made.osd))) {
    const uuid = randomUUID()
    await ask('ceph', '-c', conf, 'osd', 'new', uuid, '0')
    await ask('ceph-osd', '-c', conf, '-i', '0', '--mkfs', '--osd-uuid', uuid)
  }
  services.push(daemon('ceph-osd', 'ceph-osd', '-f', '-c', conf, '-i', '0'))
  const key = { id: 'moqi', secret: readFileSync(place('secret'), 'utf8') }
  if (isNew) {
    const names = ['--uid=moqi', '--display-name=moqi', `--access-key=${key.id}`, `--secret-key=${key.secret}`]
    await ask('radosgw-admin', '-c', conf, '-n', 'client.rgw', 'user', 'create', ...names)
  }
  services.push(daemon('ceph-rgw', 'radosgw', '-f', '-c', conf, '-n', 'client.rgw'))
  const endpoint = `http://127.0.0.1:${ports.gateway}`
  await ready('Ceph', async () => (await fetch(endpoint)).ok, join(folder, 'ceph-rgw.log'))
  if (isNew) await makeBucket(endpoint, key)
  writeOwn(place(made.all), '')
  return {
    name: 'Ceph RADOS Gateway',
    settings: {
      MOQI_BLOBS: `s3://${bucket}/moqi`,
      MOQI_S3_ENDPOINT: endpoint,
      MOQI_S3_KEY_ID: key.id,
      MOQI_S3_KEY_SECRET: key.secret,
      MOQI_S3_ADDRESSING: 'path',
    },
    async stop() {
      for (const service of services.toReversed()) await service.stop()
    },
  }
}

/** The gateway insists on cephx, so every program has a key. */
async function makeMonitor(
  home: string,
  { monitor }: CephPorts,
  ask: (program: string, ...args: string[]) => Promise<string>,
): Promise<void> {
  if (existsSync(join(home, made.monitor))) return
  const [keyring, map, conf] = ['keyring', 'monmap', 'ceph.conf'].map((name) => join(home, name))
  if (!keyring || !map || !conf) return
  await ask('ceph-authtool', '--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *')
  for (const who of ['client.admin', 'client.rgw', 'osd.0'])
    await ask('ceph-authtool', keyring, '--gen-key', '-n', who, ...allow)
  const fsid = readFileSync(join(home, 'fsid'), 'utf8')
  await ask('monmaptool', '--create', '--clobber', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, map)
  await ask('ceph-mon', '-c', conf, '--mkfs', '-i', 'a', '--monmap', map, '--keyring', keyring)
}

async function makeBucket(endpoint: string, key: { id: string; secret: string }): Promise<void> {
  const settings = { endpoint, bucket, prefix: '', region: 'us-east-1', addressing: 'path', key } as const
  const { ask, close } = s3Requests({ ...settings, certificateAuthority: null })
  const { status } = await ask({ method: 'PUT', key: '' }).finally(close)
  if (status !== 200) throw new Error(`Ceph answers ${status} to a new bucket`)
}

/** One copy of everything: this is one machine. */
const configuration = (home: string, fsid: string, { gateway, monitor, internal }: CephPorts) => `[global]
fsid = ${fsid}
mon host = [v2:127.0.0.1:${monitor}]
keyring = ${home}/keyring
osd pool default size = 1
osd pool default min size = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
osd pool default pg num = 1
osd pool default pgp num = 1
mon max pg per osd = 1000
osd pool default pg autoscale mode = off
ms bind ipv6 = false
ms bind port min = ${internal}
ms bind port max = ${internal + 20}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
run dir = ${home}/run
crash dir = ${home}/run
admin socket = ${home}/run/$name.asok
log file = ${home}/run/$name.log
osd objectstore = bluestore
bluestore block size = 10737418240
osd memory target = 939524096
[mon.a]
mon data = ${home}/mon
[osd.0]
osd data = ${home}/osd
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw data = ${home}/rgw
`
