import type { PaymentFault } from '@moqi/domain/identity/reverse-payment'
import type { Selectable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { DirectoryTables } from '#src/platform/database/directory-tables.ts'
import type { Arrived } from '#src/platform/gateways/bank-gateway.ts'

/** A payment as it is kept. */
export type ArrivedRow = Selectable<DirectoryTables['arrived_payment']>

/** Keeps a payment that arrived for an authentication, and says whether it was told for the first time. */
export async function keepArrived(
  tx: Db,
  authId: string,
  { transactionNo, payer, fen, remark, at }: Arrived,
  fault: PaymentFault | null,
): Promise<boolean> {
  const kept = await tx
    .insertInto('arrived_payment')
    .values({ auth_id: authId, transaction_no: transactionNo, payer, fen, remark, paid_at: at, fault })
    .onConflict((conflict) => conflict.columns(['auth_id', 'transaction_no']).doNothing())
    .executeTakeFirst()
  return kept.numInsertedOrUpdatedRows === 1n
}

/** What has arrived for an authentication, the newest first. */
export const arrivedOf = (directory: Db, authId: string): Promise<ArrivedRow[]> =>
  directory
    .selectFrom('arrived_payment')
    .where('auth_id', '=', authId)
    .orderBy('paid_at', 'desc')
    .orderBy('transaction_no')
    .selectAll()
    .limit(20)
    .execute()
