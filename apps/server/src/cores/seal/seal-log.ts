import type { SealLogVerb } from '@moqi/domain/seals/seal-log-verbs'
import type { Person } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** Who did something to a seal: a signed-in person, or the platform itself, which has no account. */
export type SealActor = Pick<Person, 'accountId' | 'nickName' | 'address'> | null

/** What is told of a seal; null `sealId` for what concerns all of a space's. */
export type SealLine = { tenantId: string; sealId: string | null; verb: SealLogVerb; detail?: string | null }

/** Adds a line to the log of a space's seals, in the transaction of what it tells and in the seals' tenant. */
export async function addSealLog(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  who: SealActor,
  { tenantId, sealId, verb, detail = null }: SealLine,
): Promise<void> {
  await tx
    .insertInto('seal_log')
    .values({
      tenant_id: tenantId,
      log_id: newId(),
      seal_id: sealId,
      at: now(),
      account_id: who?.accountId ?? null,
      who: who?.nickName ?? '平台',
      verb,
      detail,
      address: who?.address ?? null,
    })
    .execute()
}
