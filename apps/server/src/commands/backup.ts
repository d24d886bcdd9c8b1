import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBlobs } from '#src/platform/blobs/open-blobs.ts'
import { makeBackupFolder } from '#src/platform/backup/backup-folder.ts'
import { checkBackup } from '#src/platform/backup/check-backup.ts'
import { makeBackup } from '#src/platform/backup/make-backup.ts'
import { verifyData } from '#src/platform/backup/verify-data.ts'
import { readConfig } from '#src/platform/config.ts'
import { openDatabase } from '#src/platform/database/database.ts'
import { openOwner } from './owner-connection.ts'
import { rootsOf } from './roots.ts'

/** `npm run backup -- DIR`: a consistent copy of database and blobs, beside the running server. */

const usage = `用法：npm run backup -- 目录 [--passphrase-file 文件] [--with-keys]
  目录中已有的文件不再复制；每次备份一个以时间命名的子目录。
  --passphrase-file 文件   以文件中的口令加密（AES-256-GCM）；同一目录须始终用同一口令
  --with-keys              连同密钥加密密钥。不加此项时，恢复需要另行保管的密钥；加此项时，备份本身即可打开一切`

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'passphrase-file': { type: 'string' }, 'with-keys': { type: 'boolean', default: false } },
  })
  const [path] = positionals
  if (!path || positionals.length > 1) {
    console.error(usage)
    return 2
  }
  const config = readConfig(process.env)
  const folder = makeBackupFolder(path, passphraseOf(values['passphrase-file']))
  const blobs = await openBlobs(config, Date.now)
  const { dataDir } = config
  const access = await openOwner(config)
  const db = openDatabase({ ...access.owner, max: 1 })
  try {
    const source = { owner: access.owner, blobs, dataDir }
    const made = await makeBackup(source, folder, { at: new Date(), withKeys: values['with-keys'] })
    const { tables } = made.manifest
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `已备份 ${made.stamp}：${tables.length}张表${rows}行，${made.manifest.blobs.number}个文件（新增${made.newBlobs}个）`,
    )
    await checkBackup(folder, made.stamp)
    const report = await verifyData({ ...source, db, roots: rootsOf(config), now: Date.now })
    for (const fault of report.faults) console.log(fault)
    if (!values['with-keys']) console.log(keyHint(config.keyEncryptionKey, dataDir))
    console.log(
      `备份已逐字节核对；日志、${report.blobs}个文件与${report.documents}份合同文件已核验，发现${report.faults.length}处问题`,
    )
    console.log(`清单校验值 ${made.proof}`)
    return report.faults.length === 0 ? 0 : 1
  } finally {
    await db.close()
    await access.close()
  }
}

const passphraseOf = (file: string | undefined) => {
  if (file === undefined) return null
  const passphrase = readFileSync(file, 'utf8').trim()
  if (passphrase.length < 12) throw new Error('口令至少12个字符')
  return passphrase
}

const keyHint = (setting: string | null, dataDir: string) =>
  setting === null && existsSync(join(dataDir, 'keys'))
    ? `备份中没有密钥加密密钥：请另行妥善保管 ${join(dataDir, 'keys')}，没有它备份无法使用`
    : '备份中没有密钥加密密钥（MOQI_KEK）：没有它备份无法使用'

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
