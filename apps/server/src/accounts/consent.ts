import { agreementVersions } from '@moqi/domain/account/agreements'
import type { Caller } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** Keeps that the account agreed to the agreements as they are now: version, time, address, browser. */
export async function recordConsent(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  caller: Caller,
  accountId: string,
): Promise<void> {
  const rows = agreementVersions.map(({ document, version }) => ({
    account_id: accountId,
    document,
    version,
    agreed_at: now(),
    address: caller.address,
    user_agent: caller.userAgent,
  }))
  await tx
    .insertInto('consent')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
