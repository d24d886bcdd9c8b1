import type { Db } from '#src/platform/database/database.ts'
import { applyChange } from './apply-change.ts'
import { commitChange, type Committing, type Writing } from './commit-change.ts'
import type { LogActor } from './contract-log.ts'
import { type ContractRow, loadContract, type StoredContract } from './contract-rows.ts'
import type { Change } from './decision.ts'

/** A contract to be made. */
export type Creation = {
  contract: ContractRow
  /** Puts in its files, parties and places. */
  fill: (tx: Db) => Promise<unknown>
  /** What happens to it at once: a line in its log at least. */
  change: (stored: StoredContract, tx: Db) => Promise<Change> | Change
  writing?: Writing
}

/** Stores a new contract with its initiator's handle, and what happens to it at once. Answers it as it is then. */
export async function createContract(
  deps: Committing,
  tx: Db,
  actor: LogActor,
  { contract, fill, change, writing = {} }: Creation,
): Promise<StoredContract> {
  await insertContract(tx, contract)
  await fill(tx)
  const place = { homeTenantId: contract.tenant_id, contractId: contract.contract_id }
  const stored = await loadContract(tx, place)
  const first = await change(stored, tx)
  const applied = applyChange(stored, first, deps.now())
  await commitChange(deps, tx, actor, { applied, change: { ...first, content: true } }, writing)
  return applied.after
}

async function insertContract(tx: Db, contract: ContractRow): Promise<void> {
  await tx.insertInto('contract').values(contract).execute()
  await tx
    .insertInto('entry')
    .values({
      tenant_id: contract.tenant_id,
      sign_id: contract.initiator_sign_id,
      account_id: contract.initiator_account_id,
      home_tenant_id: contract.tenant_id,
      contract_id: contract.contract_id,
      party_no: null,
      is_initiator: true,
    })
    .execute()
}
