import type { VoidReason, VoidTerms } from '@moqi/domain/contract/void-terms'
import type { Input } from '@moqi/api/call'
import type { voiding } from '@moqi/api/voiding'
import type { ContractRow } from '#src/cores/contract/contract-rows.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import type { Db } from '#src/platform/database/database.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** What the parties agree on, of each contract that voids another. */
    void_agreement: {
      tenant_id: string
      contract_id: string
      reason: VoidReason
      remark: string
      fee_settlement: string
      retained_terms: string
      other_terms: string
    }
  }
}

/** Begins the terms of a new agreement, of which nothing is written yet. Runs in its home tenant. */
export async function insertTerms(
  tx: Db,
  { tenant_id, contract_id }: Pick<ContractRow, 'tenant_id' | 'contract_id'>,
): Promise<void> {
  const unwritten = { remark: '', fee_settlement: '', retained_terms: '', other_terms: '' }
  await tx
    .insertInto('void_agreement')
    .values({ tenant_id, contract_id, reason: 'wrongTerms', ...unwritten })
    .execute()
}

type Place = Pick<Entry, 'homeTenantId' | 'contractId'>

/** The terms of an agreement; null of a contract that is none. Read in its home tenant. */
export async function readTerms(db: Db, { homeTenantId, contractId }: Place): Promise<VoidTerms | null> {
  const row = await db
    .selectFrom('void_agreement')
    .where('tenant_id', '=', homeTenantId)
    .where('contract_id', '=', contractId)
    .selectAll()
    .executeTakeFirst()
  if (!row) return null
  const { reason, remark, fee_settlement: feeSettlement, retained_terms: retainedTerms, other_terms: otherTerms } = row
  return { reason, remark, feeSettlement, retainedTerms, otherTerms }
}

/** Writes the terms of an agreement anew. Runs in its home tenant. */
export async function putTerms(tx: Db, { homeTenantId, contractId }: Place, terms: VoidTerms): Promise<void> {
  await tx
    .updateTable('void_agreement')
    .set({
      reason: terms.reason,
      remark: terms.remark,
      fee_settlement: terms.feeSettlement,
      retained_terms: terms.retainedTerms,
      other_terms: terms.otherTerms,
    })
    .where('tenant_id', '=', homeTenantId)
    .where('contract_id', '=', contractId)
    .execute()
}

/** The terms under the names of checklist C65. */
export type WireTerms = Pick<
  Input<typeof voiding.saveTaskRelieve>,
  'relieveReason' | 'relieveRemark' | 'feeSettlement' | 'retainedTerms' | 'otherTerms'
>

/** The terms as they travel (checklist C65). */
export const wireTerms = (terms: VoidTerms): WireTerms => ({
  relieveReason: terms.reason,
  relieveRemark: terms.remark,
  feeSettlement: terms.feeSettlement,
  retainedTerms: terms.retainedTerms,
  otherTerms: terms.otherTerms,
})

/** The terms that travelled. */
export const termsOf = (wire: WireTerms): VoidTerms => ({
  reason: wire.relieveReason,
  remark: wire.relieveRemark,
  feeSettlement: wire.feeSettlement,
  retainedTerms: wire.retainedTerms,
  otherTerms: wire.otherTerms,
})
