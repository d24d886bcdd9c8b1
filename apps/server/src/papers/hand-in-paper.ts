import type { Input, Output } from '@moqi/api/call'
import type { paper } from '@moqi/api/paper'
import { paperLimits } from '@moqi/domain/contract/paper-demand'
import { Refusal } from '@moqi/domain/refusal'
import type { PaperRecord } from '@moqi/evidence/log-record'
import type { ContractVerb } from '#src/cores/contract/contract-verb.ts'
import { passUpload, type UploadFacts, uploadToPass } from '#src/cores/contract/pass-upload.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import type { Db } from '#src/platform/database/database.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { ownPaperParty } from './own-paper-party.ts'
import { tellPapers } from './tell-papers.ts'

type Call = typeof paper.handInPaper

/** What was asked for, how many files it has, and the upload that is to be one. */
type Facts = { demand: { name: string; files: number } | null; upload: UploadFacts }

/**
 * Hands in an upload for one of the demands on the own party: it moves into the contract's tenant, and the log keeps
 * its hashes. Throws `contract/not-signable` when it is not the party's turn, `file/too-many`.
 */
export const handInPaper: ContractVerb<Input<Call>, Output<Call>, Facts> = {
  operation: null,
  check({ fileId }) {
    if (!isUuid(fileId)) throw new Refusal('file/not-found')
  },
  async facts(_, tx, { stored, entry, member, input, now }) {
    ownPaperParty(stored, entry, now)
    return {
      demand: await demandOf(tx, entry, input.demandNo),
      upload: await uploadToPass(tx, member, { fileId: input.fileId, usage: 'paper' }),
    }
  },
  decide({ stored, entry, input, now, facts: { demand, upload } }) {
    const { party_no: partyNo } = ownPaperParty(stored, entry, now)
    if (!demand)
      throw new Refusal('field/invalid', { field: 'demandNo', message: '发起方没有要求该附件，请刷新后重试' })
    if (demand.files >= paperLimits.files)
      throw new Refusal('file/too-many', { message: `每项附件最多提交${paperLimits.files}个文件` })
    const record: PaperRecord = { partyNo, demand: demand.name, fileId: input.fileId, ...upload }
    return { log: [{ verb: 'handIn', detail: JSON.stringify(record) }], answer: () => ({}) }
  },
  async write(_, tx, { entry, member, input, now, applied }) {
    await passUpload(tx, member, { to: entry.homeTenantId, fileId: input.fileId, usage: 'paper' })
    await tx
      .insertInto('handed_paper')
      .values({
        tenant_id: entry.homeTenantId,
        contract_id: entry.contractId,
        party_no: entry.partyNo ?? 0,
        demand_no: input.demandNo,
        file_id: input.fileId,
        handed_at: now,
      })
      .execute()
    tellPapers(tx, applied.after, entry)
  },
}

async function demandOf(
  tx: Db,
  { homeTenantId, contractId, partyNo }: Entry,
  demandNo: number,
): Promise<Facts['demand']> {
  const found = await tx
    .selectFrom('paper_demand as d')
    .where('d.tenant_id', '=', homeTenantId)
    .where('d.contract_id', '=', contractId)
    .where('d.party_no', '=', partyNo)
    .where('d.demand_no', '=', demandNo)
    .select((demand) => [
      'd.name',
      demand
        .selectFrom('handed_paper as h')
        .whereRef('h.tenant_id', '=', 'd.tenant_id')
        .whereRef('h.contract_id', '=', 'd.contract_id')
        .whereRef('h.party_no', '=', 'd.party_no')
        .whereRef('h.demand_no', '=', 'd.demand_no')
        .select(({ fn }) => fn.countAll().as('files'))
        .as('files'),
    ])
    .executeTakeFirst()
  return found ? { name: found.name, files: Number(found.files) } : null
}
