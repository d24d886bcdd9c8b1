import type { evidence } from '@moqi/api/evidence'
import type { Handler } from '#src/platform/handlers.ts'
import { loadContract } from '#src/cores/contract/contract-rows.ts'
import { requireReadableEntry } from '#src/cores/contract/entry.ts'
import type { Db } from '#src/platform/database/database.ts'
import { hasEvidence } from './evidence-states.ts'

/** What evidence there is of a contract, and since when its log is under a signed root. */
export const getEvidence: Handler<typeof evidence.getEvidence> = async (deps, member, { signId }) => {
  const entry = await requireReadableEntry(deps, member, signId)
  const { state, last } = await deps.db.read(entry.homeTenantId, async (home) => {
    const { contract } = await loadContract(home, entry)
    return { state: contract.state, last: await lastLine(home, entry) }
  })
  const seq = last?.seq ?? null
  const anchor =
    seq === null ? null : await deps.db.directory((directory) => headAbove(directory, entry.homeTenantId, seq))
  return {
    reportAvailable: hasEvidence('report', state) ? 1 : 0,
    bundleAvailable: hasEvidence('bundle', state) ? 1 : 0,
    logCount: last?.log_no ?? 0,
    anchorTime: anchor?.signed_at ?? null,
  }
}

const lastLine = (home: Db, { homeTenantId, contractId }: { homeTenantId: string; contractId: string }) =>
  home
    .selectFrom('contract_log')
    .where('tenant_id', '=', homeTenantId)
    .where('contract_id', '=', contractId)
    .orderBy('log_no', 'desc')
    .limit(1)
    .select(['log_no', 'seq'])
    .executeTakeFirst()

/** The first signed head above a line. */
const headAbove = (directory: Db, tenantId: string, seq: number) =>
  directory
    .selectFrom('audit_leaf as l')
    .innerJoin('signed_head as h', (join) => join.onRef('h.size', '>', 'l.leaf_index'))
    .where('l.chain_tenant_id', '=', tenantId)
    .where('l.seq', '>=', seq)
    .orderBy('l.seq')
    .orderBy('h.size')
    .limit(1)
    .select('h.signed_at')
    .executeTakeFirst()
