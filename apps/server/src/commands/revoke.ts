import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { revocationReason } from '@moqi/signing/certificates/revocation-list'
import type { PoolConfig } from 'pg'
import { revokeCertificate } from '#src/platform/authority/revoke-certificate.ts'
import { type Config, readConfig } from '#src/platform/config.ts'
import { openDatabase } from '#src/platform/database/database.ts'

/** `npm run revoke -- SERIAL REASON`: for the operator, beside the running server, with the same settings. */

const usage =
  '用法：npm run revoke -- 证书序列号 原因\n' +
  '原因：unspecified keyCompromise cACompromise affiliationChanged superseded cessationOfOperation'

/** The server's database: DATABASE_URL, or the embedded one, which says in its pid file where it listens. */
function connectionOf({ databaseUrl, dataDir }: Config): PoolConfig | null {
  if (databaseUrl) return { connectionString: databaseUrl }
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  if (!existsSync(pidFile)) return null
  const [, , , port, host] = readFileSync(pidFile, 'utf8').split('\n')
  return { host, port: Number(port), user: 'moqi_owner', database: 'postgres' }
}

async function main([serial = '', word = '']: string[]): Promise<number> {
  const reason = revocationReason(word)
  if (!/^(?:[0-9a-f]{2})+$/i.test(serial) || !reason) {
    console.error(usage)
    return 2
  }
  const connection = connectionOf(readConfig(process.env))
  if (!connection) {
    console.error('内置数据库没有运行：请先启动服务（npm start），或设置 DATABASE_URL')
    return 1
  }
  const db = openDatabase({ ...connection, max: 1 })
  try {
    const isNew = await revokeCertificate(db, { serial, reason, at: Date.now() })
    console.log(isNew ? `证书 ${serial} 已吊销，一分钟内可在吊销列表与 OCSP 中查到` : `证书 ${serial} 此前已吊销`)
    return 0
  } finally {
    await db.close()
  }
}

process.exitCode = await main(process.argv.slice(2))
