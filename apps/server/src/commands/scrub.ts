import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type BackupFolder, openBackupFolder } from '#src/platform/backup/backup-folder.ts'
import { healFromBackup, type Healed } from '#src/platform/backup/heal-from-backup.ts'
import { isBackupRunning } from '#src/platform/backup/hold-back.ts'
import type { BlobStore } from '#src/platform/blobs/blob-store.ts'
import { openBlobs } from '#src/platform/blobs/open-blobs.ts'
import { adoptStore, requireSameStore } from '#src/platform/blobs/same-store.ts'
import { blobFolders, sweepOrphans } from '#src/platform/blobs/sweep-orphans.ts'
import { readConfig } from '#src/platform/config.ts'
import { type Database, openDatabase } from '#src/platform/database/database.ts'
import { scrub, scrubbingAlone } from '#src/platform/scrub/scrub.ts'
import { openOwner } from './owner-connection.ts'

/** `npm run scrub`: reads what is stored beside the server, and names what is damaged or what nobody needs. */

const usage = `用法：npm run scrub [-- --heal 备份目录 [--passphrase-file 文件] | -- --orphans [--remove]]
  （无参数）   读取全部文件与签署内容，列出损坏或丢失的；有损坏时退出码非 0
  --heal 目录  损坏或丢失的文件从备份目录按校验值恢复，逐项列出；仍有损坏时退出码非 0
  --passphrase-file 文件   加密备份的口令
  --orphans    统计没有任何记录引用的文件，不做改动
  --remove     并删除其中已满一天无人引用的；其余由此刻起计`

type Opened = { db: Database; blobs: BlobStore; now: () => number }

async function main(): Promise<number> {
  const asked = readArguments()
  if (!asked) {
    console.error(usage)
    return 2
  }
  const folder = asked.heal === undefined ? null : openBackupFolder(asked.heal, passphraseIn(asked['passphrase-file']))
  const config = readConfig(process.env)
  const access = await openOwner(config)
  // One is held as long as it lasts: nobody else scrubs meanwhile.
  const db = openDatabase({ ...access.owner, max: 2 })
  const blobs = await openBlobs(config, Date.now)
  const opened = { db, blobs, now: Date.now }
  try {
    return asked.orphans ? await tellOrphans(opened, !asked.remove) : await readAlone(opened, folder)
  } finally {
    blobs.close()
    await db.close()
    await access.close()
  }
}

/** Null when they make no sense together. */
function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      heal: { type: 'string' },
      'passphrase-file': { type: 'string' },
      orphans: { type: 'boolean', default: false },
      remove: { type: 'boolean', default: false },
    },
  })
  const { heal, 'passphrase-file': passphraseFile, orphans, remove } = values
  const isSense =
    positionals.length === 0 &&
    (heal === undefined || !orphans) &&
    (passphraseFile === undefined || heal !== undefined) &&
    (!remove || orphans)
  return isSense ? values : null
}

const passphraseIn = (file: string | undefined) => (file === undefined ? null : readFileSync(file, 'utf8').trim())

/** A part of the server's own pass takes two seconds; another command takes as long as it takes. */
const patience = { tries: 20, pauseMs: 500 }

async function readAlone(opened: Opened, folder: BackupFolder | null): Promise<number> {
  for (let tries = 0; tries < patience.tries; tries++) {
    const code = await scrubbingAlone(opened, () => readAll(opened, folder))
    if (code !== null) return code
    await pause(patience.pauseMs)
  }
  throw new Error('另一个 npm run scrub 正在进行，请在它结束后再试')
}

const saidOf: Record<Healed, (name: string) => string> = {
  healed: (name) => `已恢复  ${name}`,
  absent: (name) => `无法恢复，备份中没有  ${name}`,
  damaged: (name) => `无法恢复，备份中的也已损坏  ${name}`,
  locked: (name) => `无法恢复，文件存储不允许覆盖  ${name}`,
}

async function readAll(opened: Opened, folder: BackupFolder | null): Promise<number> {
  let healed = 0
  const heal = async (name: string) => {
    if (folder === null) return false
    const outcome = await healFromBackup(opened, folder, name)
    console.log(saidOf[outcome](name))
    if (outcome === 'healed') healed += 1
    return outcome === 'healed'
  }
  // Another platform's store is not filled up; one that was lost with its id gets it back.
  if (folder) await adoptStore(opened.db, opened.blobs)
  // What a pass of the server has begun is ended first, then everything is read.
  const deps = { ...opened, heal }
  await scrub(deps, { mostMs: Infinity, restMs: Infinity })
  const { pieces, bytes, damaged } = await scrub(deps, { mostMs: Infinity, restMs: 0 })
  for (const name of damaged) console.log(`已损坏或丢失  ${name}`)
  const restored = folder ? `恢复${healed}项，` : ''
  console.log(`已读取${pieces}项，${megabytes(bytes)}，${restored}发现${damaged.length}处损坏`)
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
