import type { Db } from '#src/platform/database/database.ts'
import type { Entry } from './entry.ts'

const placeTables = ['area', 'document_slot', 'paper_demand'] as const

/**
 * Gives a party's places, form fields and demands for papers, with what was handed in, to another of the contract's
 * parties, by number. Runs in the home tenant.
 */
export async function passPlaces(
  tx: Db,
  { homeTenantId, contractId }: Pick<Entry, 'homeTenantId' | 'contractId'>,
  { from, to }: { from: number; to: number },
): Promise<void> {
  for (const table of placeTables) {
    await tx
      .updateTable(table)
      .set({ party_no: to })
      .where('tenant_id', '=', homeTenantId)
      .where('contract_id', '=', contractId)
      .where('party_no', '=', from)
      .execute()
  }
}

/** Takes a party's places, form fields and demands for papers away. Runs in the home tenant. */
export async function dropPlaces(
  tx: Db,
  { homeTenantId, contractId }: Pick<Entry, 'homeTenantId' | 'contractId'>,
  partyNo: number,
): Promise<void> {
  for (const table of placeTables) {
    await tx
      .deleteFrom(table)
      .where('tenant_id', '=', homeTenantId)
      .where('contract_id', '=', contractId)
      .where('party_no', '=', partyNo)
      .execute()
  }
}
