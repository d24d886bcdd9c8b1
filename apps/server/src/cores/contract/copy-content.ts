import { hasLeft, partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { areaOfRow, areasOf } from './contract-files.ts'
import type { CcRow, ContractRow, PartyRow, StoredContract } from './contract-rows.ts'
import { areaRow, insertAreas } from './draft-areas.ts'
import { holdFiles } from './draft-files.ts'
import { copyDemands } from './paper-demands.ts'
import { newSignId } from './sign-id.ts'

/**
 * Puts the files, parties, places and copy recipients of a contract into a new draft of the same space: without who was
 * transferred, and without what was filled in.
 */
export async function copyContent(
  deps: Pick<Deps, 'random'>,
  tx: Db,
  old: StoredContract,
  contract: ContractRow,
): Promise<void> {
  await copyFiles(tx, old.contract, contract)
  const numbers = await copyParties(deps, tx, old, contract)
  await copyDemands(tx, old.contract, { tenantId: contract.tenant_id, contractId: contract.contract_id }, numbers)
  await copyAreas(tx, old.contract, contract, numbers)
  const cc = old.cc.map((recipient) => copyRecipient(deps, contract, recipient))
  if (cc.length > 0) await tx.insertInto('contract_cc').values(cc).execute()
}

/**
 * Gives a new draft the parties of a contract that have not handed it over, numbered anew; answers the new numbers by
 * the old ones.
 */
export async function copyParties(
  deps: Pick<Deps, 'random'>,
  tx: Db,
  old: StoredContract,
  contract: ContractRow,
): Promise<Map<number, number>> {
  const signing = old.parties.filter((party) => !hasLeft(party))
  const signIds = { newSignId: () => newSignId(deps) }
  const parties = signing.map((party, index) => copyParty(signIds, contract, party, index + 1))
  if (parties.length > 0) await tx.insertInto('party').values(parties).execute()
  return new Map(signing.map(({ party_no }, index) => [party_no, index + 1]))
}

/**
 * A party as the initiator described it, that nobody has claimed. To an agreement that voids the contract go none of
 * the words and demands that were about its text.
 */
export const copyParty = (
  { newSignId: next }: { newSignId: () => string },
  contract: ContractRow,
  party: PartyRow,
  partyNo: number,
): PartyRow => ({
  tenant_id: contract.tenant_id,
  contract_id: contract.contract_id,
  party_no: partyNo,
  sign_order: party.sign_order,
  kind: party.kind,
  name: party.name,
  phone: party.phone,
  company_name: party.company_name,
  credit_code: party.credit_code,
  identity_hash: party.identity_hash,
  identity_mask: party.identity_mask,
  sign_kind: party.sign_kind,
  state: partyLifecycle.initial,
  will_kind: party.will_kind,
  private_message: contract.kind === 'void' ? null : party.private_message,
  forced_reading: contract.kind === 'normal' && party.forced_reading,
  reading_done_at: null,
  sign_id: next(),
  party_tenant_id: null,
  account_id: null,
  read_at: null,
  signed_at: null,
  finished_mail: null,
})

const copyRecipient = (
  deps: Pick<Deps, 'random'>,
  contract: ContractRow,
  { cc_no, name, phone, company_name, told_when }: CcRow,
): CcRow => ({
  tenant_id: contract.tenant_id,
  contract_id: contract.contract_id,
  cc_no,
  name,
  phone,
  company_name,
  told_when,
  sign_id: newSignId(deps),
  cc_tenant_id: null,
  account_id: null,
  told_at: null,
})

/** The uploads are the same: what is stored of them never changes. */
async function copyFiles(tx: Db, old: ContractRow, contract: ContractRow): Promise<void> {
  for (const table of ['contract_file', 'contract_attachment'] as const) {
    const files = await tx
      .selectFrom(table)
      .where('tenant_id', '=', old.tenant_id)
      .where('contract_id', '=', old.contract_id)
      .selectAll()
      .execute()
    const copies = files.map(({ position, file_id, name }) => ({
      tenant_id: contract.tenant_id,
      contract_id: contract.contract_id,
      position,
      file_id,
      name,
    }))
    if (copies.length === 0) continue
    await holdFiles(
      tx,
      old.tenant_id,
      copies.map(({ file_id }) => file_id),
    )
    await tx.insertInto(table).values(copies).execute()
  }
}

async function copyAreas(tx: Db, old: ContractRow, contract: ContractRow, numbers: Map<number, number>): Promise<void> {
  const areas = await areasOf(tx, { homeTenantId: old.tenant_id, contractId: old.contract_id })
  const place = { tenantId: contract.tenant_id, contractId: contract.contract_id }
  const copies = areas.flatMap((area) => {
    const partyNo = numbers.get(area.party_no)
    return partyNo === undefined ? [] : [areaRow(place, { ...areaOfRow(area), partyNo }, null)]
  })
  await insertAreas(tx, copies)
}
