import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { openOwner } from '../../apps/server/src/commands/owner-connection.ts'
import { CallFailure } from '../../scripts/demo/api-client.ts'
import { uploadContract } from '../../scripts/demo/launch-contract.ts'
import { onServerIn, type ServerProcess } from '../server-process.ts'
import type { FaultScene, Strike } from '../survive.ts'
import { readiness } from './readiness.ts'
import { onSmallDisk, type SmallDisk } from './small-disk.ts'

/** The database takes 60 MB before anybody has signed. */
const megabytes = { database: 400, blobs: 100 }
const faultMs = 15_000
const limitMs = 5000
const megabyte = 1024 ** 2
/** The server looks at its disk every second. */
const lookMs = 1500
const segments = 4
const sample = readFileSync(join(import.meta.dirname, '../../samples/采购框架协议.pdf'))

/** What is left of the database's disk as it fills, in MB, a look of the server's each: past its reserve and on. */
const leftMegabytes = [200, 120, 70, 60, 110, 80, 60, 50, 40, 20, 8, 0]
/** At which of them it gives its reserve up, and at which even that is nearly used up. */
const [reserveAt, scarceAt] = [3, 7]

/**
 * The disks of the database and of the blobs are full in turns, and at once, while eight people sign and somebody
 * uploads a file that was never there, and every fourth time the database's fills little by little; then there is space
 * again, without a hand at the server.
 */
export const diskScene: FaultScene = {
  fault: 'disk',
  on: (use) =>
    onSmallDisk(megabytes.database, (database) =>
      onSmallDisk(megabytes.blobs, (blobs) =>
        onServerIn(database.path, (server) => use(server, full({ database, blobs })), {
          MOQI_BLOBS: join(blobs.path, 'blobs'),
          MOQI_DISK_RESERVE: '100',
        }),
      ),
    ),
}

type Disks = { database: SmallDisk; blobs: SmallDisk }

const full =
  ({ database, blobs }: Disks) =>
  async (strike: Strike): Promise<void> => {
    const { index, server, over } = strike
    const chosen = [[blobs], [database], [database, blobs], [database]][index % 4] ?? []
    try {
      if (index % 4 === 3) await littleByLittle(database, strike)
      else {
        for (const disk of chosen) disk.fill()
        if (chosen.includes(database)) await nextSegments(server)
        await Promise.race([meanwhile(strike), pause(faultMs)])
      }
    } finally {
      for (const disk of chosen) disk.empty()
    }
    over()
  }

/** People sign and upload while it fills; what the server says of itself is noted at each step. */
async function littleByLittle(disk: SmallDisk, strike: Strike): Promise<void> {
  const { server, signSome, note } = strike
  await signSome(2)
  let going: Promise<unknown> = Promise.resolve()
  for (const [step, left] of leftMegabytes.entries()) {
    disk.fillTo(left * megabyte)
    if (step === reserveAt) await signSome(2)
    if (step === scarceAt) going = Promise.race([meanwhile(strike), pause(faultMs)])
    await pause(lookMs)
    const said = await readiness(server.baseUrl).catch(() => null)
    note(`${left} MB left: ${said ? (said.get('disk') ?? 'ready') : 'no answer'}`)
  }
  await going
}

/** Has PostgreSQL go on to files of its log that are not there yet, as it will after a few thousand signatures. */
async function nextSegments({ dataDir }: ServerProcess): Promise<void> {
  const { owner, close } = await openOwner({ databaseUrl: null, dataDir })
  const client = new Client({ ...owner, connectionTimeoutMillis: limitMs, query_timeout: limitMs })
  client.on('error', () => {})
  try {
    await client.connect()
    for (let turn = 0; turn < segments; turn++)
      await client.query("select pg_switch_wal(), pg_logical_emit_message(true, 'fault', repeat('x', 100000))")
  } catch {
    // It ended meanwhile, which is what a full disk of its own may do to PostgreSQL.
  } finally {
    await client.end().catch(() => {})
    await close()
  }
}

/** Nothing may hang; what cannot be stored is refused in words, and what is there can be read. */
async function meanwhile({ sign, series: { initiator }, contract: { fileId, signId }, note }: Strike): Promise<void> {
  const bytes = new Uint8Array(Buffer.concat([sample, Buffer.from(`\n% ${Math.random()}`)]))
  const said = (what: string) => (error: unknown) =>
    note(`${what}: ${error instanceof CallFailure ? `${error.code} ${error.message.slice(0, 60)}` : 'cut off'}`)
  await Promise.all([
    sign(),
    uploadContract(initiator, { fileName: '新合同.pdf', bytes }).then(() => note('upload: taken'), said('upload')),
    initiator.download('fileContent', { fileId, signId }).then(() => note('read: given'), said('read')),
    initiator.call('listTasks', { pageSize: 10 }).then(() => note('list: given'), said('list')),
  ])
}
