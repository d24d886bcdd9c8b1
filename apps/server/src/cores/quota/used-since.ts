import type { Db } from '#src/platform/database/database.ts'

/** 份 a space has spent since then (ms), without those that came back. Runs in the tenant. */
export async function usedSince(db: Db, tenantId: string, since: number): Promise<number> {
  const { used } = await db
    .selectFrom('quota_entry')
    .where('tenant_id', '=', tenantId)
    .where('kind', 'in', ['send', 'recallRefund'])
    .where('created_at', '>=', since)
    .select(({ fn }) => fn.sum<number | null>('change').as('used'))
    .executeTakeFirstOrThrow()
  return Math.max(0, -Number(used ?? 0))
}
