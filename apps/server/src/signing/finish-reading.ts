import type { Input } from '@moqi/api/call'
import type { task } from '@moqi/api/task'
import { readingSeconds, unreadText } from '@moqi/domain/contract/reading'
import { Refusal } from '@moqi/domain/refusal'
import type { ContractVerb } from '#src/cores/contract/contract-verb.ts'
import type { Db } from '#src/platform/database/database.ts'

/**
 * The party's page says that the whole contract has been in view. Whether anybody looked only they know; what can be
 * known is held against it: the time since the contract was first opened. The first report is written to the log.
 */
export const finishReading: ContractVerb<Input<typeof task.finishReading>, null, { pages: number }> = {
  operation: null,
  facts: async (_, tx, { stored }) => ({ pages: await pagesOf(tx, stored.contract) }),
  decide({ stored: { parties }, entry, facts: { pages }, now }) {
    const own = parties.find(({ party_no }) => party_no === entry.partyNo)
    if (!own || own.state !== 'toSign') throw new Refusal('contract/not-signable')
    if (own.reading_done_at !== null) return { answer: () => null }
    if (own.read_at === null || now < own.read_at + readingSeconds(pages) * 1000)
      throw new Refusal('contract/not-signable', { message: unreadText })
    return {
      parties: [{ partyNo: own.party_no, set: { reading_done_at: now } }],
      log: [{ verb: 'read', detail: `共${pages}页` }],
      answer: () => null,
    }
  },
}

/** How many pages its files have together. Read in its home tenant. */
export async function pagesOf(tx: Db, place: { tenant_id: string; contract_id: string }): Promise<number> {
  const { pages } = await tx
    .selectFrom('contract_file as c')
    .innerJoin('file as f', (join) =>
      join.onRef('f.tenant_id', '=', 'c.tenant_id').onRef('f.file_id', '=', 'c.file_id'),
    )
    .where('c.tenant_id', '=', place.tenant_id)
    .where('c.contract_id', '=', place.contract_id)
    .select(({ fn }) => fn.sum<number | string>('f.page_count').as('pages'))
    .executeTakeFirstOrThrow()
  return Number(pages)
}
