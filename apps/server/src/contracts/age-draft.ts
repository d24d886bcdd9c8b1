import { draftDeletedAt, draftStep } from '@moqi/domain/contract/draft-age'
import { formatDate } from '@moqi/domain/time/format-date'
import type { ContractJob } from '#src/cores/contract/contract-job.ts'
import type { StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { Change } from '#src/cores/contract/decision.ts'
import { concernedInitiator } from '#src/cores/contract/notify-people.ts'
import type { Db } from '#src/platform/database/database.ts'
import { deletion } from './delete-draft.ts'

/** Tells of one draft, or puts it into the bin, as its time has come. */
export const ageDraft: ContractJob<{ changedAt: number | null }, { tenantId: string; contractId: string }> = {
  facts: async (_, tx, { stored }) => ({ changedAt: await changedAtOf(tx, stored) }),
  decide({ stored, facts: { changedAt }, now }) {
    if (changedAt === null) return null
    const step = draftStep({ changedAt, toldAt: stored.contract.idle_told_at }, now)
    if (step === 'delete') return deletion(stored)
    return step === 'tell' ? idleTelling(stored, changedAt, now) : null
  },
}

/** When it was last changed, if it is a draft still. */
async function changedAtOf(tx: Db, { contract }: StoredContract): Promise<number | null> {
  if (contract.state !== 'draft' && contract.state !== 'waitSend') return null
  const row = await tx
    .selectFrom('inbox')
    .where('tenant_id', '=', contract.tenant_id)
    .where('account_id', '=', contract.initiator_account_id)
    .where('contract_id', '=', contract.contract_id)
    .where('binned_at', 'is', null)
    .select('changed_at')
    .executeTakeFirst()
  return row?.changed_at ?? null
}

/** It is no change of the contract: whoever has it open may go on saving it. */
function idleTelling({ contract }: StoredContract, changedAt: number, toldAt: number): Change {
  const date = formatDate(draftDeletedAt({ changedAt, toldAt }), '{y}-{m}-{d}')
  return {
    note: { idle_told_at: toldAt },
    tell: [
      {
        kind: 'draftIdle',
        people: [concernedInitiator(contract)],
        factsOf: (about) => ({ ...about, title: about.title || '未命名合同', date }),
      },
    ],
  }
}
