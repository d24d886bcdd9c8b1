import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type BackupFolder, backupsIn, openBackupFolder } from '#src/platform/backup/backup-folder.ts'
import { checkBackup } from '#src/platform/backup/check-backup.ts'
import { restoreBackup } from '#src/platform/backup/restore-backup.ts'
import { verifyData } from '#src/platform/backup/verify-data.ts'
import { openBlobs } from '#src/platform/blobs/open-blobs.ts'
import { adoptStore } from '#src/platform/blobs/same-store.ts'
import { readConfig } from '#src/platform/config.ts'
import { lockData } from '#src/platform/data-lock.ts'
import { openDatabase } from '#src/platform/database/database.ts'
import { ownerOf, startPostgres } from '#src/platform/database/embedded-postgres.ts'
import type { OwnerConnection } from '#src/platform/database/migrate.ts'
import { rootsOf } from './roots.ts'

/** `npm run restore -- DIR --to DATA`: a backup into an empty data directory and an empty database. */

const usage = `用法：npm run restore -- 备份目录 --to 数据目录 [--at 时间] [--passphrase-file 文件]
  数据目录必须不存在或为空；设了 DATABASE_URL 时恢复到该数据库，它必须是空的，否则使用内置的 PostgreSQL。
  --at 时间                备份目录中的子目录名，默认最近一次
  --passphrase-file 文件   加密备份的口令`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, at: { type: 'string' }, 'passphrase-file': { type: 'string' } },
  })
  const [path] = positionals
  if (!path || !values.to || positionals.length > 1) {
    console.error(usage)
    return 2
  }
  const passphraseFile = values['passphrase-file']
  const folder = openBackupFolder(path, passphraseFile ? readFileSync(passphraseFile, 'utf8').trim() : null)
  const stamp = values.at ?? backupsIn(folder).at(-1)
  if (!stamp || !backupsIn(folder).includes(stamp)) throw new Error(`${path} 中没有备份 ${stamp ?? ''}`)
  return restore(folder, stamp, resolve(values.to))
}

async function restore(folder: BackupFolder, stamp: string, dataDir: string): Promise<number> {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) throw new Error(`${dataDir} 不是空目录`)
  const manifest = await checkBackup(folder, stamp)
  const config = readConfig({ ...process.env, MOQI_DATA: dataDir })
  const lock = await lockData(dataDir)
  const access = await openTarget(config)
  const blobs = await openBlobs(config, Date.now)
  const db = openDatabase({ ...access.owner, max: 1 })
  try {
    await restoreBackup({ owner: access.owner, blobs, dataDir }, folder, manifest)
    await adoptStore(db, blobs)
    const report = await verifyData({ owner: access.owner, db, blobs, dataDir, roots: rootsOf(config), now: Date.now })
    for (const fault of report.faults) console.log(fault)
    console.log(
      `已恢复 ${stamp} 至 ${dataDir}：日志、${report.blobs}个文件与${report.documents}份合同文件已核验，发现${report.faults.length}处问题`,
    )
    if (!manifest.withKeys)
      console.log(`备份中没有密钥加密密钥：启动前设置 MOQI_KEK，或将密钥文件放回 ${join(dataDir, 'keys')}`)
    console.log('原来的服务若仍在运行，请勿启动这一份：两份会各自发出短信、签署同一份合同')
    return report.faults.length === 0 ? 0 : 1
  } finally {
    await db.close()
    await access.close()
    lock.release()
  }
}

type Target = { owner: OwnerConnection; close: () => Promise<void> }

async function openTarget({ databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string }): Promise<Target> {
  if (databaseUrl) return { owner: { connectionString: databaseUrl }, close: async () => {} }
  const postgres = await startPostgres(join(dataDir, 'postgres'))
  return { owner: ownerOf(postgres), close: postgres.stop }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
