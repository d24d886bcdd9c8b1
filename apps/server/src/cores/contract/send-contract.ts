import { timestampRetryMs } from '#src/platform/authority/timestamp-outage.ts'
import type { JobRequest } from '#src/platform/jobs/jobs.ts'
import { bindParties, type Claimants } from './bind-parties.ts'
import type { StoredContract } from './contract-rows.ts'
import { deadlineJobs, endJobs } from './contract-timers.ts'
import type { Change } from './decision.ts'
import type { FrozenFile } from './freeze-files.ts'

/**
 * What sending a complete contract does (domain.md 5.1, row 4), however it came to be: it takes one 份, gives everybody
 * their handle, opens the first parties, sends the first copies and sets the timers. Its frozen documents are stored in
 * the same transaction by `storeFrozen`.
 */
export function sendingOf(
  stored: StoredContract,
  { claimants, frozen }: { claimants: Claimants; frozen: readonly FrozenFile[] },
  now: number,
): Change {
  const { contract } = stored
  const awaiting = frozen.some(({ document }) => document.awaitingTimestamp)
  return {
    ...bindParties(stored, claimants),
    moves: [{ of: 'contract', event: 'send' }],
    // Agreeing to void a contract costs nothing (domain 5.5).
    ...(contract.kind === 'normal' && { quota: 'spend' as const }),
    copies: 'send',
    log: [{ verb: 'send', detail: awaiting ? '等待时间戳' : null }],
    jobs: [
      judgeJob(stored),
      ...(awaiting ? [timestampJob(stored)] : []),
      ...deadlineJobs(contract, now),
      ...endJobs(contract, now),
    ],
  }
}

/** Has it judged whether signers are to be warned of what it says (ADR 0074). */
const judgeJob = ({ contract }: Pick<StoredContract, 'contract'>): JobRequest => ({
  name: 'judgeContract',
  payload: { tenantId: contract.tenant_id, contractId: contract.contract_id },
})

/** Asks again for the time-stamp that an authority out of reach did not give. */
export const timestampJob = ({ contract }: Pick<StoredContract, 'contract'>): JobRequest => ({
  name: 'timestampContract',
  payload: { tenantId: contract.tenant_id, contractId: contract.contract_id },
  when: { delayMs: timestampRetryMs, key: `timestamp ${contract.contract_id}` },
})
