import { accountLimits } from '@moqi/domain/account/limits'
import { lockState, type LockState } from '@moqi/domain/account/lockout'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'

/** What the failures of a key mean now, over all nodes. */
export async function lockOf(directory: Db, failureKey: string, now: number): Promise<LockState> {
  const found = await directory
    .selectFrom('login_failure')
    .where('name_hash', '=', failureKey)
    .select(['failures', 'last_failure_at'])
    .executeTakeFirst()
  return lockState(found?.failures ?? 0, found?.last_failure_at ?? null, now)
}

/** Counts a failure; after a lock's time the first counts anew. Answers how many tries are left, 0 or less: locked. */
export async function countFailure(tx: Db, failureKey: string, at: number): Promise<number> {
  const { failures } = await tx
    .insertInto('login_failure')
    .values({ name_hash: failureKey, failures: 1, last_failure_at: at })
    .onConflict((conflict) =>
      conflict.column('name_hash').doUpdateSet({
        failures: sql`case when login_failure.last_failure_at < ${at - accountLimits.login.lockMs} then 1
          else login_failure.failures + 1 end`,
        last_failure_at: at,
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  return accountLimits.login.failures - failures
}

/** Forgets the failures, unless tries made at the same time have locked the key by now. Throws `account/locked`. */
export async function forgiveFailures(tx: Db, failureKey: string, now: number): Promise<void> {
  const failures = await tx
    .deleteFrom('login_failure')
    .where('name_hash', '=', failureKey)
    .returning(['failures', 'last_failure_at'])
    .executeTakeFirst()
  const lock = lockState(failures?.failures ?? 0, failures?.last_failure_at ?? null, now)
  // The transaction is undone, and the lock stays.
  if (lock.locked) throw lockedFor(lock.retryAfter)
}

/** A lock of so many ms. */
export const lockedFor = (ms: number): Refusal => new Refusal('account/locked', { minutes: Math.ceil(ms / 60_000) })
