import { Refusal } from '@moqi/domain/refusal'
import { type ContractRow, loadContract, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import type { Db } from '#src/platform/database/database.ts'

/** An agreement and the contract it voids. */
export type AgreementPair = { agreement: StoredContract; origin: ContractRow }

/** Reads both. Throws `contract/not-found` for a contract that voids none. Read in the home tenant. */
export async function readPair(db: Db, entry: Pick<Entry, 'homeTenantId' | 'contractId'>): Promise<AgreementPair> {
  const agreement = await loadContract(db, entry)
  return { agreement, origin: await readOrigin(db, agreement.contract) }
}

/** The contract that an agreement voids. Throws `contract/not-found` for a contract that voids none. */
export async function readOrigin(db: Db, { tenant_id, origin_contract_id }: ContractRow): Promise<ContractRow> {
  if (origin_contract_id === null) throw new Refusal('contract/not-found')
  const { contract } = await loadContract(db, { homeTenantId: tenant_id, contractId: origin_contract_id })
  return contract
}
