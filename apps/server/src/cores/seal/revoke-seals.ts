import { sealLifecycle } from '@moqi/domain/seals/seal-lifecycle'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { moveSeal } from './change-seal.ts'
import { lockSeals } from './lock-seals.ts'
import type { SealActor } from './seal-log.ts'

const revocable = sealLifecycle.states.filter((state) => sealLifecycle.can(state, 'revoke'))

/**
 * Revokes every seal of a space that still could be used, with its grants and electronic seals, each with its line in
 * the log. Answers them as they were. Runs in the tenant.
 */
export async function revokeSeals(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  who: SealActor,
  { tenantId, reason }: { tenantId: string; reason: string },
): Promise<Schema['seal'][]> {
  await lockSeals(tx, tenantId)
  const seals = await revocableSeals(tx, tenantId, true)
  for (const seal of seals) await moveSeal(deps, tx, who, { seal, event: 'revoke', reason })
  return seals
}

/** The seals of a space that still could be used. Runs in the tenant. */
export const revocableSeals = (tx: Db, tenantId: string, lock = false): Promise<Schema['seal'][]> =>
  tx
    .selectFrom('seal')
    .where('tenant_id', '=', tenantId)
    .where('status', 'in', revocable)
    .orderBy('seal_id')
    .selectAll()
    .$if(lock, (query) => query.forUpdate())
    .execute()
