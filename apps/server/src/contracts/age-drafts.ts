import { draftAges } from '@moqi/domain/contract/draft-age'
import { sql } from 'kysely'
import { byJob } from '#src/cores/contract/contract-job.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { spacesOfHour } from '#src/platform/jobs/spaces-of-hour.ts'
import { ageDraft } from './age-draft.ts'

/**
 * Tells of drafts that nobody has touched for 180 days, and puts those of a year into their initiators' recycle bins
 * (domain 2.1). Runs as a job, for each space once a day; a repeat, on another node too, tells and deletes nothing
 * twice.
 */
export async function ageDrafts(deps: Deps): Promise<void> {
  const at = deps.now()
  for (const tenantId of await spacesOfHour(deps, at)) await ageDraftsOf(deps, tenantId)
}

/** As `ageDrafts`, of one space. */
export async function ageDraftsOf(deps: Deps, tenantId: string): Promise<void> {
  for (const contractId of await deps.db.read(tenantId, (tenant) => untouched(tenant, tenantId, deps.now()))) {
    await byJob(ageDraft)(deps, { tenantId, contractId })
  }
}

/** Drafts that are to be told of or deleted; the conditions of the index are written out. */
async function untouched(tenant: Db, tenantId: string, at: number): Promise<string[]> {
  const rows = await tenant
    .selectFrom('inbox as i')
    .innerJoin('contract as c', (join) =>
      join.onRef('c.tenant_id', '=', 'i.tenant_id').onRef('c.contract_id', '=', 'i.contract_id'),
    )
    .where('i.tenant_id', '=', tenantId)
    .whereRef('i.account_id', '=', 'c.initiator_account_id')
    .where(sql<boolean>`i.row_status in ('draft', 'waitSend') and i.binned_at is null`)
    .where('i.changed_at', '<=', at - draftAges.tellAfterMs)
    .where((row) =>
      row.or([
        row('c.idle_told_at', 'is', null),
        row('c.idle_told_at', '<=', row.ref('i.changed_at')),
        row('i.changed_at', '<=', at - draftAges.deleteAfterMs),
      ]),
    )
    .orderBy('i.changed_at')
    .select('i.contract_id')
    .execute()
  return rows.map(({ contract_id }) => contract_id)
}
