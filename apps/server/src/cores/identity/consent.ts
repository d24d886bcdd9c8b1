import { agreementVersions } from '@moqi/domain/account/agreements'
import type { Caller } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

type AgreedTo = readonly { document: string; version: string }[]

/**
 * Keeps that the account agreed to documents as they are now, to those of signing up unless told others: version, time,
 * address, browser.
 */
export async function recordConsent(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  caller: Caller,
  accountId: string,
  agreedTo: AgreedTo = agreementVersions,
): Promise<void> {
  const rows = agreedTo.map(({ document, version }) => ({
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
