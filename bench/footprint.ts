import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openPlatform, type PlatformUnderTest } from './platform-under-test.ts'
import { cpuBelow, ownCpu } from './round-figures.ts'
import { castSigners } from './signing-cast.ts'
import { asOwner, cleaned, databaseSize, oneContract, unlike } from './whole-contract.ts'

const sample = join(import.meta.dirname, '../samples/采购框架协议.pdf')
const parties = 3
const pageBytes = 8192
const warmUp = 12
const measured = 60

/** What has been used so far: bytes, and ms of CPU. */
type Used = {
  wal: number
  pageImages: number
  database: number
  blobs: number
  objects: number
  serverCpu: number
  databaseCpu: number
}

/**
 * `npm run bench -- footprint`: what a contract of three parties takes from upload to archive, of log (WAL, the images
 * of pages apart, of which there is one a page and checkpoint), database, blobs, and of the server's and PostgreSQL's
 * CPU; the figures that `npm run plan` computes with. Answers the exit code.
 */
export async function benchFootprint(): Promise<number> {
  const platform = await openPlatform('P-256')
  try {
    const pdf = readFileSync(sample)
    const cast = await castSigners(platform.deps, parties)
    const [initiator] = cast
    if (!initiator) return 1
    for (let made = 0; made < warmUp; made++) await oneContract(platform, initiator, cast, unlike(pdf, made))
    const before = await used(platform)
    for (let made = 0; made < measured; made++) await oneContract(platform, initiator, cast, unlike(pdf, warmUp + made))
    const after = await used(platform)
    const each = (what: keyof Used) => (after[what] - before[what]) / measured
    const kb = (what: keyof Used) => Math.round(each(what) / 102.4) / 10
    const ms = (what: keyof Used) => Math.round(each(what))
    console.log(
      JSON.stringify({
        bench: 'footprint',
        parties,
        fileKb: Math.round(pdf.length / 1024),
        walKb: kb('wal'),
        pageImagesKb: kb('pageImages'),
        databaseKb: kb('database'),
        blobKb: kb('blobs'),
        objects: Math.round(each('objects') * 10) / 10,
        serverCpuMs: ms('serverCpu'),
        databaseCpuMs: ms('databaseCpu'),
      }),
    )
    return 0
  } finally {
    await platform.close()
  }
}

async function used(platform: PlatformUnderTest): Promise<Used> {
  const serverCpu = ownCpu()
  const databaseCpu = cpuBelow(platform.postmaster) ?? 0
  const log = 'select wal_bytes::float8 as bytes, wal_fpi::float8 as images from pg_stat_wal'
  const [row] = await asOwner(platform, log)
  const pageImages = Number(row?.images) * pageBytes
  await cleaned(platform)
  return {
    wal: Number(row?.bytes) - pageImages,
    pageImages,
    database: await databaseSize(platform),
    ...blobsBelow(join(platform.folder, 'blobs')),
    serverCpu,
    databaseCpu,
  }
}

function blobsBelow(folder: string): Pick<Used, 'blobs' | 'objects'> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => statSync(join(folder, name)))
    .filter((file) => file.isFile())
  return { blobs: files.reduce((sum, { size }) => sum + size, 0), objects: files.length }
}
