import type { Input, Output } from '@moqi/api/call'
import type { paper } from '@moqi/api/paper'
import { Refusal } from '@moqi/domain/refusal'
import type { PaperRecord } from '@moqi/evidence/log-record'
import type { ContractVerb } from '#src/cores/contract/contract-verb.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import { removeUpload } from '#src/cores/contract/pass-upload.ts'
import type { Db } from '#src/platform/database/database.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { ownPaperParty } from './own-paper-party.ts'
import { tellPapers } from './tell-papers.ts'

type Call = typeof paper.takeBackPaper

/**
 * Takes back what the own party has handed in, while it has not signed; what is stored of it is freed, the log keeps
 * its hashes. Throws `contract/not-signable`, `file/not-found`.
 */
export const takeBackPaper: ContractVerb<Input<Call>, Output<Call>, PaperRecord> = {
  operation: null,
  check({ fileId }) {
    if (!isUuid(fileId)) throw new Refusal('file/not-found')
  },
  async facts(_, tx, { stored, entry, input, now }) {
    ownPaperParty(stored, entry, now)
    return paperOf(tx, entry, input.fileId)
  },
  decide: ({ facts }) => ({ log: [{ verb: 'takeBack', detail: JSON.stringify(facts) }], answer: () => ({}) }),
  async write(_, tx, { entry, input: { fileId }, applied }) {
    await tx
      .deleteFrom('handed_paper')
      .where('tenant_id', '=', entry.homeTenantId)
      .where('file_id', '=', fileId)
      .execute()
    await removeUpload(tx, entry.homeTenantId, fileId)
    tellPapers(tx, applied.after, entry)
  },
}

async function paperOf(tx: Db, { homeTenantId, contractId, partyNo }: Entry, fileId: string): Promise<PaperRecord> {
  const found = await tx
    .selectFrom('handed_paper as h')
    .innerJoin('file as f', (join) =>
      join.onRef('f.tenant_id', '=', 'h.tenant_id').onRef('f.file_id', '=', 'h.file_id'),
    )
    .innerJoin('paper_demand as d', (join) =>
      join
        .onRef('d.tenant_id', '=', 'h.tenant_id')
        .onRef('d.contract_id', '=', 'h.contract_id')
        .onRef('d.party_no', '=', 'h.party_no')
        .onRef('d.demand_no', '=', 'h.demand_no'),
    )
    .where('h.tenant_id', '=', homeTenantId)
    .where('h.contract_id', '=', contractId)
    .where('h.party_no', '=', partyNo)
    .where('h.file_id', '=', fileId)
    .select(['h.party_no', 'd.name', 'f.sha256', 'f.kept_sha256', 'f.kept_size'])
    .executeTakeFirst()
  if (!found) throw new Refusal('file/not-found')
  const { party_no, name, kept_sha256, sha256, kept_size } = found
  return { partyNo: party_no, demand: name, fileId, sha256: kept_sha256, originSha256: sha256, length: kept_size }
}
