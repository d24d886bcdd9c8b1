import { checkAudit } from '#src/platform/audit/check-audit.ts'
import { readConfig } from '#src/platform/config.ts'
import { openDatabase } from '#src/platform/database/database.ts'
import { openOwner } from './owner-connection.ts'
import { rootsOf } from './roots.ts'

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

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
