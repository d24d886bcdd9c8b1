import { dayMs } from '@moqi/domain/time/civil-date'
import type { AuthState } from '@moqi/domain/spaces/company-auth-lifecycle'
import { changeAccount } from '#src/cores/identity/change-account.ts'
import { openPersonAuth, type PersonAuthRow, settlePersonAuth } from '#src/cores/identity/person-auth.ts'
import { giveTrial } from '#src/cores/order/offers.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { IdentityVerdict } from '#src/platform/gateways/identity/identity-gateway.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { tellAuth } from '#src/platform/live/live-event.ts'
import { type Changing, endPersonChange } from './person-change.ts'
import { moveCompanies } from './operator-steps.ts'

/** Machines answer within the minute, people within two working days. ms. */
const pauses = [10_000, 30_000, 120_000, 900_000, 7_200_000, 28_800_000, dayMs, dayMs] as const
const timedOut = '核验超时未完成，请重新认证'

/** Has the gateway asked again after a while. */
export async function askVerdictLater(tx: Db, authId: string, asked: number): Promise<void> {
  const delayMs = pauses[asked] ?? 0
  await enqueue(tx, 'readPersonVerdict', { authId, asked }, { delayMs, key: `verdict ${authId}` })
}

/**
 * Asks what has become of a person's authentication and ends it with the answer; as long as there is none it is asked
 * again, and has failed when that was often enough. A repeat finds it ended.
 */
export async function readPersonVerdict(
  deps: Deps,
  { authId, asked }: { authId: string; asked: number },
): Promise<void> {
  const found = await deps.db.directory((directory) => openPersonAuth(directory, authId))
  if (!found) return
  const verdict = await deps.identity.personVerdict(authId)
  const isOver = asked + 1 >= pauses.length
  await deps.db.write(found.tenant_id, async (tx) => {
    await lockPhones(tx, [await phoneOf(tx, found.account_id)])
    const row = await openPersonAuth(tx, authId)
    if (!row) return
    if (verdict.is === 'pending' && !isOver) return askVerdictLater(tx, authId, asked + 1)
    await endPersonAuth(deps, tx, row, reasonOf(verdict))
  })
}

function reasonOf(verdict: IdentityVerdict): string | null {
  if (verdict.is === 'pending') return timedOut
  return verdict.is === 'failed' ? verdict.reason : null
}

/** Ends it in the tenant's transaction, with all that follows for the person and for the companies that waited. */
export async function endPersonAuth(
  deps: Changing,
  tx: Db,
  row: PersonAuthRow,
  reason: string | null,
  isTakenBack = false,
): Promise<AuthState> {
  const { tenant_id: tenantId, account_id: accountId } = row
  if (row.is_change) return endPersonChange(deps, tx, row, reason, isTakenBack)
  const status = await settlePersonAuth(deps, tx, row, reason, isTakenBack)
  if (reason === null) await welcome(deps, tx, row)
  await moveCompanies(deps, tx, accountId, reason === null ? { is: 'passed' } : { is: 'failed', reason })
  tellAuth(tx, { tenantId, accountId }, status)
  return status
}

async function welcome(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  { tenant_id: tenantId, account_id: accountId, real_name }: PersonAuthRow,
): Promise<void> {
  await changeAccount(tx, accountId, { nick_name: real_name ?? '' })
  await inTenant(tx, tenantId, () => giveTrial(deps, tx, { tenantId, kind: 'person' }))
  await enqueue(tx, 'makeFirstSeal', { tenantId, accountId })
  await enqueue(tx, 'claimEntries', { accountId })
}

/** The phone of an account. */
export async function phoneOf(tx: Db, accountId: string): Promise<string> {
  const { phone } = await tx
    .selectFrom('account')
    .where('account_id', '=', accountId)
    .select('phone')
    .executeTakeFirstOrThrow()
  return phone
}
