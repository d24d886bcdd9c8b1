import type { paper } from '@moqi/api/paper'
import { isOpenTo } from '#src/cores/contract/apply-change.ts'
import { shownFile } from '#src/cores/contract/contract-files.ts'
import { loadContract } from '#src/cores/contract/contract-rows.ts'
import { type Entry, requireReadableEntry } from '#src/cores/contract/entry.ts'
import { demandsOf } from '#src/cores/contract/paper-demands.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'

/**
 * What parties are asked to hand in, with what they have: the initiator's to see, and each party's own. Everybody else
 * who may read the contract is told of none.
 */
export const listPapers: Handler<typeof paper.listPapers> = async (deps, member, { signId }) => {
  const entry = await requireReadableEntry(deps, member, signId)
  return deps.db.read(entry.homeTenantId, async (home) => {
    const { contract, parties } = await loadContract(home, entry)
    const own = parties.find(({ party_no }) => party_no === entry.partyNo)
    const demands = await demandsOf(home, { tenantId: entry.homeTenantId, contractId: entry.contractId })
    const seen = demands.filter(({ partyNo }) => entry.isInitiator || partyNo === entry.partyNo)
    const files = seen.length === 0 ? [] : await papersOf(home, entry)
    return {
      paperArray: seen.map(({ partyNo, demandNo, name, note, required }) => ({
        signerNo: partyNo,
        demandNo,
        name,
        note,
        required: required ? (1 as const) : (0 as const),
        fileArray: files
          .filter(({ party_no, demand_no }) => party_no === partyNo && demand_no === demandNo)
          .map((row) => ({ ...shownFile({ ...row, fields: null }, { signId }), handInTime: row.handed_at })),
      })),
      open: own && isOpenTo(contract, own, deps.now()) ? (1 as const) : (0 as const),
    }
  })
}

const papersOf = (home: Db, { homeTenantId, contractId }: Entry) =>
  home
    .selectFrom('handed_paper as h')
    .innerJoin('file as f', (join) =>
      join.onRef('f.tenant_id', '=', 'h.tenant_id').onRef('f.file_id', '=', 'h.file_id'),
    )
    .where('h.tenant_id', '=', homeTenantId)
    .where('h.contract_id', '=', contractId)
    .select(['h.party_no', 'h.demand_no', 'h.handed_at', 'f.file_id', 'f.name', 'f.page_count'])
    .select(['f.kept_size', 'f.kept_sha256', 'f.pages', 'f.source_kind'])
    .orderBy('h.handed_at')
    .orderBy('h.file_id')
    .execute()
