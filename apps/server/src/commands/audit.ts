import { auditNow } from '#src/platform/audit/audit.ts'
import { readConfig } from '#src/platform/config.ts'
import { openDatabase } from '#src/platform/database/database.ts'
import { readDerivationKey } from '#src/platform/keys/derivation-key.ts'
import { openKeyEncryption } from '#src/platform/keys/open-key-encryption.ts'
import { openOwner } from './owner-connection.ts'
import { rootsOf } from './roots.ts'

/**
 * `npm run audit`, beside a running server or without: recomputes the log's chains, tree and journal against what was
 * signed, and rows against them.
 */

async function main(): Promise<number> {
  const config = readConfig(process.env)
  const access = await openOwner(config)
  const keys = await openKeyEncryption(config)
  const db = openDatabase({ ...access.owner, max: 1 })
  try {
    const derivationKey = await readDerivationKey(db, keys.keyEncryption, Date.now())
    const trust = { roots: rootsOf(config), now: Date.now() }
    const { faults, rows } = await auditNow(db, { config, derivationKey, trust })
    for (const { what, tenantId, place } of faults)
      console.log([what, tenantId, place].filter((one) => one !== null).join('  '))
    for (const { what, space, table, key, columns } of rows)
      console.log([`${table}表的记录${what}`, space, key, columns.join('、')].filter(Boolean).join('  '))
    const found = faults.length + rows.length
    console.log(found === 0 ? '操作日志完整，与已签名的树根一致，各项数据与变更账一致' : `发现${found}处不一致`)
    return found === 0 ? 0 : 1
  } finally {
    await keys.close()
    await db.close()
    await access.close()
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
