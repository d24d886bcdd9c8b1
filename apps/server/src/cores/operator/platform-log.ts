import { operatorNumber, type PlatformVerb } from '@moqi/domain/operators/look-rules'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

type Deed = {
  tenantId: string
  /** Null of what was done beside the server. */
  operatorId: string | null
  lookId: string | null
  verb: PlatformVerb
  detail: string | null
}

/**
 * Adds a line to what a space reads of the platform's doing there, and says whether it did: a part that was seen in a
 * look already has its line. Runs in the tenant.
 */
export async function addPlatformLog(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  { tenantId, operatorId, lookId, verb, detail }: Deed,
): Promise<boolean> {
  const who = operatorId === null ? '平台运维' : operatorNumber(operatorId)
  const added = await tx
    .insertInto('platform_log')
    .values({ tenant_id: tenantId, log_id: newId(), look_id: lookId, at: now(), who, verb, detail })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}
