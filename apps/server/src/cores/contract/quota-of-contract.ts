import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { addQuotaEntry } from '#src/platform/quota-ledger.ts'
import type { ContractRow } from './contract-rows.ts'

/** Takes one 份; throws `contract/quota` when there is none. */
export async function spendQuota(
  deps: Pick<Deps, 'newId' | 'now'>,
  tx: Db,
  { tenant_id: tenantId, contract_id: contractId }: ContractRow,
): Promise<void> {
  const spent = await tx
    .updateTable('quota')
    .set((eb) => ({ surplus: eb('surplus', '-', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('surplus', '>', 0)
    .executeTakeFirst()
  if (spent.numUpdatedRows !== 1n) throw new Refusal('contract/quota')
  await addQuotaEntry(deps, tx, tenantId, { kind: 'send', change: -1, contractId })
}

/** Gives the contract's 份 back. */
export async function refundQuota(
  deps: Pick<Deps, 'newId' | 'now'>,
  tx: Db,
  { tenant_id: tenantId, contract_id: contractId }: ContractRow,
): Promise<void> {
  await tx
    .updateTable('quota')
    .set((eb) => ({ surplus: eb('surplus', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .execute()
  await addQuotaEntry(deps, tx, tenantId, { kind: 'recallRefund', change: 1, contractId })
}

/** Throws `contract/quota` unless the space has so many 份 left. */
export async function requireQuota(db: Db, tenantId: string, needed = 1): Promise<void> {
  const quota = await db.selectFrom('quota').where('tenant_id', '=', tenantId).select('surplus').executeTakeFirst()
  if ((quota?.surplus ?? 0) < needed) throw new Refusal('contract/quota')
}
