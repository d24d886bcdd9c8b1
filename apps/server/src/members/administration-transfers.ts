import type { AdministrationTransfer } from '@moqi/api/membership'
import { administrationTransfer } from '@moqi/domain/spaces/administration-transfer'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'

/** A transfer of a company's administration that waits for its answer. */
export type OpenTransfer = {
  tenant_id: string
  transfer_id: string
  from_account_id: string
  to_account_id: string
  created_at: number
  company_id: string | null
  company_name: string
  from_name: string
  to_name: string
}

/** The open transfers of a company, to an account, or of one id. */
export async function transfersOf(
  db: Db,
  asked: { tenantId?: string; toAccountId?: string; transferId?: string },
): Promise<OpenTransfer[]> {
  return db
    .selectFrom('administration_transfer as t')
    .innerJoin('space as s', 's.tenant_id', 't.tenant_id')
    .innerJoin('account as f', 'f.account_id', 't.from_account_id')
    .innerJoin('account as a', 'a.account_id', 't.to_account_id')
    .innerJoin('membership as m', (join) =>
      join.onRef('m.tenant_id', '=', 't.tenant_id').onRef('m.account_id', '=', 't.to_account_id'),
    )
    .where('t.state', '=', 'requested')
    .$if(asked.tenantId !== undefined, (query) => query.where('t.tenant_id', '=', asked.tenantId ?? ''))
    .$if(asked.toAccountId !== undefined, (query) => query.where('t.to_account_id', '=', asked.toAccountId ?? ''))
    .$if(asked.transferId !== undefined, (query) => query.where('t.transfer_id', '=', asked.transferId ?? ''))
    .orderBy('t.created_at', 'desc')
    .select(['t.tenant_id', 't.transfer_id', 't.from_account_id', 't.to_account_id', 't.created_at'])
    .select(['s.company_id', 's.name as company_name', 'f.nick_name as from_name'])
    .select(sql<string>`coalesce(nullif(m.name, ''), a.nick_name)`.as('to_name'))
    .execute()
}

/** A transfer as it travels. */
export const wireTransfer = (row: OpenTransfer): AdministrationTransfer => ({
  transferId: row.transfer_id,
  companyId: row.company_id ?? '',
  companyName: row.company_name,
  adminName: row.from_name,
  memberName: row.to_name,
  createTime: row.created_at,
})

/** Cancels what waits with this account at either end: who leaves neither gives nor takes the administration. */
export async function cancelTransfersOf(tx: Db, tenantId: string, accountId: string, at: number): Promise<void> {
  await tx
    .updateTable('administration_transfer')
    .set({ state: administrationTransfer.after('requested', 'cancel'), ended_at: at })
    .where('tenant_id', '=', tenantId)
    .where('state', '=', 'requested')
    .where((eb) => eb.or([eb('from_account_id', '=', accountId), eb('to_account_id', '=', accountId)]))
    .execute()
}
