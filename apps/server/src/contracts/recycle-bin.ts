import type { operation } from '@moqi/api/operation'
import type { Input } from '@moqi/api/call'
import { operationLimits } from '@moqi/domain/contract/after-sending'
import { binOperations } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import { changeContracts } from '#src/cores/contract/change-contracts.ts'
import { nullWhenGone, system } from '#src/cores/contract/contract-job.ts'
import { lockBinned, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import { type ContractVerb, noFacts } from '#src/cores/contract/contract-verb.ts'
import type { Change } from '#src/cores/contract/decision.ts'
import { eraseDraft } from '#src/cores/contract/erase-draft.ts'
import { binnedAtOf, type RowPlace } from '#src/cores/contract/inbox.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { JobPayloads, JobRequest } from '#src/platform/jobs/jobs.ts'

/** Puts a contract that was refused, recalled or has expired into the own recycle bin (domain.md 5.1, row 15). */
export const hideContract: ContractVerb<Input<typeof operation.hideTask>, null, null> = {
  operation: 'hide',
  facts: noFacts,
  decide({ stored: { contract }, entry, member }) {
    const row = rowOf(member, entry.contractId)
    return {
      moves: [{ of: 'contract', event: 'hide' }],
      rows: [{ kind: 'bin', row, signId: entry.signId }],
      jobs: [binJob(row, contract.tenant_id)],
      answer: () => null,
    }
  },
}

/** Takes a row out of the own recycle bin; a deleted contract comes back as a draft. */
export const restoreContract: ContractVerb<Input<typeof operation.restoreTask>, null, null> = {
  operation: null,
  lock: lockBinned,
  facts: noFacts,
  decide({ stored: { contract }, entry, member }) {
    const view = { contractState: contract.state, kind: contract.kind }
    if (!binOperations(view).includes('restore'))
      throw new Refusal('contract/illegal-move', { state: contract.state, event: 'restore' })
    return {
      ...(contract.state === 'deleted' && { moves: [{ of: 'contract' as const, event: 'restore' as const }] }),
      rows: [{ kind: 'unbin', row: rowOf(member, entry.contractId), signId: entry.signId }],
      content: true,
      answer: () => null,
    }
  },
}

/** Removes what lies in the own recycle bin for good: a draft for everybody, a closed contract from the own list. */
export const removeContract: ContractVerb<Input<typeof operation.removeTask>, null, { binnedAt: number | null }> = {
  operation: null,
  lock: lockBinned,
  facts: async (_, tx, { entry, member }) => ({ binnedAt: await binnedAtOf(tx, rowOf(member, entry.contractId)) }),
  decide({ stored, entry, member, facts: { binnedAt } }) {
    if (binnedAt === null) throw new Refusal('contract/illegal-move', { event: 'bin' })
    return { ...removal(stored, rowOf(member, entry.contractId)), answer: () => null }
  },
  write: async (_, tx, { stored }) => (stored.contract.state === 'deleted' ? eraseDraft(tx, stored.contract) : null),
}

/** Starts the 30 days after which the bin lets go of a row. */
export const binJob = (row: RowPlace, homeTenantId: string): JobRequest => ({
  name: 'emptyBin',
  payload: { ...row, homeTenantId },
  when: { delayMs: operationLimits.binMs, key: `bin ${row.tenantId} ${row.accountId} ${row.contractId}` },
})

/** Removes a row that has lain in the bin for 30 days. Runs as a job; what was put back meanwhile stays. */
export async function emptyBin(deps: Deps, payload: JobPayloads['emptyBin']): Promise<void> {
  const { homeTenantId, ...row } = payload
  await changeContracts(deps, system, [{ homeTenantId, contractId: row.contractId }], {
    lock: lockBinned,
    facts: async (tx) => {
      const binnedAt = await binnedAtOf(tx, row)
      return binnedAt !== null && binnedAt + operationLimits.binMs <= deps.now()
    },
    decide: ([stored], isOver) => ({ changes: isOver ? [removal(stored, row)] : [], answer: () => null }),
    writing: () => ({
      write: async (tx, { before: { contract } }) => (contract.state === 'deleted' ? eraseDraft(tx, contract) : null),
    }),
  }).catch(nullWhenGone)
}

const rowOf = ({ tenantId, accountId }: Member, contractId: string): RowPlace => ({ tenantId, accountId, contractId })

/** A draft was nobody else's: nothing stays of it but the log's lines, which are chained. */
const removal = ({ contract }: StoredContract, row: RowPlace): Change => ({
  rows: [{ kind: 'remove', row, signId: contract.initiator_sign_id }],
  ...(contract.state === 'deleted' && { log: [{ verb: 'remove' }] }),
})
