import { changeParty, type PartyRow, type StoredContract } from './contract-rows.ts'
import { type Claimant, findClaimant } from './party-account.ts'
import { type Db, inTenant } from '#src/platform/database/database.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'

/**
 * Gives every party its entry: in its own tenant when the account is known, else waiting in the home tenant until
 * somebody proves phone and name (checklist I10). An initiator who signs keeps one entry for both roles (I3).
 */
export async function bindParties(tx: Db, stored: StoredContract): Promise<void> {
  const { parties, cc } = stored
  // Those of the copy recipients too, which come next: all in one order.
  await lockPhones(
    tx,
    [...parties, ...cc].map(({ phone }) => phone),
  )
  for (const party of parties) await bindParty(tx, stored, party, await findClaimant(tx, party))
}

/** Gives one party its entry, where it belongs or waiting; the initiator has one entry, also as a party (I3). */
export async function bindParty(
  tx: Db,
  stored: StoredContract,
  party: PartyRow,
  claimant: Claimant | null,
): Promise<void> {
  const { contract, parties } = stored
  const initiatorSigns = parties.some((other) => {
    return other !== party && other.state !== 'transferred' && other.sign_id === contract.initiator_sign_id
  })
  const asInitiator = claimant !== null && !initiatorSigns && isInitiator(claimant, stored)
  await bind(tx, stored, party, claimant, asInitiator)
  if (!claimant) await wait(tx, party, contract.tenant_id)
}

const isInitiator = ({ tenantId, accountId }: Claimant, { contract }: StoredContract) =>
  tenantId === contract.tenant_id && accountId === contract.initiator_account_id

async function bind(
  tx: Db,
  { contract }: StoredContract,
  party: PartyRow,
  claimant: Claimant | null,
  asInitiator: boolean,
): Promise<void> {
  await changeParty(tx, party, {
    sign_id: asInitiator ? contract.initiator_sign_id : party.sign_id,
    party_tenant_id: claimant?.tenantId ?? null,
    account_id: claimant?.accountId ?? null,
  })
  const tenantId = claimant?.tenantId ?? contract.tenant_id
  const entry = {
    tenant_id: tenantId,
    sign_id: party.sign_id,
    account_id: party.account_id,
    home_tenant_id: contract.tenant_id,
    contract_id: contract.contract_id,
    signer_no: party.signer_no,
    is_initiator: asInitiator,
  }
  await inTenant(tx, tenantId, () =>
    tx
      .insertInto('entry')
      .values(entry)
      .onConflict((conflict) => conflict.columns(['tenant_id', 'sign_id']).doUpdateSet({ signer_no: party.signer_no }))
      .execute(),
  )
}

async function wait(tx: Db, party: PartyRow, homeTenantId: string): Promise<void> {
  await tx
    .insertInto('waiting_entry')
    .values({
      home_tenant_id: homeTenantId,
      contract_id: party.contract_id,
      signer_no: party.signer_no,
      phone: party.phone,
      sign_type: party.sign_type,
      signer_name: party.signer_name,
      company_name: party.company_name,
      credit_code: party.credit_code,
      identity_hash: party.identity_hash,
    })
    .execute()
}
