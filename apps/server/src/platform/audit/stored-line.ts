import type { AuditLine } from '@moqi/evidence/audit-chain'
import type { Selectable } from 'kysely'
import type { Schema } from '#src/platform/database/schema.ts'

/** A stored line of the log as it was hashed. */
export const lineOf = (row: Selectable<Schema['contract_log']>): AuditLine => ({
  tenantId: row.tenant_id,
  contractId: row.contract_id,
  logNo: row.log_no,
  at: row.at,
  accountId: row.account_id,
  who: row.who,
  verb: row.verb,
  detail: row.detail,
  address: row.address,
  userAgent: row.user_agent,
})
