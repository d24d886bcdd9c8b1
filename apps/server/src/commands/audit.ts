import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromPem } from '@moqi/trust/certificates/pem'
import { checkAudit } from '#src/platform/audit/check-audit.ts'
import { type Config, readConfig } from '#src/platform/config.ts'
import { openDatabase } from '#src/platform/database/database.ts'
import { openOwner } from './owner-connection.ts'

/** `npm run audit`: recomputes the operation log's chains and tree against what was signed, beside the server. */

async function main(): Promise<number> {
  const config = readConfig(process.env)
  const access = await openOwner(config)
  const db = openDatabase({ ...access.owner, max: 1 })
  try {
    const faults = await checkAudit({ db, config, trust: { roots: rootsOf(config), now: Date.now() } })
    for (const { what, tenantId, place } of faults)
      console.log([what, tenantId, place].filter((one) => one !== null).join('  '))
    console.log(faults.length === 0 ? '操作日志完整，与已签名的树根一致' : `发现${faults.length}处不一致`)
    return faults.length === 0 ? 0 : 1
  } finally {
    await db.close()
    await access.close()
  }
}

function rootsOf({ dataDir, trustedRoots }: Config): Buffer[] {
  const files = [trustedRoots, join(dataDir, 'ca', 'root.crt')].filter((file) => file !== null)
  return files.filter((file) => existsSync(file)).flatMap((file) => fromPem('CERTIFICATE', readFileSync(file, 'utf8')))
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
