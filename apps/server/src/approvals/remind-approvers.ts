import { findApplication } from '#src/cores/approval/application.ts'
import { loadContract } from '#src/cores/contract/contract-rows.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueueRequest, type JobPayloads } from '#src/platform/jobs/jobs.ts'
import { reminderJob } from './apply-for-seal.ts'
import { askApprovers } from './tell-approval.ts'

/**
 * Tells everybody who still has to decide on an application, and again a day later (domain 5.4). Runs as a job until
 * the application is decided, or sent again; a repeat on the same day tells nobody anew.
 */
export async function remindApprovers(deps: Deps, payload: JobPayloads['remindApprovers']): Promise<void> {
  const { tenantId, round } = payload
  const found = await deps.db.read(tenantId, (own) => findApplication(own, payload))
  if (found?.row.state !== 'pending' || found.row.round !== round) return
  const { row, seats } = found
  const place = { homeTenantId: row.home_tenant_id, contractId: row.contract_id }
  await deps.db.write(row.home_tenant_id, async (tx) => {
    const { contract } = await loadContract(tx, place)
    await inTenant(tx, tenantId, () => askApprovers(deps, tx, { row, contract }, seats))
    await enqueueRequest(tx, reminderJob(row))
  })
}
