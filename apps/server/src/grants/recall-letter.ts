import type { ContractJob } from '#src/cores/contract/contract-job.ts'
import { noFacts } from '#src/cores/contract/contract-verb.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'

/** Takes back a letter whose grant was revoked while it was being signed. */
export const recallLetter: ContractJob<null, JobPayloads['recallLetter']> = {
  facts: noFacts,
  decide({ stored: { contract } }) {
    if (contract.kind !== 'grant' || contract.state !== 'signing') return null
    return {
      moves: [{ of: 'contract', event: 'recall' }],
      set: { close_reason: '印章授权已撤销', closed_by: '系统' },
      log: [{ verb: 'recall', detail: '印章授权已撤销' }],
    }
  },
}
