import type { ContractKind } from '@moqi/domain/contract/contract-lifecycle'
import type { ContractJob } from '#src/cores/contract/contract-job.ts'
import { noFacts } from '#src/cores/contract/contract-verb.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'

/** Why a letter of each kind is taken back. */
const reasons: Readonly<Partial<Record<ContractKind, string>>> = {
  grant: '印章授权已撤销',
  companyAuth: '企业认证已重新提交或已结束',
}

/** Takes back a letter that is of no use any more, while it is being signed. */
export const recallLetter: ContractJob<null, JobPayloads['recallLetter']> = {
  facts: noFacts,
  decide({ stored: { contract } }) {
    const reason = reasons[contract.kind]
    if (reason === undefined || contract.state !== 'signing') return null
    return {
      moves: [{ of: 'contract', event: 'recall' }],
      set: { close_reason: reason, closed_by: '系统' },
      log: [{ verb: 'recall', detail: reason }],
    }
  },
}
