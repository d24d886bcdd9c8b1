import { fraudReasons, type FraudReason } from '@moqi/domain/contract/fraud-report'
import { formatDate } from '@moqi/domain/time/format-date'
import { readConfig } from '#src/platform/config.ts'
import { openDatabase } from '#src/platform/database/database.ts'
import { openOwner } from './owner-connection.ts'

/** `npm run reports`: the newest reports of fraud, beside the running server. */

const labels: ReadonlyMap<string, string> = new Map(Object.entries(fraudReasons satisfies Record<FraudReason, string>))

async function main(): Promise<number> {
  const access = await openOwner(readConfig(process.env))
  const db = openDatabase({ ...access.owner, max: 1 })
  try {
    const rows = await db.directory((directory) =>
      directory.selectFrom('fraud_report').selectAll().orderBy('created_at', 'desc').limit(50).execute(),
    )
    for (const row of rows) {
      const who = row.party_no === null ? '发起方' : `第${row.party_no}签署方`
      const facts = [row.report_no, formatDate(row.created_at), row.contract_id, who, row.address]
      console.log([...facts, labels.get(row.reason) ?? row.reason, row.content].join('  ').trimEnd())
    }
    if (rows.length === 0) console.log('没有举报')
    return 0
  } finally {
    await db.close()
    await access.close()
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
