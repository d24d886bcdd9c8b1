import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'
import { partyOf, type PartyRow, type StoredContract } from './contract-rows.ts'
import type { Claimant } from './party-account.ts'
import { withdrawEntry } from './withdraw-entry.ts'

/** What happens to one person's handle of a contract (checklist I2). */
export type EntryChange =
  /** A party gets its handle: in its own tenant when the account is known, else waiting in the home tenant (I10). */
  | { kind: 'give'; partyNo: number }
  /** A handle that waited goes to whom it waited for. */
  | { kind: 'claim'; signId: string; claimant: Claimant }
  /** Whoever comes by it is no party any more: an initiator keeps it without a party, anybody else loses it. */
  | { kind: 'take'; tenantId: string; signId: string; isInitiator: boolean }
  /** One account's handles in a tenant go to another account there, which comes by them in every role they have. */
  | { kind: 'handOver'; tenantId: string; from: string; to: string; signIds: readonly string[] }
  /** A handle that waited, as the party was then, waits for nobody any more. */
  | { kind: 'withdraw'; party: PartyRow }

/** Carries out the changes of handles, in order, each in the tenant it belongs to. Runs in the home tenant. */
export async function changeEntries(
  deps: Pick<Deps, 'config' | 'now'>,
  tx: Db,
  stored: StoredContract,
  changes: readonly EntryChange[],
): Promise<void> {
  for (const change of changes) {
    if (change.kind === 'give') await give(tx, stored, partyOf(stored, change.partyNo))
    else if (change.kind === 'claim') await claim(tx, stored, change)
    else if (change.kind === 'take') await take(tx, change)
    else if (change.kind === 'handOver') await handOver(tx, stored, change)
    else await withdrawEntry(deps, tx, change.party)
  }
}

async function give(tx: Db, { contract }: StoredContract, party: PartyRow): Promise<void> {
  const tenantId = party.party_tenant_id ?? contract.tenant_id
  const entry = {
    tenant_id: tenantId,
    sign_id: party.sign_id,
    account_id: party.account_id,
    home_tenant_id: contract.tenant_id,
    contract_id: contract.contract_id,
    party_no: party.party_no,
    is_initiator: party.sign_id === contract.initiator_sign_id,
  }
  await inTenant(tx, tenantId, () =>
    tx
      .insertInto('entry')
      .values(entry)
      .onConflict((conflict) => conflict.columns(['tenant_id', 'sign_id']).doUpdateSet({ party_no: party.party_no }))
      .execute(),
  )
  if (party.account_id === null) await wait(tx, party, contract.tenant_id)
}

async function wait(tx: Db, party: PartyRow, homeTenantId: string): Promise<void> {
  await tx
    .insertInto('waiting_entry')
    .values({
      home_tenant_id: homeTenantId,
      contract_id: party.contract_id,
      party_no: party.party_no,
      phone: party.phone,
      kind: party.kind,
      name: party.name,
      company_name: party.company_name,
      credit_code: party.credit_code,
      identity_hash: party.identity_hash,
    })
    .execute()
}

/** Held in the initiator's tenant until now; from here on it lives in its owner's. */
async function claim(
  tx: Db,
  { contract }: StoredContract,
  { signId, claimant }: { signId: string; claimant: Claimant },
): Promise<void> {
  const held = await tx
    .deleteFrom('entry')
    .where('tenant_id', '=', contract.tenant_id)
    .where('sign_id', '=', signId)
    .returning(['party_no', 'is_initiator'])
    .executeTakeFirst()
  if (!held) throw new Error(`waiting entry ${signId} is not held`)
  await inTenant(tx, claimant.tenantId, () =>
    tx
      .insertInto('entry')
      .values({
        tenant_id: claimant.tenantId,
        sign_id: signId,
        account_id: claimant.accountId,
        home_tenant_id: contract.tenant_id,
        contract_id: contract.contract_id,
        party_no: held.party_no,
        is_initiator: held.is_initiator,
      })
      .execute(),
  )
}

async function take(
  tx: Db,
  { tenantId, signId, isInitiator }: { tenantId: string; signId: string; isInitiator: boolean },
): Promise<void> {
  await inTenant(tx, tenantId, async () => {
    if (!isInitiator)
      return tx.deleteFrom('entry').where('tenant_id', '=', tenantId).where('sign_id', '=', signId).execute()
    return tx
      .updateTable('entry')
      .set({ party_no: null })
      .where('tenant_id', '=', tenantId)
      .where('sign_id', '=', signId)
      .execute()
  })
}

async function handOver(
  tx: Db,
  { contract }: StoredContract,
  { tenantId, from, to, signIds }: { tenantId: string; from: string; to: string; signIds: readonly string[] },
): Promise<void> {
  await inTenant(tx, tenantId, async () => {
    await tx
      .updateTable('entry')
      .set({ account_id: to })
      .where('tenant_id', '=', tenantId)
      .where('contract_id', '=', contract.contract_id)
      .where('account_id', '=', from)
      .where('sign_id', 'in', [...signIds])
      .execute()
    if (contract.tenant_id !== tenantId) return
    // Whichever of the own handles the initiator comes by, it is the initiator who comes (checklist I4).
    await tx
      .updateTable('entry')
      .set({ is_initiator: sql<boolean>`account_id = ${contract.initiator_account_id}` })
      .where('tenant_id', '=', tenantId)
      .where('contract_id', '=', contract.contract_id)
      .where('account_id', 'in', [from, to])
      .execute()
  })
}
