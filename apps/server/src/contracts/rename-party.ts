import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import type { ContractJob } from '#src/cores/contract/contract-job.ts'
import { noFacts } from '#src/cores/contract/contract-verb.ts'
import { concernedInitiator } from '#src/cores/contract/notify-people.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'

/**
 * Has a contract under way know a party by the name that the person has by now, and tells its initiator. What was
 * signed stays as it was signed; again, there is nobody of the old name.
 */
export const renameParty: ContractJob<null, JobPayloads['renameParty']> = {
  facts: noFacts,
  decide({ stored: { contract, parties }, payload: { accountId, was, is } }) {
    if (contract.state !== 'signing') return null
    const own = parties.filter(
      ({ account_id, name, state }) => account_id === accountId && name === was && partyLifecycle.can(state, 'close'),
    )
    if (own.length === 0) return null
    return {
      parties: own.map(({ party_no: partyNo }) => ({ partyNo, set: { name: is } })),
      log: [{ verb: 'renameParty', detail: `${was} → ${is}` }],
      tell: [
        {
          kind: 'partyRenamed',
          once: `renamed ${contract.contract_id} ${accountId} ${is}`,
          people: contract.initiator_account_id === accountId ? [] : [concernedInitiator(contract)],
          factsOf: (about) => ({ ...about, was, is }),
        },
      ],
    }
  },
}
