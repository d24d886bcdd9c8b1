import { type LendingPolicy, shippedPolicy } from '@moqi/domain/lending/lending-policy'
import type { JSONColumnType } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** Only added to, counted from 1; the newest one holds. Times are ms since epoch. */
    lending_policy: {
      version_no: number
      policy: JSONColumnType<LendingPolicy>
      operator_id: string
      operator_name: string
      made_at: number
      reason: string
    }
  }
}

/** The policy that holds, and which version it is: 0 for what the platform ships. */
export async function currentPolicy(directory: Db): Promise<{ versionNo: number; policy: LendingPolicy }> {
  const row = await directory
    .selectFrom('lending_policy')
    .orderBy('version_no', 'desc')
    .select(['version_no', 'policy'])
    .executeTakeFirst()
  return row ? { versionNo: row.version_no, policy: row.policy } : { versionNo: 0, policy: shippedPolicy }
}
