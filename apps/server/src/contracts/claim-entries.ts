import { nullWhenRefused } from '@moqi/domain/refusal'
import { changeParty, lockContract, type PartyRow } from '#src/cores/contract/contract-rows.ts'
import { refreshInbox } from '#src/cores/contract/inbox.ts'
import { bindCc } from '#src/cores/contract/open-cc.ts'
import { type Claimant, findClaimant } from '#src/cores/contract/party-account.ts'
import { type Db, inTenant } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/**
 * Hands an account the entries that wait for its phone and name (checklist I10). Runs as a job when an account becomes
 * real-named; a repeat finds nothing left to do.
 */
export async function claimEntries(deps: Deps, { accountId }: { accountId: string }): Promise<void> {
  const waiting = await deps.db.directory((directory) =>
    directory
      .selectFrom('waiting_entry as w')
      .innerJoin('account as a', 'a.phone', 'w.phone')
      .where('a.account_id', '=', accountId)
      .selectAll('w')
      .execute(),
  )
  for (const entry of waiting) {
    const claimant = await deps.db.directory((directory) => findClaimant(directory, entry))
    if (claimant) await claim(deps, entry, claimant)
  }
}

type Waiting = { home_tenant_id: string; contract_id: string; signer_no: number; cc_no: number }

async function claim(deps: Deps, waiting: Waiting, claimant: Claimant): Promise<void> {
  const place = { homeTenantId: waiting.home_tenant_id, contractId: waiting.contract_id }
  await deps.db.write(place.homeTenantId, async (tx) => {
    const stored = await lockContract(tx, place).catch(nullWhenRefused)
    const taken = await tx
      .deleteFrom('waiting_entry')
      .where('home_tenant_id', '=', place.homeTenantId)
      .where('contract_id', '=', place.contractId)
      .where('signer_no', '=', waiting.signer_no)
      .where('cc_no', '=', waiting.cc_no)
      .executeTakeFirst()
    if (!stored || taken.numDeletedRows === 0n) return
    const recipient = stored.cc.find(({ cc_no }) => cc_no === waiting.cc_no)
    const party = stored.parties.find(({ signer_no }) => signer_no === waiting.signer_no)
    if (recipient) {
      await bindCc(tx, recipient, claimant)
      await moveEntry(tx, place.homeTenantId, recipient.sign_id, claimant)
    } else if (party) await bindParty(tx, party, claimant)
    await refreshInbox(tx, stored, deps.now())
  })
}

async function bindParty(tx: Db, party: PartyRow, claimant: Claimant): Promise<void> {
  await changeParty(tx, party, { party_tenant_id: claimant.tenantId, account_id: claimant.accountId })
  await moveEntry(tx, party.tenant_id, party.sign_id, claimant)
}

/** Held in the initiator's tenant until now; from here on it lives in its owner's. */
async function moveEntry(tx: Db, homeTenantId: string, signId: string, claimant: Claimant): Promise<void> {
  const held = await tx
    .deleteFrom('entry')
    .where('tenant_id', '=', homeTenantId)
    .where('sign_id', '=', signId)
    .returningAll()
    .executeTakeFirst()
  if (!held) throw new Error(`waiting entry ${signId} is not held`)
  await inTenant(tx, claimant.tenantId, () =>
    tx
      .insertInto('entry')
      .values({ ...held, tenant_id: claimant.tenantId, account_id: claimant.accountId })
      .execute(),
  )
}
