import type { AuthState } from '@moqi/domain/spaces/company-auth-lifecycle'
import { changeAccount } from '#src/cores/identity/change-account.ts'
import { knownPerson, type PersonAuthRow, settlePersonAuth } from '#src/cores/identity/person-auth.ts'
import { revokeSeals } from '#src/cores/seal/revoke-seals.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { tellAuth } from '#src/platform/live/live-event.ts'
import { notify } from '#src/platform/messages/notify.ts'

/** What of the server's means ending an authentication uses. */
export type Changing = Pick<Deps, 'config' | 'now' | 'newId' | 'sms' | 'derivationKey'>

/**
 * Ends the change of a person's details: what stood before stands on unless it passed. Another name revokes all that
 * reads the one before, has a seal made, and is told to contracts under way; certificates go by the name they were
 * issued for, so that the next signature has one of the new. Another number alone leaves seals as they are.
 */
export async function endPersonChange(
  deps: Changing,
  tx: Db,
  row: PersonAuthRow,
  reason: string | null,
  isTakenBack = false,
): Promise<AuthState> {
  const { tenant_id: tenantId, account_id: accountId } = row
  const { name: was } = await knownPerson(tx, tenantId)
  const is = reason === null ? (row.real_name ?? was) : was
  const status = await settlePersonAuth(deps, tx, row, reason, isTakenBack)
  const n = is === was ? 0 : await rename(deps, tx, { tenantId, accountId, was, is })
  // Whoever takes it back knows.
  if (!isTakenBack)
    await notify(deps, tx, { kind: 'personChanged', to: { accountId, tenantId }, facts: { name: is, reason, n } })
  tellAuth(tx, { tenantId, accountId }, status)
  return status
}

type Renamed = { tenantId: string; accountId: string; was: string; is: string }

/** Answers how many seals were revoked. */
async function rename(deps: Changing, tx: Db, { tenantId, accountId, was, is }: Renamed): Promise<number> {
  await changeAccount(tx, accountId, { nick_name: is })
  const seals = await inTenant(tx, tenantId, () => revokeSeals(deps, tx, null, { tenantId, reason: '实名姓名变更' }))
  await enqueue(tx, 'makeFirstSeal', { tenantId, accountId, since: deps.now() })
  await enqueue(tx, 'renameParties', { accountId, was, is })
  // What was sent to the new name waits for it no longer.
  await enqueue(tx, 'claimEntries', { accountId })
  return seals.length
}
