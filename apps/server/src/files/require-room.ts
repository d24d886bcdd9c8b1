import { draftLimits } from '@moqi/domain/contract/draft-limits'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'

/** What the smallest upload counts as, bytes: many of them take room in tables instead. */
const leastBytes = 64 * 1024

/**
 * Throws `file/no-room` when an upload of that many bytes would take more room than a space has for what it has not
 * sent: an account may fill neither disk nor bucket (security S9). Runs in the space.
 */
export async function requireRoom(tenant: Db, tenantId: string, bytes: number): Promise<void> {
  const own = sql<number>`greatest(size + case when kept_sha256 = sha256 then 0 else kept_size end, ${leastBytes})`
  const { taken } = await tenant
    .selectFrom('file')
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`not sent`)
    .select(sql<number>`coalesce(sum(${own}), 0)::float8`.as('taken'))
    .executeTakeFirstOrThrow()
  if (taken + Math.max(bytes, leastBytes) > draftLimits.unsentBytes) throw new Refusal('file/no-room')
}
