import { approvalLifecycle } from '@moqi/domain/approvals/approval-lifecycle'
import { closeSeats } from '@moqi/domain/approvals/course'
import { hasLeft } from '@moqi/domain/contract/party-lifecycle'
import type { Applied } from '#src/cores/contract/apply-change.ts'
import type { LogActor } from '#src/cores/contract/contract-log.ts'
import type { PartyRow } from '#src/cores/contract/contract-rows.ts'
import { releaseBlobs } from '#src/platform/blobs/blob-holders.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'
import { holdApplication, storeHappening } from './application.ts'

const ended: ReadonlySet<PartyRow['state']> = new Set(['closed', 'expired', 'rejected'])

/** Parties whose applications a change of the contract ends: it is over for them, or somebody else's now. */
export function partiesEnded({ before, after }: Pick<Applied, 'before' | 'after'>): PartyRow[] {
  const now = new Map(after.parties.map((party) => [party.party_no, party]))
  return before.parties.filter((old) => {
    const party = now.get(old.party_no)
    if (old.state !== 'approving' && old.state !== 'approvalFailed') return false
    return !party || ended.has(party.state) || hasLeft(party) || party.account_id !== old.account_id
  })
}

/**
 * Ends the applications of parties for whom the contract is over (domain 5.4, 已失效), each in the party's own space:
 * nobody decides on them any more, and what was agreed to is not stamped.
 */
export async function endApplications(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  actor: LogActor,
  applied: Pick<Applied, 'before' | 'after'>,
): Promise<void> {
  for (const { party_tenant_id: tenantId, contract_id: contractId, party_no } of partiesEnded(applied)) {
    if (tenantId === null) continue
    await inTenant(tx, tenantId, async () => {
      for (const { approval_id: approvalId } of await openOf(tx, { tenantId, contractId, partyNo: party_no })) {
        await releaseBlobs(tx, { jobKey: `ended ${approvalId}`, holders: [approvalId] })
        const application = await holdApplication(tx, { tenantId, approvalId })
        const { state } = application.row
        if (!approvalLifecycle.can(state, 'close')) continue
        await storeHappening(
          tx,
          application,
          {
            set: { state: approvalLifecycle.after(state, 'close') },
            seats: closeSeats(application.seats),
            event: 'close',
          },
          { actor, at: now() },
        )
      }
    })
  }
}

const openOf = (tx: Db, { tenantId, contractId, partyNo }: { tenantId: string; contractId: string; partyNo: number }) =>
  tx
    .selectFrom('approval')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('party_no', '=', partyNo)
    .where('stamped_at', 'is', null)
    .select('approval_id')
    .execute()
