import { parseArgs } from 'node:util'
import { isBackupRunning } from '#src/platform/backup/hold-back.ts'
import type { BlobStore } from '#src/platform/blobs/blob-store.ts'
import { openBlobs } from '#src/platform/blobs/open-blobs.ts'
import { requireSameStore } from '#src/platform/blobs/same-store.ts'
import { blobFolders, sweepOrphans } from '#src/platform/blobs/sweep-orphans.ts'
import { readConfig } from '#src/platform/config.ts'
import { type Database, openDatabase } from '#src/platform/database/database.ts'
import { scrub } from '#src/platform/scrub/scrub.ts'
import { openOwner } from './owner-connection.ts'

/** `npm run scrub`: reads what is stored beside the server, and names what is damaged or what nobody needs. */

const usage = `用法：npm run scrub [-- --orphans [--remove]]
  （无参数）   读取全部文件与签署内容，列出损坏或丢失的；有损坏时退出码非 0
  --orphans    统计没有任何记录引用的文件，不做改动
  --remove     并删除其中已满一天无人引用的；其余由此刻起计`

type Opened = { db: Database; blobs: BlobStore; now: () => number }

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { orphans: { type: 'boolean', default: false }, remove: { type: 'boolean', default: false } },
  })
  if (positionals.length > 0 || (values.remove && !values.orphans)) {
    console.error(usage)
    return 2
  }
  const config = readConfig(process.env)
  const access = await openOwner(config)
  const db = openDatabase({ ...access.owner, max: 1 })
  const blobs = await openBlobs(config, Date.now)
  const opened = { db, blobs, now: Date.now }
  try {
    return values.orphans ? await tellOrphans(opened, !values.remove) : await readAll(opened)
  } finally {
    blobs.close()
    await db.close()
    await access.close()
  }
}

async function readAll(opened: Opened): Promise<number> {
  // What a pass of the server has begun is ended first, then everything is read.
  await scrub(opened, { mostMs: Infinity, restMs: Infinity })
  const { pieces, bytes, damaged } = await scrub(opened, { mostMs: Infinity, restMs: 0 })
  for (const name of damaged) console.log(`已损坏或丢失  ${name}`)
  console.log(`已读取${pieces}项，${megabytes(bytes)}，发现${damaged.length}处损坏`)
  return damaged.length === 0 ? 0 : 1
}

async function tellOrphans(opened: Opened, isDry: boolean): Promise<number> {
  // What nobody needs here somebody else may.
  await requireSameStore(opened.db, opened.blobs)
  if (!isDry && (await isBackupRunning(opened)))
    throw new Error('备份正在进行，可能还要用到这些文件：请在备份结束后再试')
  const { unnamed, due, removed } = await sweepOrphans(opened, { folders: blobFolders, isDry })
  console.log(`没有记录引用的文件${unnamed.number}项，${megabytes(unnamed.bytes)}`)
  if (!isDry) console.log(`已删除${removed.number}项，${megabytes(removed.bytes)}；其余须满一天无人引用`)
  else if (due.number === 0) console.log('其中没有已满一天无人引用的')
  else console.log(`其中已满一天无人引用的${due.number}项，${megabytes(due.bytes)}：加上 --remove 即删除`)
  return 0
}

const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
