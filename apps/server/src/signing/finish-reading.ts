import type { Input } from '@moqi/api/call'
import type { task } from '@moqi/api/task'
import { readingSeconds } from '@moqi/domain/contract/reading'
import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { addLog, logActor } from '#src/cores/contract/contract-log.ts'
import { changeParty, lockContract } from '#src/cores/contract/contract-rows.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** What a signature waits for while the contract has not been read to its end (domain.md 7.5). */
export const unread = '请先阅读完全部内容'

/**
 * The party's page says that the whole contract has been in view. Whether anybody looked only they know; what can be
 * known is held against it: the time since the contract was first opened. The first report is written to the log.
 */
export async function finishReading(
  deps: Deps,
  member: Member,
  { signId }: Input<typeof task.finishReading>,
): Promise<null> {
  const entry = await requireEntry(deps, member, signId)
  return deps.db.write(entry.homeTenantId, async (tx) => {
    const { contract, parties } = await lockContract(tx, entry)
    const own = parties.find(({ signer_no }) => signer_no === entry.signerNo)
    if (!own || own.state !== 'toSign') throw new Refusal('contract/not-signable')
    if (own.reading_done_at === null) {
      const pages = await pagesOf(tx, contract)
      if (own.read_at === null || deps.now() < own.read_at + readingSeconds(pages) * 1000)
        throw new Refusal('contract/not-signable', { message: unread })
      await changeParty(tx, own, { reading_done_at: deps.now() })
      await addLog(tx, entry, deps.now(), logActor(member), { verb: 'read', detail: `共${pages}页` })
    }
    return keepAnswer(tx, deps, member, null)
  })
}

async function pagesOf(tx: Db, place: { tenant_id: string; contract_id: string }): Promise<number> {
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
